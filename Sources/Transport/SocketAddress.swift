import Glibc

/// An address and a port of IPv4 or IPv6.
///
/// An IPv4-mapped IPv6 address, such as `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2), is stored as the
/// IPv4 address. A dual-stack socket reports its IPv4 peers this way, and one peer should have one
/// address.
public struct SocketAddress: Sendable, Hashable {
    /// The address as a 128-bit number. An IPv4 address is the lower 32 bits of `low`.
    private let high: UInt64
    private let low: UInt64
    /// The interface of a link-local IPv6 address.
    private let scope: UInt32
    private let portNumber: UInt16
    let isIPv6: Bool

    private init(high: UInt64, low: UInt64, scope: UInt32, port: UInt16, isIPv6: Bool) {
        let isMappedIPv4 = isIPv6 && high == 0 && low >> 32 == 0xffff
        self.high = high
        self.low = isMappedIPv4 ? low & 0xffff_ffff : low
        self.scope = isMappedIPv4 ? 0 : scope
        self.portNumber = port
        self.isIPv6 = isIPv6 && !isMappedIPv4
    }

    private init(v4: UInt32, port: UInt16) {
        self.init(high: 0, low: UInt64(v4), scope: 0, port: port, isIPv6: false)
    }

    private init(_ address: in6_addr, scope: UInt32, port: UInt16) {
        let halves = withUnsafeBytes(of: address) {
            (
                $0.loadUnaligned(as: UInt64.self),
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        self.init(
            high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1), scope: scope,
            port: port, isIPv6: true)
    }

    /// Reads a numeric address, such as `192.0.2.1` or `2001:db8::1`. Returns `nil` for anything
    /// else, such as a name, and if the port is not between 0 and 65535.
    public init?(ip: String, port: Int) {
        guard let port = UInt16(exactly: port), !ip.utf8.contains(0) else { return nil }
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, ip, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr), port: port)
        } else if inet_pton(AF_INET6, ip, &v6) == 1 {
            self.init(v6, scope: 0, port: port)
        } else {
            return nil
        }
    }

    /// 0 to 65535.
    public var port: Int { Int(portNumber) }

    /// The numeric address without brackets and port: `192.0.2.1`, `2001:db8::1`.
    public var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether the address is a loopback address: `127.0.0.0/8` or `::1`.
    public var isLoopback: Bool {
        isIPv6 ? high == 0 && low == 1 : low >> 24 == 127
    }

    /// Whether the address is `0.0.0.0` or `::`, which stand for none or for all of a machine's
    /// addresses.
    public var isUnspecified: Bool { high == 0 && low == 0 }

    /// The address in network byte order: 4 bytes for IPv4, 16 for IPv6.
    public var bytes: [UInt8] {
        let low = withUnsafeBytes(of: low.bigEndian, Array.init)
        return isIPv6 ? withUnsafeBytes(of: high.bigEndian, Array.init) + low : Array(low[4...])
    }

    /// Returns the addresses of `host` without duplicates, in the resolver's order. Blocks for as
    /// long as the system's resolver takes.
    public static func resolve(host: String, port: Int) throws(SystemError) -> [SocketAddress] {
        try System.resolve(host: host, port: port)
    }

    /// The whole IPv4 address, or the upper half of an IPv6 address.
    var network: UInt64 { isIPv6 ? high : low }

    /// Returns the address with another port.
    func with(port: Int) -> SocketAddress {
        let number = UInt16(truncatingIfNeeded: port)
        return SocketAddress(high: high, low: low, scope: scope, port: number, isIPv6: isIPv6)
    }

    private var sixteenBytes: in6_addr {
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) {
            $0.storeBytes(of: high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return address
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `192.0.2.1:8080`, `[2001:db8::1]:8080`.
    public var description: String {
        isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// Conversions from and to the kernel's types.
extension SocketAddress {
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        let address = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                SocketAddress($0, port: nil)
            }
        }
        guard let address else { return nil }
        self = address
    }

    /// With `port` instead of the port in `address`, unless it is `nil`.
    init?(_ address: UnsafePointer<sockaddr>?, port: Int?) {
        guard let address else { return nil }
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let v4 = raw.loadUnaligned(as: sockaddr_in.self)
            let number =
                port.map(UInt16.init(truncatingIfNeeded:)) ?? UInt16(bigEndian: v4.sin_port)
            self.init(v4: UInt32(bigEndian: v4.sin_addr.s_addr), port: number)
        case AF_INET6:
            let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
            let number =
                port.map(UInt16.init(truncatingIfNeeded:)) ?? UInt16(bigEndian: v6.sin6_port)
            self.init(v6.sin6_addr, scope: v6.sin6_scope_id, port: number)
        default:
            return nil
        }
    }

    var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var v6 = sockaddr_in6()
            v6.sin6_family = sa_family_t(AF_INET6)
            v6.sin6_port = portNumber.bigEndian
            v6.sin6_addr = sixteenBytes
            v6.sin6_scope_id = scope
            return SocketAddress.rebound(&v6, body)
        }
        var v4 = sockaddr_in()
        v4.sin_family = sa_family_t(AF_INET)
        v4.sin_port = portNumber.bigEndian
        v4.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
        return SocketAddress.rebound(&v4, body)
    }

    private static func rebound<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

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
