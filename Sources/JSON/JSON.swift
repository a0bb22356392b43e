/// A JSON value (RFC 8259), and the room that reads and writes them.
///
/// The hub's documents, messages and events are all of this one type. The room parses text with
/// limits on its depth, refuses what two readers could understand differently (a name twice, a lone
/// surrogate, a number that no double can hold: RFC 7493, I-JSON), and writes one form only, the
/// canonical one of RFC 8785, so that equal values are equal bytes and can be hashed.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])
}

extension JSON: Equatable {
    /// Equality of JSON values: numbers by value (`4.0` is `4`), texts and names by their code points.
    ///
    /// Swift calls two texts equal when they are canonically equivalent; here they also have to be
    /// the same bytes, since the hash of a document is over bytes.
    public static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a == b && a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count
                && a.allSatisfy { name, value in
                    guard let index = b.index(forKey: name) else { return false }
                    return b[index].key.utf8.elementsEqual(name.utf8) && b[index].value == value
                }
        default: false
        }
    }
}

extension JSON {
    /// A whole number. Exact up to 2⁵³, as every number of JSON is.
    public init(_ integer: Int) { self = .number(Double(integer)) }

    /// An object of the members that have a value; the others are left out, never `null`.
    public init(present members: [String: JSON?]) {
        self = .object(members.compactMapValues { $0 })
    }

    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    public var text: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    public var members: [String: JSON]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    public var elements: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    public var flag: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var isNull: Bool { self == .null }

    /// The number as a whole one: `nil` when it is no number, has a fraction, or lies beyond ±2⁵³,
    /// where doubles no longer tell neighbours apart.
    public var integer: Int? {
        guard case .number(let value) = self, value.rounded() == value,
            value.magnitude <= 9_007_199_254_740_992
        else { return nil }
        return Int(value)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self.init(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(Dictionary(members, uniquingKeysWith: { _, last in last }))
    }
}
