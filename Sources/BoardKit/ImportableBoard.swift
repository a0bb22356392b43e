public import JSON
public import Sync

/// A board whose events can be imported.
///
/// The events of the journal are trusted. The events of a file are checked: whether `decide` could
/// have made their values, and whether they are possible after the events before them.
public protocol ImportableBoard: Board {
    /// The revision of the last event that was applied. Impossible events are skipped.
    var appliedRev: Int { get }

    /// What is wrong with the members of an event's data, or of a thing in it: a phrase without
    /// their values; `nil` if nothing is.
    func fault(in members: JSON) -> String?
}

extension ImportableBoard {
    /// Checks and applies an event.
    ///
    /// - Returns: why it is impossible, as a phrase; `nil` if it is possible. After an impossible
    ///   event, the board must not be used any more.
    public mutating func take(_ event: Event) -> String? {
        if event.isConfigured(of: declaration) {
            if let fault = boardSettings?.fault(in: event) { return fault }
            _ = observe(event)
            return nil
        }
        // The event of an undo contains the thing.
        let things = (event.data.members ?? [:]).values.filter { $0.members != nil }
        for members in [event.data] + things {
            if let fault = fault(in: members) { return fault }
        }
        _ = apply(event)
        return appliedRev == event.rev ? nil : "it can't have happened after the lines before it"
    }
}

extension JSON {
    /// What is wrong with the members of this object, or of an object in it.
    package func firstFault(_ fault: (JSON) -> String?) -> String? {
        if let found = fault(self) { return found }
        for value in (members ?? [:]).values where value.members != nil {
            if let found = value.firstFault(fault) { return found }
        }
        return nil
    }

    /// Whether a member is absent, null, or a valid value of this type.
    package func has(_ name: String, _ type: any ArgumentValue.Type) -> Bool {
        guard let value = self[name], !value.isNull else { return true }
        return (try? type.init(value)) != nil
    }

    /// Names the first member whose value is not valid for its type; `nil` if all are valid.
    ///
    /// - Parameter masked: the members that may be masked. The import decides what to do with these.
    package func fault(
        in types: KeyValuePairs<String, any ArgumentValue.Type>, masked: Set<String> = []
    ) -> String? {
        let wrong = types.first { name, type in
            !has(name, type) && !(masked.contains(name) && self[name] == .mask)
        }
        return wrong.map { "its \($0.key) is invalid" }
    }
}

/// The boards of a venue that is made from another venue's events.
public struct ImportedBoards {
    private var boards: [any ImportableBoard]
    /// Which board adds which values to the things of each board.
    private var extenders: [String: [String: Int]] = [:]

    /// - Parameter boards: in their state before any event.
    public init(_ boards: [any ImportableBoard]) {
        self.boards = boards
        for (index, board) in boards.enumerated() {
            for added in board.declaration.extensions {
                let extended = String(added.action.prefix { $0 != "." })
                for argument in added.arguments {
                    extenders[extended, default: [:]][argument.name] = index
                }
            }
        }
    }

    /// Checks and applies an event.
    ///
    /// - Returns: why it is impossible, as a phrase; `nil` if it is possible. After an impossible
    ///   event, the boards must not be used any more.
    public mutating func take(_ event: Event) -> String? {
        guard let own = boards.firstIndex(where: { $0.name == event.board }) else {
            return "this version knows no board of that name"
        }
        let things = (event.data.members ?? [:]).values
        for data in [event.data] + things {
            if let fault = fault(in: Extras(in: data), of: event.board) { return fault }
        }
        if let fault = boards[own].take(event) { return fault }
        for index in boards.indices
        where index != own && boards[index].declaration.hears(event) {
            _ = boards[index].hear(event)
        }
        return nil
    }

    private func fault(in extras: Extras, of board: String) -> String? {
        for (name, value) in extras.members {
            guard let extender = extenders[board]?[name] else {
                return "no board of this version keeps something of that name with a thing"
            }
            if let fault = boards[extender].fault(in: [name: value]) { return fault }
        }
        return nil
    }
}
