/// An address that mail can be sent to: `ada@example.com`.
///
/// It has the plain form of RFC 5321, section 4.1.2, which every server accepts: ASCII, without
/// quotes, comments and address literals. It can therefore stand unescaped in a command or a
/// header.
public struct MailAddress: Sendable, Hashable {
    public static let bytesMax = 254
    /// The form of an address, as a regular expression for pages.
    public static let pattern =
        "^\\s*[\\w!#$%&'*+/=?^`{|}~-]+(\\.[\\w!#$%&'*+/=?^`{|}~-]+)*"
        + "@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*\\s*$"

    public let text: String
    /// The part after the `@`.
    public let domain: String

    /// Returns `nil` if the text is not such an address.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.bytesMax, parts.count == 2,
            Self.isLocalPart(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        self.text = text
        domain = String(parts[1])
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && atoms.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAtomByte) }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isAtomByte(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
