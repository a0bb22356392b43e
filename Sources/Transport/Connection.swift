/// A connected socket that belongs to one event loop. Only the loop's thread may use it.
///
/// The loop retains an open connection. The connection and its handler release each other after
/// `closed` was called. An idle connection holds no buffers.
public final class Connection {
    enum Phase {
        case open
        /// Queued output is still being sent. Input is discarded.
        case finishing
        /// All output and the end were sent. The connection waits for the peer's end.
        case lingering
        case closed
        case detached
    }

    enum FlushNotice {
        case unwanted
        /// `flushed` will be called as soon as no output waits.
        case awaited
        case due
    }

    // Thousands of connections are idle, so the stored properties are ordered to avoid padding.
    public let loop: EventLoop
    public let remoteAddress: SocketAddress
    /// The receiver of the connection's events. It may be replaced at any time, for example when
    /// the connection is upgraded to another protocol.
    public var handler: any ConnectionHandler
    private let sharedLimits: SharedConnectionLimits
    var limits: ConnectionLimits { sharedLimits.values }

    var descriptor: Int32 = -1
    /// The events for which the poll was last asked.
    var interest: UInt32 = 0
    /// The connection's place in the loop's table of sources.
    var token: UInt64 = 0

    var end: ConnectionEnd?
    var phase = Phase.open
    /// Whether the output is congested: it was above `outputHighBytes`, and has not fallen to
    /// `outputLowBytes` since.
    public internal(set) var isCongested = false
    /// Whether the loop will flush the connection, in this turn or a later one.
    var isDirty = false
    /// Whether the kernel's send buffer is full. The poll reports when it has room again.
    var isBlocked = false
    var drainedIsDue = false
    var flushNotice = FlushNotice.unwanted
    /// Whether the connection is in the loop's list of connections with notices.
    var hasNotice = false
    var isReadingPaused = false
    var peerHasFinished = false
    /// The number of bytes discarded after `finish`.
    var discardedBytes: UInt32 = 0
    var endTimer: Timer?

    var output = OutputQueue()
    /// The TLS session, or `nil` for a plain connection.
    var tls: TLSSession?

    /// Adopts the socket on the thread of `loop`. The handler is called from the next turn on.
    ///
    /// With `acceptor`, the connection begins with a TLS handshake. The handler is told only if the
    /// handshake fails, and output waits until it ends. A socket that was detached from another
    /// loop stays encrypted or plain, whatever `acceptor` is.
    public init(
        adopting socket: AcceptedSocket, on loop: EventLoop,
        limits: ConnectionLimits = ConnectionLimits(), tls acceptor: TLSAcceptor? = nil,
        handler: any ConnectionHandler
    ) {
        loop.preconditionCurrent()
        self.loop = loop
        sharedLimits = loop.shared(limits)
        self.handler = handler
        remoteAddress = socket.remoteAddress
        switch socket.take() {
        case .open(let descriptor):
            tls = acceptor.map {
                TLSSession(
                    acceptor: $0,
                    handshakeDeadline: loop.nowNanoseconds.addingSaturating(
                        limits.handshakeTimeout.nanosecondsClamped))
            }
            watch(descriptor)
        case .moved(let descriptor, let session):
            tls = session
            watch(descriptor)
        case .ended(let reason): endWithoutSocket(because: reason)
        case .taken: preconditionFailure("a socket is adopted only once")
        }
        if let tls { begin(tls) }
    }

    /// Whether bytes can be sent: the connection is neither finished nor closed nor detached.
    public var isOpen: Bool { phase == .open }

    /// The number of output bytes that wait for the kernel to take them.
    public var outputBytes: Int { output.bytes + (tls?.pendingOutputBytes ?? 0) }

    /// The number of bytes that the peer's system has acknowledged since the connection began; -1
    /// if it is unknown or the connection is closed. Costs a system call.
    public var acknowledgedBytes: Int64 { System.acknowledgedBytes(of: descriptor) }

    /// The number of bytes that the kernel has taken and the peer's system has not acknowledged; -1
    /// if it is unknown or the connection is closed. Costs a system call.
    public var unacknowledgedBytes: Int64 { System.unacknowledgedBytes(of: descriptor) }

