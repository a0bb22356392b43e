/// A connected socket, bound to its loop: a plain class that only the loop's thread may touch.
///
/// The loop keeps it while it is open; it and its handler let go of each other once `closed` was
/// told. An idle one has no buffers of its own.
public final class Connection {
    enum Phase {
        case open
        /// What is queued has still to leave; what comes is thrown away.
        case finishing
        /// All has left and the peer knows that it was all; its end is awaited.
        case lingering
        case closed
        case detached
    }

    enum FlushNotice {
        case unwanted
        /// The handler is to hear when no output waits any more.
        case awaited
        case due
    }

    // Thousands of these are idle. What is small stands where what is large would leave a gap.
    public let loop: EventLoop
    public let remoteAddress: SocketAddress
    /// Whom the connection tells; may be exchanged at any time, as at an upgrade to another
    /// protocol.
    public var handler: any ConnectionHandler
    private let sharedLimits: SharedConnectionLimits
    var limits: ConnectionLimits { sharedLimits.values }

    var descriptor: Int32 = -1
    /// What the poll was asked for.
    var interest: UInt32 = 0
    /// Its place in the loop's table of sources.
    var token: UInt64 = 0

    var end: ConnectionEnd?
    var phase = Phase.open
    /// Whether more than `outputHighBytes` wait, until they have fallen to `outputLowBytes`.
    public internal(set) var isCongested = false
    /// Whether the loop will flush it at the end of this turn.
    var isDirty = false
    /// Whether the kernel takes no more; the poll then says when it does again.
    var isBlocked = false
    var drainedIsDue = false
    var flushNotice = FlushNotice.unwanted
    /// Whether it stands in the loop's list of connections with something to tell.
    var hasNotice = false
    var isReadingPaused = false
    var peerHasFinished = false
    /// How much of what came after `finish` was thrown away.
    var discardedBytes: UInt32 = 0
    var endTimer: Timer?

    var output = OutputQueue()
    /// nil for a plain connection.
    var tls: TLSSession?

    /// Takes the socket over, on the thread of `loop`. What comes is told from the next turn on.
    ///
    /// With `acceptor` the connection begins with a TLS handshake, of which the handler hears only
    /// when it fails; what is sent before its end waits. A socket that was detached stays what it
    /// was, encrypted or plain, whatever `acceptor` is.
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

    /// Whether it can still be sent to: neither finished nor closed nor detached.
    public var isOpen: Bool { phase == .open }

    /// How many bytes wait to be taken by the kernel.
    public var outputBytes: Int { output.bytes + (tls?.pendingOutputBytes ?? 0) }

    /// How many bytes the peer's system has acknowledged, ever; -1 when that can't be told, or the
    /// connection is closed. Costs a system call.
    public var acknowledgedBytes: Int64 { System.acknowledgedBytes(of: descriptor) }

    /// Queues `bytes`; they leave at the end of the turn, together with what else the turn sends.
    /// The same array given to many connections is shared by them, not copied. Does nothing on a
    /// connection that isn't open.
    public func send(_ bytes: [UInt8]) { queue(bytes, isUrgent: false) }

    /// As `send`, but ahead of what waits: what was sent before in one call stays together, and what
    /// is urgent stays in its order.
    public func sendUrgently(_ bytes: [UInt8]) { queue(bytes, isUrgent: true) }

    @inline(__always)
    private func queue(_ bytes: [UInt8], isUrgent: Bool) {
        loop.preconditionCurrent()
        guard phase == .open, !bytes.isEmpty else { return }
        if isUrgent { output.appendUrgent(bytes) } else { output.append(bytes) }
        if output.bytes > limits.outputHighBytes, !outputDidRise() { return }
        markDirty()
    }

    /// Sends `bytes` now, and queues only what the kernel does not take; behind what is queued they
    /// wait. For a broadcast that has joined what it has for everyone itself: it then passes through
    /// each connection once, and the first has it before the last was looked at. Past the queue, which
    /// would cost a broadcast to 1,000 a fourteenth of its speed.
    public func sendAtOnce(_ bytes: [UInt8]) {
        loop.preconditionCurrent()
        guard phase == .open, output.isEmpty, !isBlocked, tls == nil, !bytes.isEmpty else {
            return send(bytes)
        }
        let count = sendDirectly(bytes)
        guard count < bytes.count, phase == .open else { return }
        output.append(bytes)
        output.consume(count)
        if output.bytes > limits.outputHighBytes { _ = outputDidRise() }
    }

    /// Has `flushed` told once, when no output waits any more.
    public func tellWhenFlushed() {
        loop.preconditionCurrent()
        guard phase == .open else { return }
        flushNotice = .awaited
        tellIfFlushed()
    }

    /// Tells nothing of what comes until `resumeReading`, so that the peer has to wait. Errors are
    /// told.
    public func pauseReading() {
        loop.preconditionCurrent()
        // The poll is told when it reports something; often reading is resumed before that.
        isReadingPaused = true
    }

    /// Takes `pauseReading` back.
    public func resumeReading() {
        loop.preconditionCurrent()
        isReadingPaused = false
        updateInterest()
        if let tls, tls.hasPendingInput { loop.willRead(self, tls) }
    }

    /// Writes what is queued, tells the peer that it was all, waits for the peer's end for
    /// `lingerTimeout`, throwing away what comes (closing with unread bytes would reset the
    /// connection and might cost the peer the last bytes, RFC 9112, 9.6), and closes.
    public func finish() {
        loop.preconditionCurrent()
        guard phase == .open else { return }
        phase = .finishing
        updateInterest()
        // A peer that takes nothing may never have the poll report that there is room.
        if isBlocked { limitFlushing() }
        markDirty()
    }

    /// Breaks the connection off: what is queued is thrown away and the peer gets a reset.
    public func abort() {
        loop.preconditionCurrent()
        close(because: .aborted, resetting: true)
    }

    /// Takes the socket off the loop without closing it, to be adopted on another. Only with an
    /// empty output queue. The handler is told nothing more; if the connection has just ended,
    /// whoever adopts the socket is told of that instead.
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
