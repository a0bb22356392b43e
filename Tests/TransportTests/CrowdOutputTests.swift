import Testing

@testable import Transport

/// The output of a loop for many connections, which is sent in several turns.
@Suite(.timeLimit(.minutes(5)))
struct CrowdOutputTests {
    /// A host, and clients whose first bytes have arrived.
    private func crowd(
        of count: Int
    ) async throws -> (host: LiveHost, begun: LoopBound<[Connection]>, clients: [ClientSocket]) {
        let begun = LoopBound<[Connection]>([])
        let host = try await LiveHost(begun: { begun.value.append($0) }, script: { _, _ in })
        let clients = try (0..<count).map { _ in try host.connect() }
        for client in clients { try client.write([1]) }
        for _ in clients { #expect(await host.wait(for: .received([1]))) }
        return (host, begun, clients)
    }

    @Test func `work runs while output for many connections is sent`() async throws {
        let (host, begun, clients) = try await crowd(of: 300)
        let loop = host.loop
        let turns = try await loop.run {
            loop.flushNanosecondsMax = 0
            for connection in begun.value { connection.send([1]) }
            return loop.turns
        }
        for client in clients { #expect(try client.readExactly(1) == [1]) }
        #expect(try await loop.run { loop.turns } > turns + 4)
    }

    @Test func `an answer precedes output that many connections wait for`() async throws {
        let (host, begun, clients) = try await crowd(of: 300)
        let loop = host.loop
        let wasAnswered = LoopBound(false)
        try await loop.run {
            loop.flushNanosecondsMax = 0
            for connection in begun.value.dropLast() { connection.send([1]) }
            loop.atEndOfTurn {
                guard let end = loop.outputEnd, !wasAnswered.value else { return }
                #expect(!loop.hasSent(through: end))
                wasAnswered.value = true
                begun.value.last?.send([2])
            }
            loop.afterOutput {
                guard wasAnswered.value, begun.value.last?.outputBytes == 0 else { return }
                #expect(loop.outputEnd.map { !loop.hasSent(through: $0) } == true)
                begun.value = []
            }
        }
        #expect(try clients[299].readExactly(1) == [2])
        for client in clients.dropLast() { #expect(try client.readExactly(1) == [1]) }
        #expect(try await loop.run { begun.value.isEmpty })
    }
}
