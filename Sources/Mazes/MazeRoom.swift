/// A room of a maze, made from a code or found by an explorer.
public struct MazeRoom: Sendable, Hashable {
    /// The kind of a room. The raw values are those of the API.
    public enum Kind: String, Sendable, CaseIterable {
        case empty = "EMPTY"
        /// A room that is entered through a lock.
        case door = "DOOR"
        case exit = "EXIT"
    }

    public var kind: Kind
    /// Whether this is the start room.
    public var isStart: Bool
    /// The sides without a wall.
    public var open: MazeSides
    /// The open sides that lead through a lock.
    public var locked: MazeSides

    public init(
        kind: Kind = .empty, isStart: Bool = false, open: MazeSides, locked: MazeSides = []
    ) {
        self.kind = kind
        self.isStart = isStart
        self.open = open
        self.locked = locked
    }

    /// Parses a room from its `text`. Returns `nil` for any other text.
    public init?(text: String) {
        self.init(open: [])
        for letter in text {
            switch letter {
            case "D": kind = .door
            case "X": kind = .exit
            case "@": isStart = true
            default:
                guard
                    let direction = MazeDirection.allCases.first(where: {
                        letter.lowercased() == String($0.letter)
                    })
                else { return nil }
                open.insert(direction)
                if letter.isUppercase { locked.insert(direction) }
            }
        }
        guard self.text == text else { return nil }
    }

    /// The room as in the board's documents: the letters of its open sides in the order `n e s w`,
    /// upper-case for a lock, then `D` for a door, `X` for the exit and `@` for the start.
    public var text: String {
        var text = ""
        for direction in MazeDirection.allCases where open.contains(direction) {
            let letter = direction.letter
            text += locked.contains(direction) ? letter.uppercased() : String(letter)
        }
        switch kind {
        case .empty: break
        case .door: text += "D"
        case .exit: text += "X"
        }
        if isStart { text += "@" }
        return text
    }
}
