import Glibc

/// A blocking socket for command-line clients. One thread reads and one writes; `shutdown` may come
/// from any.
public final class ClientSocket: Sendable {
    let descriptor: Int32
    private let timeout: Duration
    /// On the monotonic clock; when the time for everything is over.
    private let deadlineNanoseconds: Int64
    private let isOpen = Locked(true)
    private let isShutDown = Locked(false)
    /// nil for a plain socket.
    let tls: ClientTLS?

    /// Connects to the first address of `host` that answers; `timeout` is for each address, and
    /// later for each call. Throws what the last address said, `ETIMEDOUT` when that was nothing.
    ///
    /// With `context` the connection is encrypted, and the server's certificate has to be for
    /// `host` and come from an authority that the context trusts. Throws `EKEYREJECTED` when it
    /// doesn't, and `EPROTO` for whatever else is wrong with TLS, each with the reason in words.
    public convenience init(
        host: String, port: Int, timeout: Duration, tls context: TLSClientContext? = nil
    ) throws(SystemError) {
        let tls = try context.map { context throws(SystemError) in
            try ClientTLS(context, host: host, port: port)
        }
        try self.init(
            SocketAddress.resolve(host: host, port: port), timeout: timeout, timeLeft: nil, tls)
        try tls?.handshake(over: self)
    }

    /// Connects to the first of `addresses` that answers, and to nothing else.
    ///
    /// - Parameters:
    ///   - host: what the server's certificate has to be for.
    ///   - timeLeft: for all that is done with the socket, from connecting to the last byte. Each
    ///     address has an equal share of it to answer in.
    public convenience init(
        host: String, addresses: [SocketAddress], timeLeft: Duration,
        tls context: TLSClientContext? = nil
    ) throws(SystemError) {
        let tls = try context.map { context throws(SystemError) in
            try ClientTLS(context, host: host, port: addresses.first?.port ?? 0)
        }
        try self.init(addresses, timeout: timeLeft, timeLeft: timeLeft, tls)
        try tls?.handshake(over: self)
    }

