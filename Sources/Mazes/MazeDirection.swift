/// One of the four directions in which a room has neighbours.
public enum MazeDirection: String, Sendable, CaseIterable {
    // The order is part of the documents and of how a maze is made.
    case north, east, south, west

    /// The opposite direction.
    public var opposite: MazeDirection {
        switch self {
        case .north: .south
        case .east: .west
        case .south: .north
        case .west: .east
        }
    }

    /// The first letter: `n`, `e`, `s` or `w`.
    public var letter: Character {
        switch self {
        case .north: "n"
        case .east: "e"
        case .south: "s"
        case .west: "w"
        }
    }
}

/// A set of a room's four sides.
public struct MazeSides: OptionSet, Sendable, Hashable {
    public static let north = MazeSides(rawValue: 1)
    public static let east = MazeSides(rawValue: 2)
    public static let south = MazeSides(rawValue: 4)
    public static let west = MazeSides(rawValue: 8)

    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The side in a direction.
    public init(_ direction: MazeDirection) {
        switch direction {
        case .north: self = .north
        case .east: self = .east
        case .south: self = .south
        case .west: self = .west
        }
    }

    /// Whether the set contains the side in a direction.
    public func contains(_ direction: MazeDirection) -> Bool { contains(MazeSides(direction)) }

    public mutating func insert(_ direction: MazeDirection) { formUnion(MazeSides(direction)) }
    public mutating func remove(_ direction: MazeDirection) { subtract(MazeSides(direction)) }

    /// The number of sides.
    var count: Int { rawValue.nonzeroBitCount }
}

/// The position of a room relative to the start room, which is at `0,0`.
public struct MazePoint: Sendable, Hashable, LosslessStringConvertible {
    // Small, because there are many.
    private let across: Int32
    private let up: Int32

    /// The distance to the east of the start.
    public var x: Int { Int(across) }
    /// The distance to the north of the start.
    public var y: Int { Int(up) }

    /// Creates a point. Clamps the coordinates to 32 bits.
    public init(x: Int, y: Int) {
        across = Int32(clamping: x)
        up = Int32(clamping: y)
    }

    /// Parses both coordinates. Returns `nil` for a text that `description` does not produce.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Int(parts[0]), let y = Int(parts[1]) else { return nil }
        self.init(x: x, y: y)
        guard description == text else { return nil }
    }

    /// Both coordinates, as in documents: `-3,12`.
    public var description: String { "\(x),\(y)" }

    /// The point one step away.
    public func neighbour(to direction: MazeDirection) -> MazePoint {
        switch direction {
        case .north: MazePoint(x: x, y: y + 1)
        case .east: MazePoint(x: x + 1, y: y)
        case .south: MazePoint(x: x, y: y - 1)
        case .west: MazePoint(x: x - 1, y: y)
        }
    }
}
