/// The network of one customer, as a key for limits: a single IPv4 address, or a /64 of IPv6,
/// within which one machine may take any number of addresses (RFC 4862, 4).
public struct NetworkPrefix: Sendable, Hashable {
    private let number: UInt64
    private let isIPv6: Bool

    public init(_ address: SocketAddress) {
        number = address.network
        isIPv6 = address.isIPv6
    }
}
