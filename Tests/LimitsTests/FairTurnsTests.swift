import Foundation
import Locks
import Testing

@testable import Limits
@testable import Transport

/// Work that takes turns, on a loop of its own.
@Suite struct FairTurnsTests {
    private static let slow = SocketAddress(ip: "192.0.2.1", port: 1)
    private static let other = SocketAddress(ip: "192.0.2.2", port: 1)

    /// A piece of work, and the loop's turn in which it was done.
    private struct Done: Equatable {
        var what: String
        var turn: Int
    }

    /// Runs `body` in one turn, and waits until `count` pieces of work are done.
    private func run(
        count: Int, timePerTurn: Duration = .microseconds(500),
        _ body: @escaping @Sendable (FairTurns, @escaping @Sendable (String) -> Void) -> Void
    ) throws -> [Done] {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let done = Locked<[Done]>([])
        let isOver = DispatchSemaphore(value: 0)
        loop.execute {
            let turns = FairTurns(on: loop, timePerTurn: timePerTurn)
            loop.atEndOfTurn { turns.turnEnds() }
            body(turns) { what in
                let isLast = done.with { done in
                    done.append(Done(what: what, turn: loop.turns))
                    return done.count == count
                }
                if isLast { isOver.signal() }
            }
        }
        isOver.wait()
        return done.with { $0 }
    }

    /// Takes longer than a turn may.
    private static func waste() {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(3) {}
    }

    @Test func `work within the turn's time is done at once`() throws {
        let address = try #require(Self.slow)
        // This holds however long the machine is busy meanwhile.
        let done = try run(count: 3, timePerTurn: .seconds(3_600)) { turns, note in
            turns.take(.request, for: address) { note("first") }
            turns.take(.request, for: address) { note("second") }
            note("asked")
        }
        #expect(done.map(\.what) == ["first", "second", "asked"])
        #expect(Set(done.map(\.turn)).count == 1)
    }

    @Test func `excess work waits for later turns, each of which does at least one piece`() throws {
        let address = try #require(Self.slow)
        let done = try run(count: 5) { turns, note in
            for index in 0..<4 {
                turns.take(.request, for: address) {
                    Self.waste()
                    note("\(index)")
                }
            }
            note("asked")
        }
        #expect(done.map(\.what) == ["0", "asked", "1", "2", "3"])
        let later = done.dropFirst().map(\.turn)
        #expect(later.last ?? 0 >= (later.first ?? 0) + 2)
    }

    @Test func `a busy address delays only its own work`() throws {
        let (slow, other) = (try #require(Self.slow), try #require(Self.other))
        let done = try run(count: 6) { turns, note in
            for index in 0..<4 {
                turns.take(.request, for: slow) {
                    Self.waste()
                    note("slow \(index)")
                }
            }
            for index in 0..<2 { turns.take(.request, for: other) { note("other \(index)") } }
        }
        #expect(
            done.map(\.what) == ["slow 0", "slow 1", "other 0", "slow 2", "other 1", "slow 3"])
    }

    @Test func `deferred work waits for the end of the turn`() throws {
        let address = try #require(Self.slow)
        let done = try run(count: 2) { turns, note in
            turns.wait(.request, for: address) { note("waited") }
            note("asked")
        }
        #expect(done.map(\.what) == ["asked", "waited"])
    }

    @Test func `messages precede requests, but each turn answers one request`() throws {
        let (slow, other) = (try #require(Self.slow), try #require(Self.other))
        let done = try run(count: 7) { turns, note in
            for index in 0..<3 {
                turns.take(.request, for: slow) {
                    Self.waste()
                    note("request \(index)")
                }
            }
            for index in 0..<3 {
                turns.take(.message, for: other) {
                    Self.waste()
                    note("message \(index)")
                }
            }
            note("asked")
        }
        #expect(
            done.map(\.what) == [
                "request 0", "asked", "message 0", "request 1", "message 1", "request 2",
                "message 2",
            ])
    }
}
