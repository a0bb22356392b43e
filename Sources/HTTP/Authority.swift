/// A host with an optional port, as in `Host` and absolute targets (RFC 3986 section 3.2).
enum Authority {
    /// Whether `text` is a valid authority of an `http` URI: a host that is not empty, no user
    /// information (RFC 9110 section 4.2.4), and a valid port.
    static func isValid(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard let hostEnd = endOfHost(bytes), hostEnd > 0 else { return false }
        return hostEnd == bytes.count
            || (bytes[hostEnd] == ASCII.colon && isPort(bytes[(hostEnd + 1)...]))
    }

    private static func endOfHost(_ bytes: [UInt8]) -> Int? {
        guard bytes.first == UInt8(ascii: "[") else { return endOfName(bytes) }
        guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let address = bytes[1..<bracket]
        let colonCount = address.count { $0 == ASCII.colon }
        let isAddress = address.allSatisfy {
            ASCII.hexadecimalValue($0) != nil || $0 == ASCII.colon || $0 == UInt8(ascii: ".")
        }
        return isAddress && (2...7).contains(colonCount) ? bracket + 1 : nil
    }

    /// Returns the end of a registered name or IPv4 address: unreserved characters, sub-delims, and
    /// escapes.
    private static func endOfName(_ bytes: [UInt8]) -> Int? {
        var index = 0
        while index < bytes.count, bytes[index] != ASCII.colon {
            switch bytes[index] {
            case ASCII.percent:
                guard index + 2 < bytes.count,
                    ASCII.hexadecimalValue(bytes[index + 1]) != nil,
                    ASCII.hexadecimalValue(bytes[index + 2]) != nil
                else { return nil }
                index += 3
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
                UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
                UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
                index += 1
            case let byte where ASCII.isAlphanumeric(byte):
                index += 1
            default:
                return nil
            }
        }
        return index
    }

    /// Whether `digits` are a port. It may be empty, as in `example.org:` (RFC 3986 section 3.2.3).
    private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
        guard digits.count <= 5, digits.allSatisfy(ASCII.isDigit) else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }
}
