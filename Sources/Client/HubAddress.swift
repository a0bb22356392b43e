/// The address of a hub: `http://host:port` or `https://host:port`, with an IPv6 address in
/// brackets.
public struct HubAddress: Sendable, Hashable {
    /// A name, or a numeric address without brackets.
    public let host: String
    /// 1 to 65535. The default is that of the scheme, 80 or 443.
    public let port: Int
    /// Whether the hub is reached with TLS.
    public let isSecure: Bool
    /// A PEM file with the authorities to trust, or `nil` for those that this machine trusts.
    public var authoritiesPath: String?

    /// Reads `http://host`, `http://host:port` or `http://[::1]:port`, also with `https` and with a
    /// slash at the end. For any other text, throws a sentence that says what to write.
    public init(_ text: String) throws(HubAddressError) {
        var rest = Substring(text)
        isSecure = try Self.takeScheme(&rest)
        if rest.hasSuffix("/") { rest.removeLast() }
        guard !rest.contains("@") else {
            throw HubAddressError("The address must not contain a user or a password.")
        }
        guard !rest.contains(where: { "/?#".contains($0) }) else {
            throw HubAddressError("The address must end after the host and the port.")
        }
        let (host, port) = try Self.split(rest)
        self.host = host
        self.port = try Self.portNumber(port) ?? (isSecure ? 443 : 80)
    }

    /// The host and port in the form of the `Host` field: `[::1]:8080`, `localhost`.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// - Returns: Whether the scheme is `https`.
    private static func takeScheme(_ rest: inout Substring) throws(HubAddressError) -> Bool {
        guard let end = rest.firstRange(of: "://") else { throw noScheme }
        let scheme = rest[..<end.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw noScheme }
        rest = rest[end.upperBound...]
        return scheme == "https"
    }

    private static let noScheme = HubAddressError(
        "The address must begin with http:// or https://, such as \(example).")

    private static func split(
        _ authority: Substring
    ) throws(HubAddressError) -> (host: String, port: Substring?) {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else {
                throw HubAddressError("The bracket of the IPv6 address is not closed.")
            }
            let host = authority[authority.index(after: authority.startIndex)..<end]
            guard host.contains(":"), host.utf8.allSatisfy(isAddressByte) else {
                throw HubAddressError("The text in the brackets is not an IPv6 address.")
            }
            let rest = authority[authority.index(after: end)...]
            if rest.isEmpty { return (String(host), nil) }
            guard rest.hasPrefix(":") else {
                throw HubAddressError("Only :port may follow the brackets.")
            }
            return (String(host), rest.dropFirst())
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else {
            throw HubAddressError(
                "An IPv6 address must be in brackets, such as http://[::1]:80.")
        }
        guard let host = parts.first, !host.isEmpty else {
            throw HubAddressError("The address has no host; write it like \(example).")
        }
        guard host.utf8.allSatisfy(isNameByte) else {
            throw HubAddressError("The host has a character that host names can't have.")
        }
        return (String(host), parts.count == 2 ? parts[1] : nil)
    }

    private static func portNumber(_ digits: Substring?) throws(HubAddressError) -> Int? {
        guard let digits else { return nil }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(digits), (1...65_535).contains(port)
        else { throw HubAddressError("The port must be a number from 1 to 65535.") }
        return port
    }

    private static let example = "http://localhost:8080"

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension HubAddress: CustomStringConvertible {
    public var description: String { (isSecure ? "https://" : "http://") + authority }
}

/// The reason why a text is not the address of a hub. It never repeats the text, which may contain
/// a password.
public struct HubAddressError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
