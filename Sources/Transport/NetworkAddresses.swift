import Glibc

/// The addresses under which other devices on the network reach this machine.
public enum NetworkAddresses {
    /// Returns the IPv4 addresses of the interfaces that are up, without the loopback. Returns an
    /// empty array if there is no network or the system reports an error.
    public static func all() -> [SocketAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [SocketAddress] = []
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard interface.ifa_flags & UInt32(IFF_UP) != 0,
                let address = interface.ifa_addr, address.pointee.sa_family == AF_INET
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isRead = getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count),
                nil, 0, NI_NUMERICHOST)
            let digits = String(
                decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard isRead == 0, let found = SocketAddress(ip: digits, port: 0), !found.isLoopback
            else { continue }
            addresses.append(found)
        }
        return addresses
    }
}
