import CPlatform
import Glibc

extension System {
    /// The result of `accept`.
    enum Acceptance {
        case accepted(descriptor: Int32, remoteAddress: SocketAddress?)
        case wouldBlock
        case failed(errno: Int32)
    }

    static func socket(family: Int32, flags: UInt32 = 0) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags)
        return try call("socket") { Glibc.socket(family, kind, Int32(IPPROTO_TCP)) }
    }

    static func setOption(
        _ descriptor: Int32, level: Int32, name: Int32, to value: Int32
    ) throws(SystemError) {
        var value = value
        let count = socklen_t(MemoryLayout<Int32>.size)
        try call("setsockopt") { setsockopt(descriptor, level, name, &value, count) }
    }

    static func bind(_ descriptor: Int32, to address: SocketAddress) throws(SystemError) {
        try call("bind") { address.withSockaddr { Glibc.bind(descriptor, $0, $1) } }
    }

    static func listen(_ descriptor: Int32, backlog: Int32) throws(SystemError) {
        try call("listen") { Glibc.listen(descriptor, backlog) }
    }

    /// Begins to connect. Is not repeated after a signal, because the kernel continues in the
    /// background.
    static func connect(_ descriptor: Int32, to address: SocketAddress) throws(SystemError) {
        if address.withSockaddr({ Glibc.connect(descriptor, $0, $1) }) < 0 {
            throw SystemError(errno: errno, call: "connect")
        }
    }

    static func localAddress(of descriptor: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &count)
            }
        }
        return result == 0 ? SocketAddress(storage) : nil
    }

    static func accept(from listener: Int32) -> Acceptance {
        var storage = sockaddr_storage()
        while true {
            var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = platform_accept(listener, &storage, &count)
            if descriptor >= 0 {
                return .accepted(descriptor: descriptor, remoteAddress: SocketAddress(storage))
            }
            let code = errno
            if code == EAGAIN || code == EWOULDBLOCK { return .wouldBlock }
            if code != EINTR { return .failed(errno: code) }
        }
    }

    @inline(__always)
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer
    {
        transfer { recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) }
    }

    /// Returns the next byte without consuming it, or `nil` if there is none.
    static func peek(_ descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)
        guard case .count(1) = transfer({ recv(descriptor, &byte, 1, flags) }) else { return nil }
        return byte
    }

    /// Sends as much as the kernel takes. With `moreFollows`, the kernel may wait for the next call
    /// to fill a packet.
    @inline(__always)
    static func send(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, moreFollows: Bool = false
    ) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT) | (moreFollows ? Int32(MSG_MORE) : 0)
        return transfer { Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
    }

    static func shutdown(_ descriptor: Int32, _ direction: Int) throws(SystemError) {
        try call("shutdown") { Glibc.shutdown(descriptor, Int32(direction)) }
    }

    /// Returns and clears the socket's pending error; 0 means none.
    static func pendingError(of descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var count = socklen_t(MemoryLayout<Int32>.size)
        let result = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &count)
        return result == 0 ? code : errno
    }

    /// Returns how many bytes the peer's system has acknowledged, or -1 if that is unknown.
    static func acknowledgedBytes(of descriptor: Int32) -> Int64 {
        platform_acknowledged_bytes(descriptor)
    }

    /// Returns how many sent bytes the peer's system has not acknowledged, or -1 if that is
    /// unknown.
    static func unacknowledgedBytes(of descriptor: Int32) -> Int64 {
        platform_unacknowledged_bytes(descriptor)
    }

    /// Makes `close` discard unsent bytes and send a reset.
    static func resetOnClose(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        let count = socklen_t(MemoryLayout<linger>.size)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, count)
    }

    /// Returns the addresses of `host` without duplicates, in the resolver's order. Blocks while it
    /// asks.
    static func resolve(host: String, port: Int) throws(SystemError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, nil, &hints, &list)
        guard result == 0 else {
            // The resolver's codes have no matching errno. `EADDRNOTAVAIL` stands for them.
            let code = result == EAI_SYSTEM ? errno : EADDRNOTAVAIL
            throw SystemError(
                errno: code, call: "getaddrinfo \(host), \(String(cString: gai_strerror(result)))")
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = SocketAddress(entry.ai_addr, port: port),
                !addresses.contains(address)
            else { continue }
            addresses.append(address)
        }
        return addresses
    }
}
