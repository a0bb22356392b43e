/// JSON Pointer (RFC 6901).
enum JSONPointer {
    /// Returns the pointer to a member, or to a member of a member: `/parties/p_8x`.
    static func path(_ names: String...) -> String {
        names.map { "/" + escape($0) }.joined()
    }

    /// Returns the unescaped names of a pointer, or `nil` if it is not valid.
    static func names(_ path: String) -> [String]? {
        guard !path.isEmpty else { return [] }
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var names: [String] = []
        for part in path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            guard let name = unescape(part) else { return nil }
            names.append(name)
        }
        return names
    }

    private static func escape(_ name: String) -> String {
        // Compares bytes, because a `/` followed by a combining mark is a single character.
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
            case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescape(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
