import Glibc
import Locks
import Time

/// A blocking socket for command-line clients.
///
/// One thread may read while another writes. Any thread may call `shutdown`.
public final class ClientSocket: Sendable {
    let descriptor: Int32
    private let timeout: Duration
    private let isOpen = Locked(true)
    private let isShutDown = Locked(false)
    /// The TLS state, or `nil` for a plain socket.
    let tls: ClientTLS?

    /// Connects to the first address of `host` that answers. The timeout applies to each address,
    /// and later to each read and write.
    ///
    /// With `context`, the connection is encrypted, and the server's certificate has to be valid
    /// for `host` and issued by an authority that the context trusts.
    ///
    /// Throws the error of the last address tried, which is `ETIMEDOUT` if it did not answer.
    /// Throws `EKEYREJECTED` for a certificate that is not accepted and `EPROTO` for any other
    /// failure of TLS, with the reason in words.
    public convenience init(
        host: String, port: Int, timeout: Duration, tls context: TLSClientContext? = nil
    ) throws(SystemError) {
        let tls = try context.map { context throws(SystemError) in
            try ClientTLS(context, host: host, port: port)
        }
        try self.init(host: host, port: port, timeout: timeout, tls)
        try tls?.handshake(over: self)
    }

    private init(
        host: String, port: Int, timeout: Duration, _ tls: ClientTLS?
    ) throws(SystemError) {
        self.timeout = timeout
        self.tls = tls
        var refusal = SystemError(errno: EADDRNOTAVAIL, call: "connect")
        for address in try System.resolve(host: host, port: port) {
            do throws(SystemError) {
                descriptor = try ClientSocket.connect(to: address, timeout: timeout)
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

    /// Writes all of `bytes`. Throws `ETIMEDOUT` if the peer takes nothing for the timeout; part of
    /// the bytes may have been written by then.
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

    /// Waits for bytes and returns at most `max` of them. Returns an empty array if the peer has
    /// finished or `shutdown` was called.
    ///
    /// Throws `ETIMEDOUT` if nothing comes for `timeout` (by default the socket's own), and
    /// `ECONNABORTED` if an encrypted connection ends without a close_notify, because bytes may be
    /// missing then.
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
                // The peer answers what it sends after the shutdown with a reset; that is not an
                // error.
                if isShutDown.with({ $0 }) { return [] }
                throw SystemError(errno: code, call: "recv")
            }
        }
    }

    /// Tells the peer that nothing more will be written. Reading is still possible.
    public func finishWriting() throws(SystemError) {
        if let tls { try writeRaw(tls.finish()) }
        try System.shutdown(descriptor, SHUT_WR)
    }

    /// Ends both directions. A `read` that waits in another thread returns an empty array.
    public func shutdown() {
        isShutDown.with { $0 = true }
        isOpen.with { isOpen in
            if isOpen { try? System.shutdown(descriptor, SHUT_RDWR) }
        }
    }

    /// Closes the socket, which must not be used after that. Does nothing if it is already closed.
    public func close() {
        isOpen.with { isOpen in
            guard isOpen else { return }
            isOpen = false
            // Send close_notify if the kernel takes it without waiting.
            if let farewell = tls?.end(), !farewell.isEmpty {
                _ = farewell.withUnsafeBytes { System.send(descriptor, $0) }
            }
            System.close(descriptor)
        }
    }

    private func wait(
        for events: Int32, atMost timeout: Duration, to call: StaticString
    ) throws(SystemError) {
        try ClientSocket.wait(for: events, on: descriptor, atMost: timeout, to: call)
    }

    private static func connect(
        to address: SocketAddress, timeout: Duration
    ) throws(SystemError) -> Int32 {
        let descriptor = try System.socket(family: address.family, flags: SOCK_NONBLOCK.rawValue)
        do throws(SystemError) {
            try beginConnecting(descriptor, to: address)
            try wait(for: POLLOUT, on: descriptor, atMost: timeout, to: "connect")
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

    /// Begins to connect. A connection in progress is not an error, even if a signal interrupted
    /// the call.
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
        for events: Int32, on descriptor: Int32, atMost timeout: Duration, to call: StaticString
    ) throws(SystemError) {
        let deadline = MachineTime.monotonicNanoseconds.addingSaturating(timeout.nanosecondsClamped)
        var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let left = Duration.nanoseconds(max(0, deadline - MachineTime.monotonicNanoseconds))
            let result = poll(&watched, 1, left.millisecondsForPoll)
            let code = errno
            if result > 0 { return }
            if result == 0 { throw SystemError(errno: ETIMEDOUT, call: "\(call)") }
            if code != EINTR { throw SystemError(errno: code, call: "poll") }
        }
    }
}
