import CPlatform
import DequeModule
import Glibc
import Locks
public import Time

/// # The room `Transport`
///
/// Sockets, event loops, timers, and reading files below one folder. Their system calls all go
/// through `System`. Input arrives in a `ConnectionHandler`, output leaves by `Connection.send`,
/// and the room does not interpret either.
///
/// A loop is one thread with one level-triggered epoll, and the executor of the actors that live on
/// it. Everything that belongs to it (listeners, connections, timers) is a plain class that only
/// its thread may use; this is checked. A turn of a loop has these steps:
///
/// 1. Wait for events. Read, accept, and continue to write where the kernel had been full. In a
///    long turn, output is flushed from time to time.
/// 2. Fire the timers that are due.
/// 3. Run what other threads and the loop's own actors handed in.
/// 4. Call `closed`, `drained` and `flushed` of handlers. They are never called from inside another
///    call.
/// 5. Run the hooks of `atEndOfTurn`.
/// 6. Send output for a limited time, joined into as few system calls as possible.
/// 7. Run the hooks of `afterOutput`.
/// 8. Take some steps of TLS handshakes, in the order of arrival, so that many new connections
///    don't delay those that exist.

/// A thread with one epoll, and the executor of the actors that live on it.
///
/// `@unchecked Sendable`: `inbox` is locked, `thread` is written before `init` returns, and
/// everything else that changes is used only on the loop's thread, which every entry point checks.
public final class EventLoop: SerialExecutor, @unchecked Sendable {
    enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    struct Inbox {
        var work: [Work] = []
        /// Whether the thread sleeps, or is about to, and has to be woken for new work.
        var isAsleep = false
        var isStopping = false
        var hasEnded = false
        /// The number of pieces of work handed in.
        var count = 0
    }

    private static let readBytesMax = 64 * 1024

    /// The thread's name.
    public let name: String
    /// The loop's activity, for other threads.
    public let activity = LoopActivity()
    /// The clock of the loop's timers. Durations of work are measured with the machine's clock.
    public let time: any TimeSource
    let inbox = Locked(Inbox())
    let poller: Poller
    var thread = pthread_t()

    var nowNanoseconds: Int64
    var timers = TimerQueue()
    enum Source {
        case connection(Connection)
        case listener(ListeningSocket)
    }

    /// The watched sources. The poll reports events by token; descriptors are reused at once.
    var sources = SlotTable<Source>()
    var hooks: [() -> Void] = []
    var outputHooks: [() -> Void] = []
    var spareWork: [Work] = []
    /// The limits of the connection that was adopted last.
    var connectionLimits = SharedConnectionLimits(ConnectionLimits())
    /// The connections with output to flush, oldest output first.
    var dirty: [Connection] = []
    /// The time limit of a flush. Sending to 1,000 connections takes about 10 milliseconds, which
    /// is too long for others to wait.
    var flushNanosecondsMax: Int64 = 2_000_000
    /// Connections with output that earlier turns had no time to flush.
    var backlog = Deque<Connection>()
    /// The number of connections taken out of the backlog so far.
    var backlogStart = 0
    /// The connections whose handlers are due a call of `closed`, `drained` or `flushed`.
    var notices: [Connection] = []
    /// The buffer into which every connection of this loop reads.
    let readBuffer: UnsafeMutableRawBufferPointer
    let scratch: UnsafeMutableRawBufferPointer
    /// Connections whose TLS handshake can continue, in the order in which their bytes came.
    var handshakes = Deque<Connection>()
    /// Connections to read in the next turn, whether or not the poll reports them.
    var pendingReads: [Connection] = []
    /// The buffers between OpenSSL and the sockets of this loop.
    lazy var wire = TLSWire()
    /// The number of handshake steps taken, and the maximum in one turn. For tests of fairness.
    var handshakeSteps = 0
    var handshakeStepsOfTurnMax = 0
    /// The number of bytes that the loop has read from its connections, before decryption.
    public internal(set) var receivedBytes: UInt64 = 0
    public internal(set) var sentBytes: UInt64 = 0
    /// The number of calls of the system's `send`. For tests of joining.
    var sendCalls = 0
    /// The number of turns. For tests that the poll does not report an event again and again.
    var turns = 0

    /// Starts the loop's thread, which retains the loop until `stop`.
    public convenience init(
        name: String, time: any TimeSource = MachineTime()
    ) throws(SystemError) {
        try self.init(name: name, time: time, readBytesMax: EventLoop.readBytesMax)
    }

