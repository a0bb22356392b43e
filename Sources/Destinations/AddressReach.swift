/// The reach of an IP address: the part of the network in which its machine can be, according to
/// IANA's registries of special-purpose addresses (RFC 6890 and its updates).
public enum AddressReach: Sendable, Equatable {
    /// The internet.
    case global
    /// This machine, its network, or one that its operator shares with others: loopback, private,
    /// link-local, shared (RFC 6598) and benchmarking addresses.
    case local
    /// An address that must not be called: unspecified, multicast, documentation and reserved
    /// addresses.
    case none

    /// - Parameter address: The address in network byte order, 4 bytes for IPv4 or 16 for IPv6. Any
    ///   other number of bytes gives `none`.
    public init(of address: [UInt8]) {
        switch address.count {
        case 4: self = Self.reach(ofIPv4: address)
        case 16: self = Self.reach(ofIPv6: address)
        default: self = .none
        }
    }

    /// - Parameter allowsLocal: Whether addresses of this machine and of private networks may be
    ///   called.
    public func mayBeCalled(allowsLocal: Bool) -> Bool {
        switch self {
        case .global: true
        case .local: allowsLocal
        case .none: false
        }
    }

    private static func reach(ofIPv4 address: [UInt8]) -> AddressReach {
        blocksOfIPv4.first { $0.contains(address) }?.reach ?? .global
    }

    /// Returns the reach of an IPv6 address. An address that embeds an IPv4 address has the reach
    /// of that one.
    private static func reach(ofIPv6 address: [UInt8]) -> AddressReach {
        for (block, place) in embeddings where block.contains(address) {
            return reach(ofIPv4: Array(address[place..<(place + 4)]))
        }
        return blocksOfIPv6.first { $0.contains(address) }?.reach ?? .none
    }

    /// https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast (RFC 5771).
    private static let blocksOfIPv4 = [
        AddressBlock([0], 8, .none),
        AddressBlock([10], 8, .local),
        AddressBlock([100, 64], 10, .local),
        AddressBlock([127], 8, .local),
        AddressBlock([169, 254], 16, .local),
        AddressBlock([172, 16], 12, .local),
        AddressBlock([192, 0, 0], 24, .none),
        AddressBlock([192, 0, 2], 24, .none),
        AddressBlock([192, 88, 99], 24, .none),
        AddressBlock([192, 168], 16, .local),
        AddressBlock([198, 18], 15, .local),
        AddressBlock([198, 51, 100], 24, .none),
        AddressBlock([203, 0, 113], 24, .none),
        AddressBlock([224], 3, .none),
    ]

    /// https://www.iana.org/assignments/iana-ipv6-special-registry. Global unicast addresses are
    /// `2000::/3` (RFC 4291, 2.4). All other addresses are unassigned.
    private static let blocksOfIPv6 = [
        // Loopback. The unspecified address is not in the table.
        AddressBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, .local),
        // IPv4/IPv6 translation within a network (RFC 8215).
        AddressBlock([0x00, 0x64, 0xff, 0x9b, 0x00, 0x01], 48, .local),
        // Protocol assignments, including Teredo (RFC 2928).
        AddressBlock([0x20, 0x01, 0x00], 23, .none),
        AddressBlock([0x20, 0x01, 0x0d, 0xb8], 32, .none),
        AddressBlock([0x3f, 0xff, 0x00], 20, .none),
        AddressBlock([0x20], 3, .global),
        AddressBlock([0xfc], 7, .local),
        // Link-local addresses, and the deprecated site-local ones (RFC 3879).
        AddressBlock([0xfe, 0x80], 9, .local),
    ]

    /// Blocks of IPv6 addresses that contain an IPv4 address, and its offset in bytes.
    private static let embeddings = [
        // IPv4-mapped (RFC 4291, 2.5.5.2).
        (AddressBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96, .none), 12),
        // NAT64 (RFC 6052).
        (AddressBlock([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96, .none), 12),
        // 6to4 (RFC 3056).
        (AddressBlock([0x20, 0x02], 16, .none), 2),
    ]
}

/// A block of addresses that begin with the same bits.
private struct AddressBlock {
    private let prefix: [UInt8]
    private let bitCount: Int
    let reach: AddressReach

    /// - Parameter prefix: The bytes that contain the first `bitCount` bits. The bits after them
    ///   are zero.
    init(_ prefix: [UInt8], _ bitCount: Int, _ reach: AddressReach) {
        self.prefix = prefix
        self.bitCount = bitCount
        self.reach = reach
    }

    func contains(_ address: [UInt8]) -> Bool {
        let wholeBytes = bitCount / 8
        guard address.starts(with: prefix.prefix(wholeBytes)) else { return false }
        let bitsLeft = bitCount % 8
        guard bitsLeft > 0 else { return true }
        return (address[wholeBytes] ^ prefix[wholeBytes]) >> (8 - bitsLeft) == 0
    }
}
