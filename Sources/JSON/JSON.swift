/// # The room `JSON`
///
/// Reads and writes JSON values. The hub's documents, messages and events all have this one type.
///
/// The parser limits the depth and refuses what two readers could understand differently: repeated
/// names, unpaired surrogates, numbers that no double can hold (RFC 7493, I-JSON). The only form
/// that is written is the canonical one (RFC 8785), so that equal values are equal bytes and can be
/// hashed.

/// A JSON value (RFC 8259).
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])
}

extension JSON: Equatable {
    /// Whether two values are equal: numbers by value (`4.0` is `4`), texts and names by their
    /// UTF-8 bytes.
    ///
    /// Swift's `==` also holds for texts that are canonically equivalent. The hash of a document is
    /// computed from bytes, so these have to differ here.
    public static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): isSameText(a, b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count
                && a.allSatisfy { name, value in
                    guard let index = b.index(forKey: name) else { return false }
                    return isSameText(b[index].key, name) && b[index].value == value
                }
        default: false
        }
    }

    private static func isSameText(_ one: String, _ other: String) -> Bool {
        withUTF8(of: one, other) { $0.count == $1.count && $0.elementsEqual($1) }
    }

    static func withUTF8<Result>(
        of one: String, _ other: String,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var (one, other) = (one, other)
        return one.withUTF8 { one in other.withUTF8 { body(one, $0) } }
    }
}

extension JSON {
    /// Creates a whole number, which is exact up to 2⁵³.
    public init(_ integer: Int) { self = .number(Double(integer)) }

    /// Creates an object of the members that have a value. The others are left out.
    public init(present members: [String: JSON?]) {
        self = .object(members.compactMapValues { $0 })
    }

    /// The member of that name, or `nil` if there is none or the value is not an object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The value as a text, or `nil` if it is not one.
    public var text: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The members of an object, or `nil` if the value is not one.
    public var members: [String: JSON]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The elements of an array, or `nil` if the value is not one.
    public var elements: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The value as a boolean, or `nil` if it is not one.
    public var flag: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var isNull: Bool { self == .null }

    /// The value as a whole number. `nil` if it is not a number, has a fraction, or lies beyond
    /// ±2⁵³, where doubles are not exact.
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
