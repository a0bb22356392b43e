import Transport

/// The names and addresses that an authority may vouch for (name constraints, RFC 5280, section
/// 4.2.1.10), so that whoever gets hold of its key can't pass for a site of the Internet.
///
/// They are wider than any certificate that it signs: a machine gets other names and addresses as
/// time goes by, and devices should not have to trust another authority for that. So they cover what
/// exists on private networks only, and besides that exactly the names that the authority is made
/// for.
struct PermittedNames {
    /// Domains outside the public name service, with all their hosts: RFC 6761, 6762 and 8375, the
    /// one that ICANN keeps for private use, and the one that most routers give out.
    private static let domains = ["localhost", "local", "home.arpa", "internal", "lan"]

    /// Address and mask of the networks that are loopback, private, shared or link-local (RFC 6890).
    private static let networks = [
        "127.0.0.0/255.0.0.0", "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0",
        "192.168.0.0/255.255.0.0", "100.64.0.0/255.192.0.0", "169.254.0.0/255.255.0.0",
        "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fc00::/fe00::", "fe80::/ffc0::",
    ]

    let hostNames: [String]
    /// Each with its mask.
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
