import PeerText

/// # The room `URIText`
///
/// The text of URIs, for rooms with and without HTTP.

/// Percent-encoding of path segments and parts of queries (RFC 3986, section 2.1).
public enum PercentCoding {
    /// Decodes the escapes in `text`.
    ///
    /// - Parameter plusAsSpace: Whether `+` stands for a space, as in the queries of forms.
    /// - Returns: `nil` if an escape is malformed, or if the result is not UTF-8 or contains NUL,
    ///   which would end it in C's file functions.
    public static func decode(_ text: Substring, plusAsSpace: Bool = false) -> String? {
        // Most texts have nothing to decode.
        let isEncoded = text.utf8.contains { byte in
            byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") || byte == 0
        }
        if !isEncoded { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(value(ofDigit:)),
                    let low = rest.next().flatMap(value(ofDigit:))
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusAsSpace:
                bytes.append(UInt8(ascii: " "))
            default:
                bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validatingOfPeer: bytes)
    }

    /// Encodes `piece` as a segment of a path or a part of a query. Escapes everything but unreserved
    /// characters (RFC 3986, section 2.3), including `/` and `+`.
    public static func encode(_ piece: some StringProtocol) -> String {
        escaping(piece) { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                false
            default: true
            }
        }
    }

    /// Escapes the characters of `target` that no URI may contain (RFC 3986, section 2), such as
    /// quotes and angle brackets. Keeps escapes and separators.
    public static func escapeIllegal(in target: some StringProtocol) -> String {
        escaping(target) { byte in
            switch byte {
            case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: false
            default: true
            }
        }
    }

    /// Appends the escape of a byte, such as `%2F`.
    public static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digit(byte >> 4))
        bytes.append(digit(byte & 15))
    }

    private static func escaping(
        _ text: some StringProtocol, where needsEscape: (UInt8) -> Bool
    ) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if needsEscape(byte) { appendEscape(of: byte, to: &bytes) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
