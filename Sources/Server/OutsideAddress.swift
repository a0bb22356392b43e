import Transport

/// Under which address other devices reach a hub. What is printed or shown for them never names this
/// machine as only this machine knows it.
public struct OutsideAddress: Sendable {
    /// What the operator named, such as `https://hub.example`; it goes before everything else.
    private let given: String?
    /// As `HubOptions.host`.
    private let listeningHost: String?
    private let ownAddresses: @Sendable () -> [String]

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

    /// `http://192.168.1.20:8080`, or `nil` where only this machine reaches the hub: it listens on
    /// the loopback alone, or there is no network.
    ///
    /// - Parameter names: those of the hub's certificate; empty without one.
    public func origin(isSecure: Bool, port: Int, names: [String] = []) -> String? {
        given ?? host(in: names).map { Self.origin(isSecure: isSecure, host: $0, port: port) }
    }

    /// The same for somebody who asked the hub by `authority` and so knows an address of it.
    func origin(askedAs authority: String, isSecure: Bool, names: [String]) -> String? {
        if let given { return given }
        let asked = "\(isSecure ? "https" : "http")://\(authority)"
        let (host, port) = Self.parts(of: authority)
        guard Self.isThisMachine(host) else { return asked }
        return self.host(in: names).map {
            Self.origin(isSecure: isSecure, host: $0, port: port ?? (isSecure ? 443 : 80))
        }
    }

    /// Whether a name or an address leads each machine to itself: `localhost` (RFC 6761, section
    /// 6.3), with a full stop at its end too, `127.0.0.1`, `::1`, and the addresses that stand for none,
    /// `0.0.0.0` and `::`, by which systems reach themselves.
    public static func isThisMachine(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        guard let address = SocketAddress(ip: name, port: 0) else { return false }
        return address.isLoopback || address.isUnspecified
    }

    /// Whether a hub with this `HubOptions.host` is reached from this machine alone.
    public static func isThisMachineAlone(_ host: String?) -> Bool {
        guard let host, !isEverywhere(host) else { return false }
        return isThisMachine(host)
    }

    /// Whether a hub with this `HubOptions.host` listens on all of the machine's addresses.
    public static func isEverywhere(_ host: String?) -> Bool {
        [nil, "*", "::", "0.0.0.0"].contains(host)
    }

    private static func origin(isSecure: Bool, host: String, port: Int) -> String {
        let shown = host.contains(":") ? "[\(host)]" : host
        let isStandard = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(shown)" + (isStandard ? "" : ":\(port)")
    }

    private func host(in names: [String]) -> String? {
        if let listeningHost, !Self.isEverywhere(listeningHost) {
            return Self.isThisMachine(listeningHost) ? nil : listeningHost
        }
        let addresses = ownAddresses()
        guard !addresses.isEmpty, !names.isEmpty else { return addresses.first }
        // A browser refuses a certificate that does not have the name by which it asks.
        return addresses.first(where: names.contains)
            ?? names.first { !$0.hasPrefix("*") && !Self.isThisMachine($0) } ?? addresses.first
    }

    /// Host, without brackets, and port of an authority that the HTTP layer let pass.
    private static func parts(of authority: String) -> (host: String, port: Int?) {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            let host = authority[authority.index(after: authority.startIndex)..<end]
            return (String(host), Int(authority[authority.index(after: end)...].dropFirst()))
        }
        let pieces = authority.split(separator: ":", maxSplits: 1)
        return (pieces.first.map(String.init) ?? "", pieces.dropFirst().first.flatMap { Int($0) })
    }
}
