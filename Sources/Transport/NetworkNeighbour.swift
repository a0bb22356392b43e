/// The smallest part of the network that one customer surely has to itself: an address of IPv4, and
/// a /64 of IPv6, within which a machine takes as many addresses as it likes (RFC 4862, 4).
public struct NetworkNeighbour: Sendable, Hashable {
    private let number: UInt64
    private let isIPv6: Bool

    public init(_ address: SocketAddress) {
        number = address.network
        isIPv6 = address.isIPv6
    }
}
