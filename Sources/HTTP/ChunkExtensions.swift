/// The extensions between a chunk's size and the end of its line (RFC 9112 section 7.1.1): any
/// number of `;name`, `;name=token` and `;name="quoted"`, with white space around `;` and `=`.
enum ChunkExtensions {
    /// Whether `bytes` consist of any number of extensions, or none.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            skipWhitespace(&rest)
            guard skip(ASCII.semicolon, &rest) else { return false }
            skipWhitespace(&rest)
            guard skipToken(&rest) else { return false }
            let afterName = rest
            skipWhitespace(&rest)
            guard skip(ASCII.equals, &rest) else {
                rest = afterName
                continue
            }
            skipWhitespace(&rest)
            guard rest.first == ASCII.quote ? skipQuoted(&rest) : skipToken(&rest) else {
                return false
            }
        }
        return true
    }

    private static func skipWhitespace(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop(while: ASCII.isWhitespace)
    }

    private static func skip(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func skipToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let end = rest.drop(while: ASCII.isToken)
        guard end.startIndex > rest.startIndex else { return false }
        rest = end
        return true
    }

    /// Skips a quoted string (RFC 9110 section 5.6.4).
    private static func skipQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case ASCII.quote: return true
            case ASCII.backslash:
                guard let escaped = rest.popFirst(), ASCII.isText(escaped) else { return false }
            default:
                guard ASCII.isText(byte) else { return false }
            }
        }
        return false
    }
}
