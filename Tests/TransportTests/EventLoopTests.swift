import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct EventLoopTests {
    @Test func `runs each thread's work in the order of its calls`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let done = LoopBound<[[Int]]>([[], [], [], []])
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<5000 {
                        loop.execute { done.value[thread].append(number) }
                    }
                }
            }
        }
        try await loop.run {}
        #expect(done.value == Array(repeating: Array(0..<5000), count: 4))
    }

    @Test func `runs work from the loop itself after waiting work`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let order = LoopBound<[Int]>([])
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        loop.execute {
            loop.execute { order.value.append(3) }
            order.value.append(1)
            loop.execute { continuation.yield() }
            order.value.append(2)
        }
        var iterator = ended.makeAsyncIterator()
        await iterator.next()
        #expect(order.value == [1, 2, 3])
    }

    @Test func `recognizes its own thread`() async throws {
        let loop = try EventLoop(name: "a name that is longer than fifteen bytes")
        defer { loop.stop() }
        #expect(!loop.isCurrent)
        let outcome = try await loop.run { loop.isCurrent }
        #expect(outcome)
    }

    @Test func `an actor on the loop can be entered from callbacks`() async throws {
        let counter = try Counter()
        defer { counter.loop.stop() }
        #expect(await counter.count() == 1)
        await counter.scheduleCount()
        let ticks = counter.ticks
        var iterator = ticks.makeAsyncIterator()
        #expect(await iterator.next() == 2)
    }

    @Test func `stopping aborts connections, notifies their handlers and closes listeners`()
        async throws
    {
        let (told, continuation) = AsyncStream.makeStream(of: Told.self)
        var host: LiveHost? = try await LiveHost { told, connection in
            if case .received = told { connection.send([1]) }
            continuation.yield(told)
        }
        let client = try #require(try host?.connect())
        let port = try #require(host?.port)
        try client.write([0])
        #expect(try client.readExactly(1) == [1])
        host = nil
        var iterator = told.makeAsyncIterator()
        #expect(await iterator.next() == .received([0]))
        #expect(await iterator.next() == .closed(.aborted))
        #expect(throws: SystemError.self) {
            try ClientSocket(host: "127.0.0.1", port: port, timeout: .seconds(5))
        }
    }

    @Test func `a stopped loop drops new work and can be stopped again`() throws {
        let loop = try EventLoop(name: "test")
        loop.stop()
        loop.execute { Issue.record("the loop has ended") }
        loop.stop()
    }

    @Test func `a stopped loop is released`() throws {
        var loop: EventLoop? = try EventLoop(name: "test")
        weak let weakly = loop
        loop?.execute { [weak loop] in _ = loop?.schedule(after: .seconds(1000)) {} }
        loop?.stop()
        loop = nil
        #expect(weakly == nil)
    }
}

private actor Counter {
    nonisolated let loop: EventLoop
    nonisolated let ticks: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation
    private var counted = 0

    init() throws {
        loop = try EventLoop(name: "actor")
        (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func count() -> Int {
        loop.preconditionCurrent()
        counted += 1
        return counted
    }

    func scheduleCount() {
        // Like a socket's callback, the timer's closure is not isolated to the actor.
        loop.schedule(after: .milliseconds(1), Counter.tick(self))
    }

    private static func tick(_ counter: Counter) -> @Sendable () -> Void {
        {
            counter.assumeIsolated { counter in
                let count = counter.count()
                counter.continuation.yield(count)
            }
        }
    }
}