    private init(
        _ addresses: [SocketAddress], timeout: Duration, timeLeft: Duration?, _ tls: ClientTLS?
    ) throws(SystemError) {
        self.timeout = timeout
        self.tls = tls
        deadlineNanoseconds =
            timeLeft.map {
                System.monotonicNanoseconds().addingSaturating($0.nanosecondsClamped)
            } ?? .max
        let share = timeLeft.map { $0 / max(1, addresses.count) } ?? timeout
        var refusal = SystemError(errno: EADDRNOTAVAIL, call: "connect")
        for address in addresses {
            do throws(SystemError) {
                descriptor = try ClientSocket.connect(to: address, timeout: share)
                return
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    deinit {
        close()
    }

    /// Writes all of `bytes`. Throws `ETIMEDOUT` when the peer takes nothing for the timeout; how
    /// much was written is not known then.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        guard let tls else { return try writeRaw(bytes) }
        var rest = bytes[...]
        while !rest.isEmpty {
            try writeRaw(try tls.encrypt(rest.prefix(TLSWire.plainBytesMax)))
            rest = rest.dropFirst(TLSWire.plainBytesMax)
        }
    }

    func writeRaw(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let transfer = bytes.withUnsafeBytes {
                System.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
            }
            switch transfer {
            case .count(let count): written += count
            case .wouldBlock: try wait(for: POLLOUT, atMost: timeout, to: "send")
            case .failed(let code): throw SystemError(errno: code, call: "send")
            }
        }
    }

    /// Waits for bytes and gives at most `max` of them; none when the peer has finished or
    /// `shutdown` was called. Throws `ETIMEDOUT` when nothing came for `timeout`, or for the
    /// socket's own, and `ECONNABORTED` when an encrypted connection ended without TLS's own end,
    /// so that bytes may be missing.
    public func read(max: Int, timeout: Duration? = nil) throws(SystemError) -> [UInt8] {
        guard let tls else { return try readRaw(max: max, timeout: timeout) }
        while true {
            if let bytes = try tls.decrypt(max: max) { return bytes }
            let received = try readRaw(max: TLSWire.inputBytesMax, timeout: timeout)
            if !received.isEmpty {
                tls.offer(received)
            } else if isShutDown.with({ $0 }) {
                return []
            } else {
                throw SystemError(errno: ECONNABORTED, call: "recv, without TLS's close_notify")
            }
        }
    }

    func readRaw(max: Int, timeout: Duration? = nil) throws(SystemError) -> [UInt8] {
        // A peer that always has more to say makes nobody wait, so the time is looked at here too.
        if deadlineNanoseconds <= System.monotonicNanoseconds() {
            throw SystemError(errno: ETIMEDOUT, call: "recv")
        }
        while true {
            var transfer = System.Transfer.wouldBlock
            let bytes = [UInt8](unsafeUninitializedCapacity: max) { buffer, count in
                transfer = System.receive(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
                if case .count(let received) = transfer { count = received }
            }
            switch transfer {
            case .count: return bytes
            case .wouldBlock: try wait(for: POLLIN, atMost: timeout ?? self.timeout, to: "recv")
            case .failed(let code):
                // What the peer still sent after the shutdown was answered by a reset.
                if isShutDown.with({ $0 }) { return [] }
                throw SystemError(errno: code, call: "recv")
            }
        }
    }

    /// Tells the peer that nothing more will be written; reading goes on.
    public func finishWriting() throws(SystemError) {
        if let tls { try writeRaw(tls.finish()) }
        try System.shutdown(descriptor, SHUT_WR)
    }

    /// Ends both directions: a `read` that waits in another thread returns nothing.
    public func shutdown() {
        isShutDown.with { $0 = true }
        isOpen.with { isOpen in
            if isOpen { try? System.shutdown(descriptor, SHUT_RDWR) }
        }
    }

    /// Gives the socket back; nobody may use it after that. Doing it twice is harmless.
    public func close() {
        isOpen.with { isOpen in
            guard isOpen else { return }
            isOpen = false
            // The peer is told, if it can be told at once.
            if let farewell = tls?.end(), !farewell.isEmpty {
                _ = farewell.withUnsafeBytes { System.send(descriptor, $0) }
            }
            System.close(descriptor)
        }
    }

    private func wait(
        for events: Int32, atMost timeout: Duration, to call: StaticString
    ) throws(SystemError) {
        try ClientSocket.wait(
            for: events, on: descriptor, atMost: timeout, until: deadlineNanoseconds, to: call)
    }

    private static func connect(
        to address: SocketAddress, timeout: Duration
    ) throws(SystemError) -> Int32 {
        let descriptor = try System.socket(family: address.family, flags: SOCK_NONBLOCK.rawValue)
        do throws(SystemError) {
            try beginConnecting(descriptor, to: address)
            try wait(
                for: POLLOUT, on: descriptor, atMost: timeout, until: .max, to: "connect")
            let code = System.pendingError(of: descriptor)
            if code != 0 { throw SystemError(errno: code, call: "connect") }
            try System.setOption(
                descriptor, level: Int32(IPPROTO_TCP), name: TCP_NODELAY, to: 1)
            return descriptor
        } catch {
            System.close(descriptor)
            throw error
        }
    }

    /// A connection in progress, also one that a signal interrupted, is no failure.
    private static func beginConnecting(
        _ descriptor: Int32, to address: SocketAddress
    ) throws(SystemError) {
        do throws(SystemError) {
            try System.connect(descriptor, to: address)
        } catch {
            guard error.errno == EINPROGRESS || error.errno == EINTR else { throw error }
        }
    }

    private static func wait(
        for events: Int32, on descriptor: Int32, atMost timeout: Duration, until end: Int64,
        to call: StaticString
    ) throws(SystemError) {
        let deadline = min(
            end, System.monotonicNanoseconds().addingSaturating(timeout.nanosecondsClamped))
        var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let left = Duration.nanoseconds(max(0, deadline - System.monotonicNanoseconds()))
            let result = poll(&watched, 1, left.millisecondsForPoll)
            let code = errno
            if result > 0 { return }
            if result == 0 { throw SystemError(errno: ETIMEDOUT, call: "\(call)") }
            if code != EINTR { throw SystemError(errno: code, call: "poll") }
        }
    }
}
