/// Reads lists in header fields (RFC 9110, 5.6).
struct FieldScanner {
    private let bytes: [UInt8]
    private var position = 0

    /// Joins the values of several fields to one list, in their order (RFC 9110, 5.3).
    init(_ values: [String]) {
        bytes = Array(values.joined(separator: ",").utf8)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads a whole list with `element`. Returns `nil` if an element is malformed or is not
    /// followed by a comma, or if there is none. Ignores empty elements (RFC 9110, 5.6.1.2).
    mutating func list<Element>(
        of element: (inout FieldScanner) -> Element?
    ) -> [Element]? {
        var elements: [Element] = []
        while true {
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            if current == nil { break }
            guard let next = element(&self) else { return nil }
            elements.append(next)
            skipSpace()
            guard current == nil || take(UInt8(ascii: ",")) else { return nil }
        }
        return elements.isEmpty ? nil : elements
    }

    mutating func skipSpace() {
        while let current, current == UInt8(ascii: " ") || current == UInt8(ascii: "\t") {
            position += 1
        }
    }

    /// Skips `byte` if it comes next. Returns whether it did.
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// Reads a token (RFC 9110, 5.6.2). Returns `nil` if there is none.
    mutating func token() -> String? {
        let start = position
        while let current, Self.isTokenCharacter(current) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads a quoted string (RFC 9110, 5.6.4) and removes its quotes and escapes. Returns `nil` if
    /// there is none.
    mutating func quotedString() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var content: [UInt8] = []
        while let byte = current, byte != UInt8(ascii: "\"") {
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                content.append(byte)
                continue
            }
            guard let escaped = current else { return nil }
            content.append(escaped)
            position += 1
        }
        return take(UInt8(ascii: "\"")) ? String(decoding: content, as: UTF8.self) : nil
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenCharacter)
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
