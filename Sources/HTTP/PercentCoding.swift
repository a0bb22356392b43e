/// Percent-encoding of path pieces and query parts (RFC 3986 section 2.1).
public enum PercentCoding {
    /// `text` with its escapes undone.
    /// - Parameter plusAsSpace: whether `+` is a space, as in what forms send.
    /// - Returns: nil when an escape is malformed, the result is not UTF-8, or it holds NUL, which
    ///   no name has and C's file functions stop at.
    public static func decode(_ text: some StringProtocol, plusAsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case ASCII.percent:
                guard let high = rest.next().flatMap(ASCII.hexadecimalValue),
                    let low = rest.next().flatMap(ASCII.hexadecimalValue)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusAsSpace:
                bytes.append(ASCII.space)
            default:
                bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// `piece` as one piece of a path, or one part of a query: everything but unreserved
    /// characters is escaped, `/` and `+` too.
    public static func encode(_ piece: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(piece.utf8.count)
        for byte in piece.utf8 {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            case let byte where ASCII.isAlphanumeric(byte):
                bytes.append(byte)
            default:
                appendEscape(of: byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `target` with what no address may hold escaped (RFC 3986 section 2), such as quotes and angle
    /// brackets; escapes and separators stay as they are.
    public static func escapeForeign(in target: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(target.utf8.count)
        for byte in target.utf8 {
            switch byte {
            case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E:
                bytes.append(byte)
            default: appendEscape(of: byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(ASCII.percent)
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }
}
