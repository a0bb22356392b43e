public import Transport

/// A name or an address of a server, in the form for certificates.
public struct ServerName: Sendable, Hashable, CustomStringConvertible {
    /// The name in lower case, or the address in its shortest form.
    public let text: String
    public let isAddress: Bool

    public var description: String { text }

    /// Throws `invalidName` for anything but a numeric address or a name of letters, digits and
    /// hyphens between dots (RFC 1123, section 2.1). Other scripts need the `xn--` form (RFC 5280,
    /// section 7.2). Wildcards (`*`) are not allowed.
    public init(_ text: String) throws(CertificateError) {
        if let address = SocketAddress(ip: text, port: 0) {
            self.init(address)
        } else if ServerName.isHostName(text) {
            self.init(text: text.lowercased(), isAddress: false)
        } else {
            throw .invalidName(text)
        }
    }

    public init(_ address: SocketAddress) {
        self.init(text: address.host, isAddress: true)
    }

    private init(text: String, isAddress: Bool) {
        self.text = text
        self.isAddress = isAddress
    }

    private static func isHostName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A name whose last label is a number is meant to be an address (RFC 3696, section 2).
        guard text.utf8.count <= 253, let last = labels.last, !last.allSatisfy(isDigit) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.allSatisfy(isOfLabel)
                && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfLabel(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return isDigit(byte) || byte == UInt8(ascii: "-")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    }
}
