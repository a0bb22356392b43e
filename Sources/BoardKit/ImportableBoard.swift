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

/// Imports another system's data into a venue that no hub is running, by
/// `tablecast import <name> FILE`. Its properties are the command's options.
public protocol BoardImporter: Sendable {
    /// The name of the command: `restaurantqueue`.
    static var name: String { get }

    /// What the command's help says that it does, as one sentence.
    static var summary: String { get }

    /// What people should do after an import; empty if nothing.
    static var advice: String { get }

    /// Imports a file. The result is the events that the venue then has for its journal.
    func run(_ file: consuming [UInt8], into venue: inout Venue, at now: Instant) -> ImportReport
}

/// The result of an import.
public struct ImportReport: Sendable {
    /// The number of imported records.
    public var importedCount = 0
    /// The number of records that were imported before.
    public var knownCount = 0
    /// The refused records: the line, from 1, and the reason, which never contains a guest's name.
    public var refused: [(line: Int, reason: String)] = []
    /// The result as the command tells it; `nil` for the numbers of imported and known records.
    public var summary: String?
    /// What else the command tells, line by line.
    public var remarks: [String] = []
    /// Why nothing was imported, line by line. The command fails then.
    public var failures: [String] = []

    public init() {}
}

/// Exports a part of a venue as a file of another system, by `tablecast export <name>`.
public protocol BoardExporter: Sendable {
    /// The name of the command: `menu`.
    static var name: String { get }

    /// What the command's help says that it does, as one sentence.
    static var summary: String { get }

    /// The content of the file; `nil` if the venue does not have the board.
    static func run(_ venue: Venue) -> [UInt8]?
}

/// What other boards have stored with a thing of this board, by name, through their extensions of
/// its actions.
package struct Extras: Sendable, Equatable {
    package private(set) var members: [String: JSON] = [:]

    package init() {}

    /// Reads them from an event's data, or a thing's.
    package init(in data: JSON) { members = data[Event.extrasMember]?.members ?? [:] }

    /// Applies an event's changes. `null` removes a value.
    package mutating func change(by event: Event) {
        for (name, value) in event.extras { members[name] = value.isNull ? nil : value }
    }

    /// For a thing's data; `nil` if there are none.
    package var json: JSON? { members.isEmpty ? nil : .object(members) }
}

extension Extras: SavedValue {
    package func write(to writer: inout StateWriter) {
        writer.write(members)
    }

    package init(from reader: inout StateReader) throws(StateError) {
        members = try reader.read()
    }

    package func isSame(as other: Extras) -> Bool { self == other }
}
