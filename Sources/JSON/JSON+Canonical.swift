extension JSON {
    /// The canonical form of the value (RFC 8785): members sorted by the UTF-16 code units of their
    /// names, no white space, numbers as ECMAScript writes them.
    public var canonical: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The canonical form as text.
    public var canonicalText: String { String(decoding: canonical, as: UTF8.self) }

    /// The approximate length of the canonical form in bytes, found without writing it: escapes are
    /// not counted, and a number counts ten.
    public var approximateBytes: Int {
        switch self {
        case .null, .bool: 5
        case .number: 10
        case .string(let value): value.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + $1.approximateBytes }
        case .object(let members):
            members.reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.approximateBytes }
        }
    }

    /// Appends the canonical form.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(true): bytes.append(contentsOf: "true".utf8)
        case .bool(false): bytes.append(contentsOf: "false".utf8)
        case .number(let value): Self.write(value, to: &bytes)
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let elements): Self.write(elements, to: &bytes)
        case .object(let members): Self.write(members, to: &bytes)
        }
    }

    private static func write(_ elements: [JSON], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            element.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: [String: JSON], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, value) in members.sorted(by: { precedes($0.key, $1.key) }) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Whether a name comes before another one (RFC 8785, section 3.2.3). UTF-16 and UTF-8 order
    /// names in the same way, unless one of them has a character from U+E000 on, because UTF-16
    /// writes some of these as surrogates.
    static func precedes(_ one: String, _ other: String) -> Bool {
        let firstByteBeyondSurrogates: UInt8 = 0xEE
        return withUTF8(of: one, other) { bytes, otherBytes in
            let count = min(bytes.count, otherBytes.count)
            var index = 0
            while index < count, bytes[index] == otherBytes[index] { index += 1 }
            if index == count { return bytes.count < otherBytes.count }
            if max(bytes[index], otherBytes[index]) >= firstByteBeyondSurrogates {
                return one.utf16.lexicographicallyPrecedes(other.utf16)
            }
            return bytes[index] < otherBytes[index]
        }
    }

    /// Appends a text in quotes, with the same escapes as ECMAScript's `JSON.stringify`.
    public static func write(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            // Most texts need no escape.
            let isPlain = utf8.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
            if isPlain { return bytes.append(contentsOf: utf8) }
            for byte in utf8 {
                if let escape = escape(byte) { bytes += escape } else { bytes.append(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns the escape of a byte, or `nil` if it needs none.
    private static func escape(_ byte: UInt8) -> [UInt8]? {
        switch byte {
        case UInt8(ascii: "\""): return Array("\\\"".utf8)
        case UInt8(ascii: "\\"): return Array("\\\\".utf8)
        case 0x20...: return nil
        case 0x08: return Array("\\b".utf8)
        case 0x09: return Array("\\t".utf8)
        case 0x0A: return Array("\\n".utf8)
        case 0x0C: return Array("\\f".utf8)
        case 0x0D: return Array("\\r".utf8)
        default:
            let digits = Array("0123456789abcdef".utf8)
            return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func write(digitsOf value: UInt, to bytes: inout [UInt8]) {
        if value > 9 { write(digitsOf: value / 10, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    /// Appends a number as ECMAScript's `Number::toString` does (RFC 8785, section 3.2.2.3).
    private static func write(_ value: Double, to bytes: inout [UInt8]) {
        // JSON can't express these. The parser never produces them, and neither do the boards'
        // rules.
        guard value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        if value.rounded() == value, value.magnitude < 9_007_199_254_740_992 {
            if value < 0 { bytes.append(UInt8(ascii: "-")) }
            return write(digitsOf: UInt(value.magnitude), to: &bytes)
        }
        let decimal = Decimal(shortest: value)
        bytes.append(contentsOf: decimal.ecmaScript.utf8)
    }
}

/// The shortest decimal digits that are read as the same double, and the position of their point.
private struct Decimal {
    var isNegative: Bool
    var digits: [Character]
    /// The value is 0.d₁d₂d₃… × 10 to this power.
    var exponent: Int

    init(shortest value: Double) {
        // Swift prints the shortest digits too, but in another notation.
        let printed = value.magnitude.description
        let parts = printed.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        var all = Array(mantissa[0] + fraction)
        var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while all.count > 1, all.first == "0" {
            all.removeFirst()
            point -= 1
        }
        while all.count > 1, all.last == "0" { all.removeLast() }
        isNegative = value < 0
        digits = all
        exponent = point
    }

    var ecmaScript: String {
        let count = digits.count
        let sign = isNegative ? "-" : ""
        let text = String(digits)
        if count <= exponent, exponent <= 21 {
            return sign + text + String(repeating: "0", count: exponent - count)
        }
        if 0 < exponent, exponent <= 21 {
            return sign + String(digits[..<exponent]) + "." + String(digits[exponent...])
        }
        if -6 < exponent, exponent <= 0 {
            return sign + "0." + String(repeating: "0", count: -exponent) + text
        }
        let power = exponent - 1
        let tail = count > 1 ? "." + String(digits[1...]) : ""
        return sign + String(digits[0]) + tail + "e" + (power < 0 ? "-" : "+")
            + String(power.magnitude)
    }
}