    /// `readBytesMax` is the most that a handler is given at once.
    init(
        name: String, time: any TimeSource = MachineTime(), readBytesMax: Int
    ) throws(SystemError) {
        self.name = name
        self.time = time
        nowNanoseconds = time.nanoseconds
        poller = try Poller()
        readBuffer = .allocate(byteCount: readBytesMax, alignment: 16)
        scratch = .allocate(byteCount: OutputQueue.joinedBytesMax, alignment: 16)
        // A weak reference to the loop would make all strong ones slower. A poller may be woken
        // from any thread.
        nonisolated(unsafe) let poller = poller
        time.whenMoved { poller.wake() }
        try startThread()
    }

    deinit {
        readBuffer.deallocate()
        scratch.deallocate()
    }

    /// Whether the calling thread is the loop's thread.
    public var isCurrent: Bool {
        pthread_equal(pthread_self(), thread) != 0
    }

    @inline(__always)
    func preconditionCurrent() {
        precondition(isCurrent, "this may be used only on the thread of its loop")
    }

    /// Runs `work` on the loop, in the order of the calls. May be called from any thread, including
    /// the loop's. Work that is handed in after `stop` is dropped.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        submit(.closure(work))
    }

    /// Stops the loop after its turn and waits for its thread. Every connection is aborted and its
    /// handler told, listeners are closed, and timers are dropped. Must not be called on the loop.
    public func stop() {
        precondition(!isCurrent, "a loop can't wait for its own end")
        let isFirst = inbox.with { inbox in
            defer { inbox.isStopping = true }
            return !inbox.isStopping
        }
        guard isFirst else { return }
        poller.wake()
        pthread_join(thread, nil)
    }

    /// Ends the process with the stack of the loop's thread, because the loop hangs. May be called
    /// from any thread but the loop's.
    public func endProcess() {
        pthread_kill(thread, SIGABRT)
        // The runtime writes the stack meanwhile. A loop that hangs in the kernel does not get the
        // signal.
        MachineTime.sleep(for: .seconds(20))
        _exit(EXIT_FAILURE)
    }

    func submit(_ work: Work) {
        let mustWake = inbox.with { inbox in
            guard !inbox.hasEnded else { return false }
            inbox.work.append(work)
            inbox.count += 1
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if mustWake { poller.wake() }
    }
}

/// The methods of `SerialExecutor`.
extension EventLoop {
    public func enqueue(_ job: consuming ExecutorJob) {
        submit(.job(UnownedJob(job)))
    }

    /// Traps unless it is called on the loop's thread.
    public func checkIsolated() {
        preconditionCurrent()
    }

    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }
}

/// The methods that may be called only on the loop's thread.
extension EventLoop {
    /// The monotonic time, read once a turn.
    public var now: Duration {
        preconditionCurrent()
        return .nanoseconds(nowNanoseconds)
    }

    /// Calls `work` once, `delay` after this turn's `now`. It is called within a millisecond after
    /// that, never before. Timers that are due together fire in the order in which they were
    /// scheduled.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> Timer {
        preconditionCurrent()
        let timer = Timer(on: self, work)
        timers.insert(timer, deadline: nowNanoseconds.addingSaturating(delay.nanosecondsClamped))
        return timer
    }

    /// Whether a connection has output that the loop has not yet tried to send.
    public var hasOutput: Bool { !dirty.isEmpty || !backlog.isEmpty }

    /// Whether nothing is due, and nothing waits to be sent or told.
    public var isAtRest: Bool {
        !hasOutput && notices.isEmpty && handshakes.isEmpty && pendingReads.isEmpty
            && timers.firstDeadline.map { $0 > time.nanoseconds } ?? true
    }

    /// Grows by one with each turn and with each piece of work that is handed in.
    public var progress: Int { turns + inbox.with { $0.count } }

    /// Resets all connections.
    public func abortConnections() {
        for case .connection(let connection) in sources.all { connection.abort() }
    }

    /// The end of the output that was queued so far, for `hasSent(through:)`; `nil` until it was
    /// sent or put into the backlog.
    public var outputEnd: Int? { dirty.isEmpty ? backlogStart + backlog.count : nil }

    /// Whether all output up to this end was passed to the kernel, as far as the kernel took it.
    public func hasSent(through end: Int) -> Bool { backlogStart >= end }

    /// Calls `work` at the end of every turn from now on, before the turn's output is sent. What
    /// `work` sends leaves with it.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        preconditionCurrent()
        hooks.append(work)
    }

    /// Calls `work` in every turn from now on, after output was passed to the kernel.
    public func afterOutput(_ work: @escaping () -> Void) {
        preconditionCurrent()
        outputHooks.append(work)
    }
}
