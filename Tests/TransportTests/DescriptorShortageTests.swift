import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct DescriptorShortageTests {
    @Test func `a listener without free descriptors pauses, reports it once, and resumes`() async {
        // Runs in a separate process, because the limit belongs to the process.
        await #expect(processExitsWith: .success) { try await exhaustDescriptors() }
    }
}

private func exhaustDescriptors() async throws {
    let loop = try EventLoop(name: "test")
    let (notices, continuation) = AsyncStream.makeStream(of: ListenerNotice.self)
    let port = try await listenAndEcho(on: loop) { continuation.yield($0) }
    let first = try ClientSocket(host: "127.0.0.1", port: port, timeout: .seconds(20))
    try demandEcho(of: 1, from: first)

    // Both ends of a second connection and one end of a third.
    limitDescriptors(toMore: 3)
    let second = try ClientSocket(host: "127.0.0.1", port: port, timeout: .seconds(20))
    try demandEcho(of: 2, from: second)
    let third = try ClientSocket(host: "127.0.0.1", port: port, timeout: .seconds(20))
    try third.write([3])
    var iterator = notices.makeAsyncIterator()
    let paused = await iterator.next()
    precondition(paused == .pausedForDescriptors(errno: EMFILE))

    // Other connections are not affected, and the loop waits instead of spinning.
    let before = try await loop.run { loop.turns }
    for _ in 0..<20 { try demandEcho(of: 4, from: first) }
    let after = try await loop.run { loop.turns }
    // On a busy machine an echo takes several turns; a loop that spins makes hundreds meanwhile.
    precondition(after - before < 100)
    second.close()
    let echoed = try third.readExactly(1)
    precondition(echoed == [3])
    let resumed = await iterator.next()
    precondition(resumed == .resumed)
    loop.stop()
}

private func listenAndEcho(
    on loop: EventLoop, noticed: @escaping @Sendable (ListenerNotice) -> Void
) async throws -> Int {
    try await loop.run {
        let listener = try Listener(host: "127.0.0.1", port: 0, on: loop) { socket in
            let echo = Recorder { told, connection in
                if case .received(let bytes) = told { connection.send(bytes) }
                if told == .peerFinished { connection.finish() }
            }
            _ = Connection(adopting: socket, on: loop, handler: echo)
        } noticed: { notice in
            noticed(notice)
        }
        return listener.addresses[0].port
    }
}

private func demandEcho(of byte: UInt8, from client: ClientSocket) throws {
    try client.write([byte])
    let echoed = try client.readExactly(1)
    precondition(echoed == [byte])
}

/// Allows the process `count` more descriptors than it has now.
private func limitDescriptors(toMore count: Int32) {
    // `dup` takes the lowest free number, so there is no gap below the last one.
    let last = (0..<64).map { _ in dup(0) }.max() ?? 0
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    getrlimit(kind, &limit)
    limit.rlim_cur = rlim_t(last + 1 + count)
    let result = setrlimit(kind, &limit)
    precondition(result == 0)
}
