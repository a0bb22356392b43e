import Destinations
import Transport

/// The address under which other devices reach a hub, for links and QR codes. Avoids names that
/// work only on the hub's own machine, such as `localhost`.
public struct OutsideAddress: Sendable {
    /// The address that the operator has set, such as `https://hub.example`. It takes precedence.
    let given: String?
    /// The value of `HubOptions.host`.
    private let listeningHost: String?
    private let ownAddresses: @Sendable () -> [String]

    /// - Parameters:
    ///   - given: the value of `HubOptions.url`.
    ///   - listeningHost: the value of `HubOptions.host`.
    public init(given: String?, listeningHost: String?) {
        self.init(
            given: given, listeningHost: listeningHost,
            ownAddresses: { NetworkAddresses.all().map(\.host) })
    }

    init(
        given: String?, listeningHost: String?, ownAddresses: @escaping @Sendable () -> [String]
    ) {
        self.given = given.map { given in
            given.hasSuffix("/") ? String(given.dropLast()) : given
        }
        self.listeningHost = listeningHost
        self.ownAddresses = ownAddresses
    }

    /// Returns the hub's origin for other devices, such as `http://192.168.1.20:8080`. Returns
    /// `nil` if only this machine can reach the hub, because it listens on the loopback address
    /// only or there is no network.
    ///
    /// - Parameter names: the names in the hub's certificate; empty without a certificate.
    public func origin(isSecure: Bool, port: Int, names: [String] = []) -> String? {
        given ?? host(in: names).map { Self.origin(isSecure: isSecure, host: $0, port: port) }
    }

    /// Returns the hub's origin for other devices, given the authority of a request. Uses that
    /// authority unless it leads only to this machine.
    func origin(askedAs authority: String, isSecure: Bool, names: [String]) -> String? {
        if let given { return given }
        let asked = "\(isSecure ? "https" : "http")://\(authority)"
        let (host, port) = Self.parts(of: authority)
        guard Self.isThisMachine(host) else { return asked }
        return self.host(in: names).map {
            Self.origin(isSecure: isSecure, host: $0, port: port ?? (isSecure ? 443 : 80))
        }
    }

    /// Whether a host name or address leads every machine to itself. These are `localhost` and the
    /// names below it (RFC 6761, section 6.3), also with a full stop at the end; loopback addresses
    /// such as `127.0.0.1` and `::1`; and the unspecified addresses `0.0.0.0` and `::`, by which
    /// systems reach themselves.
    public static func isThisMachine(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        guard let address = SocketAddress(ip: name, port: 0) else { return false }
        return address.isLoopback || address.isUnspecified
    }

    /// Whether a hub with this `HubOptions.host` can be reached only from this machine.
    public static func isReachableOnlyLocally(_ host: String?) -> Bool {
        guard let host, !OwnAddress.isAllAddresses(host) else { return false }
        return isThisMachine(host)
    }

    private static func origin(isSecure: Bool, host: String, port: Int) -> String {
        let shown = host.contains(":") ? "[\(host)]" : host
        let isStandard = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(shown)" + (isStandard ? "" : ":\(port)")
    }

    private func host(in names: [String]) -> String? {
        if let listeningHost, !OwnAddress.isAllAddresses(listeningHost) {
            return Self.isThisMachine(listeningHost) ? nil : listeningHost
        }
        let addresses = ownAddresses()
        guard !addresses.isEmpty, !names.isEmpty else { return addresses.first }
        // A browser refuses a certificate that does not contain the name that it connects to.
        return addresses.first(where: names.contains)
            ?? names.first { !$0.hasPrefix("*") && !Self.isThisMachine($0) } ?? addresses.first
    }

    /// Splits an authority that the HTTP layer accepted into host, without brackets, and port.
    private static func parts(of authority: String) -> (host: String, port: Int?) {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            let host = authority[authority.index(after: authority.startIndex)..<end]
            return (String(host), Int(authority[authority.index(after: end)...].dropFirst()))
        }
        let pieces = authority.split(separator: ":", maxSplits: 1)
        return (pieces.first.map(String.init) ?? "", pieces.dropFirst().first.flatMap { Int($0) })
    }
}
