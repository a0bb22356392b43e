import CPlatform
import DequeModule
import Glibc

/// # The room `Transport`
///
/// Sockets, event loops, timers and the files under one folder: the only room that makes system
/// calls. Bytes come in by `ConnectionHandler` and go out by `Connection.send`; what they mean is
/// nobody's business here.
///
/// A loop is one thread with one level-triggered epoll, and the executor of the actors that live on
/// it. Everything bound to it (listeners, connections, timers) is a plain class that only its
/// thread may touch, which is checked. A turn of a loop goes:
///
/// 1. wait for events; read, accept, go on writing where the kernel had been full; now and then,
///    send what the first of many have caused;
/// 2. the timers that are due;
/// 3. what other threads and the loop's own actors handed in;
/// 4. `closed` and `drained` of connections, never from inside another call of theirs;
/// 5. the hooks of `atEndOfTurn`;
/// 6. what was sent in this turn goes out, joined to as few system calls as possible;
/// 7. the hooks of `afterOutput`;
/// 8. some steps of TLS handshakes, in the order of arrival, so that a rush of new connections
///    doesn't hold up those that exist.
///
/// What it refuses: unbounded queues (a connection whose output passes its limit is reset), tasks,
/// streams or buffers per connection, waiting for anything but the poll, and leaving a folder.

/// One thread, one epoll; the executor of the actors that live on it.
///
/// Unchecked: `inbox` is locked, `thread` is written before `init` returns, and everything else
/// that changes is reached on the loop's thread alone, which each entrance checks.
public final class EventLoop: SerialExecutor, @unchecked Sendable {
    enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    struct Inbox {
        var work: [Work] = []
        /// Whether the thread waits, or is about to, and has to be woken for new work.
        var isAsleep = false
        var isStopping = false
        var hasEnded = false
    }

    private static let readBytesMax = 64 * 1024

    /// What the thread is called.
    public let name: String
    let inbox = Locked(Inbox())
    let poller: Poller
    var thread = pthread_t()

    var nowNanoseconds = System.monotonicNanoseconds()
    var timers = TimerQueue()
    var sources = SourceTable()
    var hooks: [() -> Void] = []
    var outputHooks: [() -> Void] = []
    var spareWork: [Work] = []
    /// Those of the connection adopted last.
    var connectionLimits = SharedConnectionLimits(ConnectionLimits())
    /// Connections with output to flush, in the order in which they were sent to.
    var dirty: [Connection] = []
    /// Connections whose handlers are to hear `closed` or `drained`.
    var notices: [Connection] = []
    /// Where every connection of this loop reads to, and where small chunks are joined.
    let readBuffer: UnsafeMutableRawBufferPointer
    let scratch: UnsafeMutableRawBufferPointer
    /// Connections whose TLS handshake can go on, in the order in which their bytes came.
    var handshakes = Deque<Connection>()
    /// Connections to read without being told by the poll.
    var pendingReads: [Connection] = []
    /// Between OpenSSL and the sockets of this loop.
    lazy var wire = TLSWire()
    /// How many steps of handshakes were taken, and the most in one turn, for the tests of fairness.
    var handshakeSteps = 0
    var handshakeStepsOfTurnMax = 0
    /// What was read from connections and handed to them, by the kernel's word.
    public internal(set) var receivedBytes: UInt64 = 0
    public internal(set) var sentBytes: UInt64 = 0
    /// How many times `send` was called, for the tests of joining.
    var sendCalls = 0
    /// How many turns there were, for the tests that nothing is reported over and over.
    var turns = 0

    /// Starts the thread, which keeps the loop alive until `stop`.
    public convenience init(name: String) throws(SystemError) {
        try self.init(name: name, readBytesMax: EventLoop.readBytesMax)
    }

    /// `readBytesMax` is how much is told to a handler at once.
    init(name: String, readBytesMax: Int) throws(SystemError) {
        self.name = name
        poller = try Poller()
        readBuffer = .allocate(byteCount: readBytesMax, alignment: 16)
        scratch = .allocate(byteCount: OutputQueue.joinedBytesMax, alignment: 16)
        try startThread()
    }

    deinit {
        readBuffer.deallocate()
        scratch.deallocate()
    }

    /// Whether the calling thread is the loop's.
    public var isCurrent: Bool {
        pthread_equal(pthread_self(), thread) != 0
    }

    @inline(__always)
    func preconditionCurrent() {
        precondition(isCurrent, "this may be used only on the thread of its loop")
    }

    /// Runs `work` on the loop, from any thread and from the loop itself, in the order of the
    /// calls. What comes after `stop` is dropped.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        hand(in: .closure(work))
    }

    /// Ends the loop after its turn and waits for the thread: every connection is aborted and its
    /// handler told so, listeners are closed, timers forgotten. Must not be called on the loop.
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

    func hand(in work: Work) {
        let mustWake = inbox.with { inbox in
            guard !inbox.hasEnded else { return false }
            inbox.work.append(work)
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if mustWake { poller.wake() }
    }
}

/// As an executor.
extension EventLoop {
    public func enqueue(_ job: consuming ExecutorJob) {
        hand(in: .job(UnownedJob(job)))
    }

    /// Traps unless it is called on the loop's thread.
    public func checkIsolated() {
        preconditionCurrent()
    }

    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }
}

/// Only on the loop's thread.
extension EventLoop {
    /// The monotonic clock, read once a turn.
    public var now: Duration {
        preconditionCurrent()
        return .nanoseconds(nowNanoseconds)
    }

    /// Does `work` once, `delay` after this turn's `now`, to the millisecond and never too early.
    /// Of several that are due together the first scheduled comes first.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> Timer {
        preconditionCurrent()
        let timer = Timer(on: self, work)
        timers.insert(timer, deadline: nowNanoseconds.addingSaturating(delay.nanosecondsClamped))
        return timer
    }

    /// Registers `work` for good: it is called at the end of every turn, before what the turn's
    /// connections were sent goes out, so that what it sends goes out with it.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        preconditionCurrent()
        hooks.append(work)
    }

    /// Does `work` in every turn from now on, when what was sent in it has been handed to the kernel
    /// as far as that took it.
    public func afterOutput(_ work: @escaping () -> Void) {
        preconditionCurrent()
        outputHooks.append(work)
    }

    /// The time by the clock of `now`, to the moment; from any thread.
    public static var monotonicNow: Duration { .nanoseconds(System.monotonicNanoseconds()) }
}