    /// Queues `bytes`, which leave together with the turn's other output, at its end or in one of
    /// the next turns. Does nothing if the connection isn't open.
    ///
    /// An array that is sent to many connections is shared, not copied.
    public func send(_ bytes: [UInt8]) { queue(bytes, isUrgent: false) }

    /// Queues `bytes` before all output that is not urgent. Bytes that are being sent already come
    /// first, and urgent bytes keep their order.
    public func sendUrgently(_ bytes: [UInt8]) { queue(bytes, isUrgent: true) }

    @inline(__always)
    private func queue(_ bytes: [UInt8], isUrgent: Bool) {
        loop.preconditionCurrent()
        guard phase == .open, !bytes.isEmpty else { return }
        if isUrgent { output.appendUrgent(bytes) } else { output.append(bytes) }
        if output.bytes > limits.outputHighBytes, !outputDidRise() { return }
        markDirty()
    }

    /// Sends `bytes` at once and queues only what the kernel does not take. Does the same as `send`
    /// if other output waits, or if the connection is encrypted.
    ///
    /// Meant for a broadcast that has already joined its frames: the first connection gets them
    /// before the last is looked at. Passing the queue would cost a broadcast to 1,000 connections
    /// 7 % of its speed.
    public func sendAtOnce(_ bytes: [UInt8]) {
        loop.preconditionCurrent()
        guard phase == .open, output.isEmpty, !isBlocked, tls == nil, !bytes.isEmpty else {
            return send(bytes)
        }
        sendOrKeep(bytes)
        if output.bytes > limits.outputHighBytes, phase == .open { _ = outputDidRise() }
    }

    /// Calls the handler's `flushed` once, as soon as no output waits.
    public func tellWhenFlushed() {
        loop.preconditionCurrent()
        guard phase == .open else { return }
        flushNotice = .awaited
        tellIfFlushed()
    }

    /// Stops passing input to the handler until `resumeReading`, so that the peer has to wait.
    /// Errors are still reported.
    public func pauseReading() {
        loop.preconditionCurrent()
        // The poll is changed only when it next reports something; reading is often resumed before
        // that.
        isReadingPaused = true
    }

    /// Passes input to the handler again, after `pauseReading`.
    public func resumeReading() {
        loop.preconditionCurrent()
        isReadingPaused = false
        updateInterest()
        if let tls, tls.hasPendingInput { loop.queueRead(self, tls) }
    }

    /// Sends what is queued, tells the peer that nothing follows, and closes the connection when
    /// the peer has finished too, or after `lingerTimeout`.
    ///
    /// Input is discarded meanwhile. Closing with unread input would reset the connection, and the
    /// peer might lose the last bytes (RFC 9112, 9.6).
    public func finish() {
        loop.preconditionCurrent()
        guard phase == .open else { return }
        phase = .finishing
        updateInterest()
        // The poll may never report room for a peer that takes nothing.
        if isBlocked { limitFlushing() }
        markDirty()
    }

    /// Closes the connection with a reset and discards what is queued.
    public func abort() {
        loop.preconditionCurrent()
        close(because: .aborted, resetting: true)
    }

    /// Removes the socket from the loop without closing it, so that another loop can adopt it. The
    /// output queue has to be empty.
    ///
    /// The handler is told nothing more. If the connection has just ended, the handler of the
    /// adopting connection is told.
    public func detach() -> AcceptedSocket {
        loop.preconditionCurrent()
        precondition(output.isEmpty, "a connection with output can't be detached")
        let content: AcceptedSocket.Content
        if phase == .closed || phase == .detached {
            content = .ended(end ?? .aborted)
        } else {
            loop.poller.forget(descriptor)
            loop.sources.remove(token)
            content = .moved(descriptor: descriptor, tls?.detached())
        }
        tls = nil
        phase = .detached
        descriptor = -1
        endTimer?.cancel()
        handler = ConnectionWithoutHandler.shared
        return AcceptedSocket(content, remoteAddress: remoteAddress)
    }
}
