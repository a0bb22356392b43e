import Glibc

/// A non-blocking socket that may use any loopback address. Shares no code with the hub's sockets.
struct RawSocket {
    enum Transfer {
        case count(Int)
        case wouldBlock
        case failed(errno: Int32)
    }

    let descriptor: Int32

    /// Begins to connect to `port` of 127.0.0.1, from the loopback address with this number.
    ///
    /// - Returns: `nil`, with the reason in `code`, if that fails at once.
    init?(port: Int, from source: UInt32, code: inout Int32) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else {
            code = errno
            return nil
        }
        // The port is chosen when the destination is known, so that more than 28,000 are available.
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &yes, 4)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
        // Unread bytes should wait in the hub and not in this machine's kernel.
        var receiveBytes: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, 4)
        guard Self.call(bind, descriptor, source, port: 0) == 0,
            Self.call(connect, descriptor, INADDR_LOOPBACK, port: port) == 0
                || errno == EINPROGRESS
        else {
            code = errno
            Glibc.close(descriptor)
            return nil
        }
    }

    private static func call(
        _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
        _ address: UInt32, port: Int
    ) -> Int32 {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        name.sin_addr.s_addr = address.bigEndian
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// The result of connecting as an errno, or 0.
    var pendingError: Int32 {
        var code: Int32 = 0
        var count = socklen_t(4)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &count) == 0 ? code : errno
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        Self.transfer {
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        Self.transfer { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    private static func transfer(_ body: () -> Int) -> Transfer {
        while true {
            let result = body()
            if result >= 0 { return .count(result) }
            let code = errno
            if code == EAGAIN { return .wouldBlock }
            if code != EINTR { return .failed(errno: code) }
        }
    }

    /// - Parameter resets: Whether to send a reset instead of a regular end.
    func close(resets: Bool) {
        if resets {
            var value = linger(l_onoff: 1, l_linger: 0)
            let count = socklen_t(MemoryLayout<linger>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, count)
        }
        Glibc.close(descriptor)
    }
}
