import CPlatform
import PeerText
import URIText

/// Normalises the paths of resources, because servers spell the same path differently.
enum DAVPath {
    /// Percent-encodes everything but unreserved characters and `/` (RFC 3986, section 2.3), and
    /// drops the query and the fragment.
    ///
    /// - Returns: `nil` for a path that is relative, leads upwards or contains a NUL.
    static func normalised(_ text: some StringProtocol) -> String? {
        let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard path.first == UInt8(ascii: "/") else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(path.count)
        var rest = Array(path)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = escape(rest) {
                rest = rest.dropFirst(2)
                append(escaped, to: &bytes)
            } else if byte == UInt8(ascii: "/") {
                bytes.append(byte)
            } else {
                append(byte, to: &bytes)
            }
        }
        let normalised = String(ofPeer: bytes)
        let leadsUp = normalised.split(separator: "/").contains { $0 == "." || $0 == ".." }
        return leadsUp || normalised.contains("%00") ? nil : normalised
    }

    private static func escape(_ rest: ArraySlice<UInt8>) -> UInt8? {
        guard rest.count >= 2, let high = digit(rest[rest.startIndex]),
            let low = digit(rest[rest.startIndex + 1])
        else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            bytes.append(byte)
        default: PercentCoding.appendEscape(of: byte, to: &bytes)
        }
    }

    /// Returns the last component, percent-decoded.
    static func lastName(of path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        return PercentCoding.decode(last) ?? String(last)
    }

    /// Returns the name of a new event: its UID if every server accepts it, otherwise a digest of
    /// it. A UID always gives the same name, so that a repeated creation finds the event.
    static func name(of uid: String, in calendar: String) -> String {
        let isPlain = uid.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._@+=".utf8.contains($0)
            }
        }
        let isSafe = isPlain && (1...100).contains(uid.utf8.count) && uid.first != "."
        return calendar + PercentCoding.encode(isSafe ? uid : digest(of: uid)) + ".ics"
    }

    private static func digest(of uid: String) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let bytes = Array(uid.utf8)
        precondition(platform_sha256(bytes, bytes.count, &digest) == 1, "no digest can be made")
        return digest.prefix(20).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
