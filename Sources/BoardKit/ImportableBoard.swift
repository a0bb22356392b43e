public import JSON
public import Sync

/// A board whose events can be imported.
///
/// The journal's events are trusted. A file's events are checked: whether `decide` could have made
/// their values, and whether they are possible after the events before them.
public protocol ImportableBoard: Board {
    /// The revision of the last applied event. Impossible events are skipped.
    var appliedRev: Int { get }

    /// Describes a fault in the members of an event's data, or of an item in it, as a phrase
    /// without their values. Returns `nil` if there is no fault.
    func fault(in members: JSON) -> String?
}

extension ImportableBoard {
    /// Checks and applies an event.
    ///
    /// - Returns: a phrase that says why the event is impossible; `nil` if it is possible. The
    ///   board can't be used after an impossible event.
    public mutating func take(_ event: Event) -> String? {
        if event.isConfigured(of: declaration) {
            if let fault = boardSettings?.fault(in: event) { return fault }
            _ = observe(event)
            return nil
        }
        // The event of an undo contains items.
        let things = (event.data.members ?? [:]).values.filter { $0.members != nil }
        for members in [event.data] + things {
            if let fault = fault(in: members) { return fault }
        }
        _ = apply(event)
        return appliedRev == event.rev ? nil : "it can't have happened after the lines before it"
    }
}

extension JSON {
    /// Returns the first fault in the members of this object or of an object in it.
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

    /// Names the first member with an invalid value for its type. Returns `nil` if all are valid.
    ///
    /// - Parameter masked: the members that may be masked. The import decides how to treat them.
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
    /// The index of the board that adds each value to the items of each board, by board and value.
    private var extenders: [String: [String: Int]] = [:]

    /// - Parameter boards: the boards in their state before any event.
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
    /// - Returns: a phrase that says why the event is impossible; `nil` if it is possible. The
    ///   boards can't be used after an impossible event.
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
