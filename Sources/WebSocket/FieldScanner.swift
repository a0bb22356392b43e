/// Reads the grammar that lists in fields are made of (RFC 9110, 5.6).
struct FieldScanner {
    private let bytes: [UInt8]
    private var position = 0

    /// A list that was sent over several fields is one list, in their order (RFC 9110, 5.3).
    init(_ values: [String]) {
        bytes = Array(values.joined(separator: ",").utf8)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads a whole list with `element`; nil if an element is malformed, or what follows it is no
    /// comma, or there is no element. Empty elements do not count (RFC 9110, 5.6.1.2).
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

    /// Passes `byte` if it comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    /// A token (RFC 9110, 5.6.2); nil if none stands here.
    mutating func token() -> String? {
        let start = position
        while let current, Self.isTokenCharacter(current) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A quoted string (RFC 9110, 5.6.4) without its quotes and escapes; nil if none stands here.
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
