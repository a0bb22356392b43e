/// The bytes that the grammar names, and its character classes.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let percent = UInt8(ascii: "%")
    static let questionMark = UInt8(ascii: "?")
    static let slash = UInt8(ascii: "/")

    /// White space inside a line (OWS and BWS, RFC 9110 section 5.6.3).
    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 26
    }

    /// A character of a token (tchar, RFC 9110 section 5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: isAlphanumeric(byte)
        }
    }

    /// What a field value, a reason phrase or a chunk extension may hold: visible characters,
    /// obs-text, space and tab (RFC 9110 section 5.5). The RFC lets a recipient keep other control
    /// characters; here they are refused with NUL, CR and LF.
    static func isText(_ byte: UInt8) -> Bool {
        (byte >= space && byte != 0x7F) || byte == tab
    }

    /// The value of a hexadecimal digit, or nil.
    static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) {
            return byte - 0x30
        }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }

    /// `bytes` without the white space at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var start = bytes.startIndex
        var end = bytes.endIndex
        while start < end, isWhitespace(bytes[start]) { start += 1 }
        while start < end, isWhitespace(bytes[end - 1]) { end -= 1 }
        return bytes[start..<end]
    }

    /// Whether two texts are equal but for the case of ASCII letters.
    static func equalsIgnoringCase(_ one: some StringProtocol, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
