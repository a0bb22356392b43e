import CPlatform
import DequeModule
import Glibc
import Locks
import Time

extension EventLoop {
    /// The number of rounds of work, each handed in by the one before, that a turn takes before it
    /// looks at the sockets again.
    private static let workRoundsMax = 8
    private static let eventsPerFlush = 16
    /// The number of connections that are flushed before the clock is read again.
    private static let flushesPerClockReading = 32
    private static let flushesBeforeBacklogMax = 32

    func startThread() throws(SystemError) {
        let start = ThreadStart(self)
        let context = Unmanaged.passRetained(start)
        var created = pthread_t()
        let code = pthread_create(&created, nil, runEventLoop, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw SystemError(errno: code, call: "pthread_create")
        }
        start.waitUntilRunning()
    }

    func run() {
        while true {
            let timeout = beginWaiting()
            activity.endTurn()
            let isStopping = turn(timeout: timeout)
            if isStopping { break }
        }
        windDown()
    }

    /// Returns how long the poll may wait, in milliseconds; -1 means forever. If the poll is to
    /// wait at all, other threads have to wake the loop from here on.
    private func beginWaiting() -> Int32 {
        if !notices.isEmpty || !handshakes.isEmpty || !pendingReads.isEmpty { return 0 }
        if hasOutput { return 0 }
        let hasWork = inbox.with { inbox in
            inbox.isAsleep = inbox.work.isEmpty && !inbox.isStopping
            return !inbox.isAsleep
        }
        if hasWork { return 0 }
        guard let deadline = timers.firstDeadline else { return -1 }
        let now = time.nanoseconds
        if deadline <= now { return 0 }
        return time.stands ? -1 : Duration.nanoseconds(deadline - now).millisecondsForPoll
    }

    /// Runs one turn. Returns whether the loop is to stop.
    private func turn(timeout: Int32) -> Bool {
        let events = poller.wait(timeout: timeout)
        activity.beginTurn()
        nowNanoseconds = time.nanoseconds
        turns += 1
        let pending = takePendingReads()
        var handledCount = 0
        for event in events {
            handle(event.events, token: event.data.u64)
            handledCount += 1
            // In a long turn, the first answers leave before the last requests are read.
            if handledCount.isMultiple(of: EventLoop.eventsPerFlush) { flushOutput() }
        }
        for connection in pending { connection.readPending() }
        fireTimers()
        let isStopping = work()
        deliverNotices()
        for hook in hooks { hook() }
        flushOutput()
        for hook in outputHooks { hook() }
        takeHandshakeSteps()
        return isStopping
    }

    private func handle(_ events: UInt32, token: UInt64) {
        if token == Poller.wakeToken { return poller.takeWakeup() }
        switch sources[token] {
        case nil: break
        case .connection(let connection): connection.handle(events)
        case .listener(let socket): socket.listener.accept(from: socket)
        }
    }

    private func fireTimers() {
        let limit = timers.nextNumber
        while let timer = timers.popDue(at: nowNanoseconds, before: limit) { timer.fire() }
    }

    private func work() -> Bool {
        for _ in 0..<EventLoop.workRoundsMax {
            var taken = spareWork
            spareWork = []
            let isStopping = inbox.with { inbox in
                inbox.isAsleep = false
                swap(&inbox.work, &taken)
                return inbox.isStopping
            }
            for one in taken { run(one) }
            let wasEmpty = taken.isEmpty
            taken.removeAll(keepingCapacity: taken.capacity <= 4096)
            spareWork = taken
            if wasEmpty || isStopping { return isStopping }
        }
        return false
    }

    private func run(_ work: Work) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .closure(let closure): closure()
        }
    }

    private func deliverNotices() {
        guard !notices.isEmpty else { return }
        let told = notices
        notices.removeAll(keepingCapacity: true)
        for connection in told { connection.deliverNotices() }
    }

    /// Sends output for a limited time. What is left is the backlog, which follows in the next
    /// turns. A few connections with new output go before the backlog, so that an answer does not
    /// wait until a thousand screens have theirs.
    private func flushOutput() {
        guard hasOutput else { return }
        let end = MachineTime.monotonicNanoseconds + flushNanosecondsMax
        let hasBacklog = !backlog.isEmpty
        let firstCount = hasBacklog ? EventLoop.flushesBeforeBacklogMax : dirty.count
        let sentCount = flush(dirty.prefix(firstCount), until: end)
        if sentCount < dirty.count { backlog.append(contentsOf: dirty[sentCount...]) }
        dirty.removeAll(keepingCapacity: true)
        guard hasBacklog else { return }
        let takenCount = flush(backlog, until: end)
        backlog.removeFirst(takenCount)
        backlogStart += takenCount
    }

    /// Flushes connections until the time is over. Returns how many it flushed.
    private func flush(_ connections: some Sequence<Connection>, until end: Int64) -> Int {
        var count = 0
        for connection in connections {
            connection.flushInTurn()
            count += 1
            if count.isMultiple(of: EventLoop.flushesPerClockReading),
                MachineTime.monotonicNanoseconds > end
            {
                break
            }
        }
        return count
    }

    /// Closes the remaining sources, notifies the handlers, and breaks the reference cycles between
    /// the loop and its objects. Handlers may hand in work once more; any work that results from it
    /// is dropped.
    private func windDown() {
        for _ in 0..<2 {
            closeSources()
            deliverNotices()
            _ = work()
        }
        closeSources()
        deliverNotices()
        let dropped = inbox.with { inbox in
            inbox.hasEnded = true
            defer { inbox.work = [] }
            return inbox.work
        }
        let ended = (
            dropped, timers, hooks, outputHooks, dirty, backlog, handshakes, pendingReads
        )
        timers = TimerQueue()
        hooks = []
        outputHooks = []
        dirty = []
        backlog = []
        handshakes = Deque()
        pendingReads = []
        withExtendedLifetime(ended) {}
    }

    private func closeSources() {
        for source in sources.all {
            switch source {
            case .connection(let connection): connection.abort()
            case .listener(let socket): socket.listener.close()
            }
        }
    }
}

/// Passes the loop to its new thread, and waits until the thread runs.
private final class ThreadStart {
    let loop: EventLoop
    private let running = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(_ loop: EventLoop) {
        self.loop = loop
        sem_init(running, 0, 0)
    }

    deinit {
        sem_destroy(running)
        running.deallocate()
    }

    func waitUntilRunning() {
        while sem_wait(running) != 0 {}
    }

    func isRunning() {
        sem_post(running)
    }
}

/// The loop's thread. This is a top-level function, because a closure would inherit the isolation
/// of its context, which doesn't hold on the new thread.
private func runEventLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
    let loop = start.loop
    loop.thread = pthread_self()
    // The kernel keeps 15 bytes of a thread's name.
    _ = platform_name_this_thread(String(decoding: loop.name.utf8.prefix(15), as: UTF8.self))
    platform_mark_loop_thread()
    start.isRunning()
    loop.run()
    return nil
}
