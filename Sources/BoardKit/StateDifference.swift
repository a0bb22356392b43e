public import JSON
public import Sync

/// A state whose fields are listed once, for saving and restoring, for rows, and for the data of
/// events.
public protocol FieldState: LedgerState {
    /// The state that an item's first state is compared with.
    static var blank: Self { get }

    /// Calls `fields` with each field and the same field of another state, always in the same
    /// order. Fields that are members of rows or of events' data have the member's name.
    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError)
}

extension FieldState {
    public func write(to writer: inout StateWriter, after previous: Self?) {
        var fields = StateFields(.save)
        var state = self
        // Only restoring can fail.
        try? state.visit(&fields, previous ?? .blank)
        fields.write(to: &writer)
    }

    public init(from reader: inout StateReader, after previous: Self?) throws(StateError) {
        let previous = previous ?? .blank
        self = previous
        var fields = try StateFields(reading: reader)
        try visit(&fields, previous)
        reader = fields.reader
    }

    /// Reads a new item from the data of an event, or from `json`. Returns `nil` if a member is
    /// missing or malformed.
    package init?(_ data: JSON) {
        self = .blank
        guard change(by: data) else { return nil }
    }

    /// Applies the members that are present; `null` removes a value.
    ///
    /// - Returns: whether all members that a new item needs are present.
    @inlinable @discardableResult
    public mutating func change(by data: JSON) -> Bool {
        var fields = StateFields(.change)
        fields.data = data
        fields.unreadCount = data.members?.count ?? 0
        // Only restoring can fail, and only saving looks at another state.
        try? visit(&fields, .blank)
        return fields.isComplete
    }

    /// Returns the members that these readers may see.
    ///
    /// - Parameter names: the requested members; `nil` for all.
    package func members(
        for readers: FieldReaders = .journal, named names: [String]? = nil
    ) -> [String: JSON] {
        var fields = StateFields(.show)
        fields.readers = readers
        fields.names = names
        var state = self
        try? state.visit(&fields, self)
        return fields.members
    }

    package var json: JSON { .object(members()) }
}

/// A record that is a member of another record.
extension MemberValue where Self: FieldState {
    public var member: JSON { .object(members()) }

    public init?(member: JSON) {
        self = .blank
        guard change(by: member) else { return nil }
    }
}

/// The readers of a field. Each also sees the fields of those before it.
public enum FieldReaders: Int, Sendable {
    case everybody
    case staff
    /// Readers of the journal's events.
    case journal
}

/// A value that is saved as its difference from a blank one.
public protocol SavedFields: FieldState, SavedValue {}

extension SavedFields {
    public func write(to writer: inout StateWriter) { write(to: &writer, after: nil) }

    public init(from reader: inout StateReader) throws(StateError) {
        try self.init(from: &reader, after: nil)
    }

    public func isSame(as other: Self) -> Bool {
        var fields = StateFields(.save)
        var value = self
        try? value.visit(&fields, other)
        return fields.isEmpty
    }
}

/// A visitor of a state's fields. It saves the fields that differ from another state's, as a number
/// whose bits name them and then their values; restores them; shows fields as members of JSON; or
/// changes fields by members.
public struct StateFields {
    @usableFromInline enum Task {
        case save
        case restore
        case show
        case change
    }

    @usableFromInline let task: Task
    @usableFromInline var reader = StateReader([])
    @usableFromInline var written = StateWriter()
    @usableFromInline var present = 0
    @usableFromInline var bit = 1
    @usableFromInline var readers = FieldReaders.journal
    @usableFromInline var names: [String]?
    @usableFromInline var members: [String: JSON] = [:]
    @usableFromInline var data = JSON.null
    /// The number of the data's members that no field has read yet. Most edits have one member.
    @usableFromInline var unreadCount = 0
    @usableFromInline var isComplete = true

    @usableFromInline init(_ task: Task) { self.task = task }

    fileprivate init(reading reader: StateReader) throws(StateError) {
        task = .restore
        self.reader = reader
        present = try self.reader.read()
    }

    fileprivate var isEmpty: Bool { present == 0 }

    @inlinable public mutating func callAsFunction<Value: SavedValue>(
        _ value: inout Value, _ old: Value
    ) throws(StateError) {
        switch task {
        case .restore: if present & bit != 0 { value = try reader.read() }
        case .save:
            if !value.isSame(as: old) {
                present |= bit
                value.write(to: &written)
            }
        case .show, .change: return
        }
        bit <<= 1
    }

    /// - Parameter isGiven: whether the event that creates an item contains the member.
    @inlinable public mutating func callAsFunction<Value: SavedValue & MemberValue>(
        _ name: String, _ value: inout Value, _ old: Value, for readers: FieldReaders = .staff,
        isGiven: Bool = true
    ) throws(StateError) {
        switch task {
        case .save, .restore: try self(&value, old)
        case .show:
            if readers.rawValue <= self.readers.rawValue, names?.contains(name) != false,
                !value.isLeftOut
            {
                members[name] = value.member
            }
        case .change:
            let member = unreadCount > 0 ? data[name] : nil
            if member != nil { unreadCount -= 1 }
            let read = member.flatMap(Value.init(member:)) ?? Value.ofMissing
            if member != nil, let read { value = read }
            if isGiven, read == nil { isComplete = false }
        }
    }

    fileprivate func write(to writer: inout StateWriter) {
        writer.write(present)
        writer.append(written.bytes)
    }
}
