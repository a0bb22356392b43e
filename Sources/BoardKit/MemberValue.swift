public import JSON
public import Sync

/// A value that a member of rows and of events' data represents.
public protocol MemberValue {
    /// The value for a member that is missing or `null`; `nil` if the member is required.
    static var ofMissing: Self? { get }

    /// Whether the member is left out.
    var isLeftOut: Bool { get }
    var member: JSON { get }

    /// Returns `nil` for JSON that `member` never returns.
    init?(member: JSON)
}

extension MemberValue {
    public static var ofMissing: Self? { nil }
    public var isLeftOut: Bool { false }
}

extension String: MemberValue {
    public var member: JSON { .string(self) }

    public init?(member: JSON) {
        guard let text = member.text else { return nil }
        self = text
    }
}

extension Int: MemberValue {
    public var member: JSON { JSON(self) }

    public init?(member: JSON) {
        guard let number = member.integer else { return nil }
        self = number
    }
}

extension Double: MemberValue {
    public var member: JSON { .number(self) }

    public init?(member: JSON) {
        guard case .number(let number) = member else { return nil }
        self = number
    }
}

/// Only `true` is written.
extension Bool: MemberValue {
    public static var ofMissing: Bool? { false }
    public var isLeftOut: Bool { !self }
    public var member: JSON { .bool(self) }

    public init?(member: JSON) {
        guard let flag = member.flag else { return nil }
        self = flag
    }
}

extension Instant: MemberValue {
    public var member: JSON { .string(description) }

    public init?(member: JSON) {
        guard let instant = member.instant else { return nil }
        self = instant
    }
}

extension JSON: MemberValue {
    public var member: JSON { self }

    public init?(member: JSON) {
        if member.isNull { return nil }
        self = member
    }
}

extension Optional: MemberValue where Wrapped: MemberValue {
    @inlinable public static var ofMissing: Wrapped?? { .some(nil) }
    @inlinable public var isLeftOut: Bool { self == nil }
    @inlinable public var member: JSON { self?.member ?? .null }

    @inlinable public init?(member: JSON) { self = Wrapped(member: member) }
}

/// A table of items by their ids.
extension Dictionary: MemberValue where Key: LedgerID, Value: MemberValue {
    public var member: JSON {
        var rows: [String: JSON] = [:]
        for (id, value) in self { rows[id.text] = value.member }
        return .object(rows)
    }

    public init?(member: JSON) {
        guard let rows = member.members else { return nil }
        self.init()
        for (text, row) in rows {
            guard let id = Key(text), let value = Value(member: row) else { return nil }
            self[id] = value
        }
    }
}

/// An empty array is left out.
extension Array: MemberValue where Element: MemberValue {
    public static var ofMissing: [Element]? { [] }
    public var isLeftOut: Bool { isEmpty }
    public var member: JSON { .array(map(\.member)) }

    /// Skips elements that are not of this type.
    public init?(member: JSON) {
        guard let elements = member.elements else { return nil }
        self = elements.compactMap(Element.init(member:))
    }
}
