import Glibc
import PeerNumbers

/// A web address in its canonical spelling, such as `https://example.org/hooks/42?key=…`.
///
/// URL parsers disagree about other spellings, such as `http://2130706433/`, `http://127.1` or
/// `http://a\@b`, so a check could see another host than the connection. Such spellings are
/// refused.
public struct Destination: Sendable, Hashable {
    public static let bytesMax = 500

    /// `http://host:port` or `https://host:port`, as in the text.
    public let origin: String
    /// A name, or a numeric IP address without brackets.
    public let host: String
    /// 1 to 65535.
    public let port: Int
    /// The path and query for the request line, without the fragment.
    public let path: String

    /// - Throws: A sentence that says what to write. It does not repeat the text, which may contain
    ///   a secret.
    public init(_ text: String) throws(DestinationError) {
        guard text.utf8.count <= Self.bytesMax,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else {
            throw DestinationError(
                "It must have at most \(Self.bytesMax) characters, all of ASCII, without spaces "
                    + "and backslashes.")
        }
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            throw DestinationError("It must begin with https:// or http://.")
        }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else {
            throw DestinationError("It must not contain a user or a password.")
        }
        let (host, digits) = try Self.split(authority)
        self.host = host
        port = try digits.map(Self.portNumber) ?? (scheme == "https://" ? 443 : 80)
        origin = scheme + authority
        let rest = text.dropFirst(origin.utf8.count).prefix { $0 != "#" }
        path = rest.hasPrefix("/") ? String(rest) : "/" + rest
    }

    private init(origin: String, host: String, port: Int, path: String) {
        self.origin = origin
        self.host = host
        self.port = port
        self.path = path
    }

    /// Returns another address on the same server. Programs make it, so it may be longer than a
    /// person's.
    ///
    /// - Parameter path: a path and query, percent-encoded.
    /// - Returns: `nil` if `path` does not begin with `/`, is longer than 8,000 bytes, or has a
    ///   character that a request line can't have.
    public func at(_ path: String) -> Destination? {
        let isLegal = path.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#")
        }
        guard path.hasPrefix("/"), path.utf8.count <= 8000, isLegal else { return nil }
        return Destination(origin: origin, host: host, port: port, path: path)
    }

    /// The reach of the host; `nil` for a name, whose addresses are known only after a look-up.
    public var literalReach: AddressReach? {
        var v4 = in_addr()
        if inet_pton(AF_INET, host, &v4) == 1 {
            return AddressReach(of: withUnsafeBytes(of: v4) { Array($0) })
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, host, &v6) == 1 else { return nil }
        return AddressReach(of: withUnsafeBytes(of: v6) { Array($0) })
    }

    private static func split(
        _ authority: Substring
    ) throws(DestinationError) -> (host: String, port: Substring?) {
        let isInBrackets = authority.hasPrefix("[")
        let end =
            (isInBrackets ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":"))
            ?? authority.endIndex
        let host = authority[..<end]
        var rest = authority[end...]
        if isInBrackets {
            let digits = String(host.dropFirst())
            guard rest.first == "]", isIPv6(digits) else { throw badAddress }
            rest = rest.dropFirst()
            guard rest.isEmpty || rest.hasPrefix(":") else { throw badAddress }
            return (digits, rest.isEmpty ? nil : rest.dropFirst())
        }
        try check(name: host)
        return (String(host), rest.isEmpty ? nil : rest.dropFirst())
    }

    /// Checks a host name (RFC 1123, 2.1) or an IPv4 address of four decimal numbers. Some parsers
    /// read a name whose last label is a number as an address (URL Standard, "ends in a number").
    private static func check(name: Substring) throws(DestinationError) {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
            throw DestinationError("Its host is not a name such as example.org.")
        }
        let digits = last.lowercased()
        let isNumber = digits.utf8.allSatisfy(isDigit) || isHexadecimal(digits)
        if isNumber, !isIPv4(String(name)) { throw badAddress }
    }

    private static let badAddress = DestinationError(
        "Its host is an IP address in another form than 192.0.2.1 or [2001:db8::1].")

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_".utf8.contains(byte)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHexadecimal(_ label: String) -> Bool {
        label.hasPrefix("0x")
            && label.utf8.dropFirst(2).allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
    }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    private static func portNumber(_ digits: Substring) throws(DestinationError) -> Int {
        guard !digits.hasPrefix("0"), let port = Untrusted(digits)?.within(1...65_535) else {
            throw DestinationError("Its port must be a number from 1 to 65535.")
        }
        return port
    }
}

/// The reason why a text is not an address that can be called.
public struct DestinationError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    package init(_ description: String) { self.description = description }
}
