import Transport

/// The names and addresses for which an authority may vouch (name constraints, RFC 5280, section
/// 4.2.1.10). They prevent a thief of its key from impersonating a site of the internet.
///
/// They cover everything that exists only on private networks, so that a machine may get other
/// names and addresses without a new authority. Besides these they cover only the names for which
/// the authority was made.
struct PermittedNames {
    /// Domains outside the public name service, with all their hosts: those of RFC 6761, 6762 and
    /// 8375, the one that ICANN reserves for private use, and the one that most routers use.
    private static let domains = ["localhost", "local", "home.arpa", "internal", "lan"]

    /// Address and mask of the loopback, private, shared and link-local networks (RFC 6890).
    private static let networks = [
        "127.0.0.0/255.0.0.0", "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0",
        "192.168.0.0/255.255.0.0", "100.64.0.0/255.192.0.0", "169.254.0.0/255.255.0.0",
        "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fc00::/fe00::", "fe80::/ffc0::",
    ]

    let hostNames: [String]
    /// Each address is followed by a slash and its mask.
    let addresses: [String]

    init(including names: [ServerName]) {
        let hostNames = names.filter { !$0.isAddress }.map(\.text)
        let addresses = names.filter(\.isAddress).map(\.text)
        self.hostNames = Self.domains + hostNames.filter { !Self.domains.contains($0) }
        self.addresses = Self.networks + addresses.map { "\($0)/\(Self.maskOfOne($0))" }
    }

    private static func maskOfOne(_ address: String) -> String {
        address.contains(":")
            ? Array(repeating: "ffff", count: 8).joined(separator: ":") : "255.255.255.255"
    }
}
