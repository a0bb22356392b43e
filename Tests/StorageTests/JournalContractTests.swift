import JSON
import Locks
import MemoryStorage
import Storage
import Sync
import Testing

/// The contract of a journal, for every engine.
@Suite struct JournalContractTests {
    private static let kinds = EngineKind.allCases

    private func replayed(
        _ venue: String = "main", after rev: Int = 0, through lastRev: Int? = nil,
        in engine: Engine
    ) async throws -> [Event] {
        var events: [Event] = []
        var position: ReplayPosition? = ReplayPosition(after: rev, through: lastRev)
        while let here = position {
            let portion = try engine.storage.replay(venue, from: here)
            events += portion.events
            position = portion.next
        }
        return events
    }

    @Test(arguments: kinds) func `returns appended events in order, also to others`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...2))
        try await engine.keep(Sample.batch(3...3))
        try await engine.keep(Sample.batch(1...1, of: "terrace", name: "Bo"))
        for journal in [engine.storage, try engine.another()] {
            let events = try journal.events(of: "main", after: 0, limit: 9, bytesMax: .max)
            #expect(events == (1...3).map { Sample.event($0, id: "m\($0)") })
        }
        let some = try engine.storage.events(of: "main", after: 1, limit: 1, bytesMax: 1)
        #expect(some.map(\.rev) == [2])
    }

    @Test(arguments: kinds) func `keeps the order of batches that are appended together`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outcomes = Monitor<[Int]>([])
        await withCheckedContinuation { continuation in
            for rev in 1...100 {
                engine.journal.append(Sample.batch(rev...rev)) { outcome in
                    guard case .success = outcome else { return }
                    outcomes.withValue { $0.append(rev) }
                    if rev == 100 { continuation.resume() }
                }
            }
        }
        #expect(outcomes.withValue { $0 } == Array(1...100))
        #expect(try await replayed(in: engine).map(\.rev) == Array(1...100))
    }

    @Test(arguments: kinds) func `a batch that does not continue the journal changes nothing`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...1))
        await #expect(throws: StoreError.discontinuous(expected: 2, found: 3)) {
            try await engine.keep(Sample.batch(3...4))
        }
        await #expect(throws: StoreError.noVenue(slug: "attic")) {
            try await engine.keep(Sample.batch(1...1, of: "attic"))
        }
        #expect(try await replayed(in: engine).map(\.rev) == [1])
        try await engine.keep(Sample.batch(2...2))
    }

    @Test(arguments: kinds) func `recalls a mutation by its id in its own venue`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...3))
        let recorded = try engine.storage.recall("m2", in: "main")
        #expect(
            recorded == RecordedMutation(event: Sample.event(2, id: "m2"), fingerprint: [7, 7]))
        for (id, venue) in [("m2", "terrace"), ("m9", "main"), ("m2", "attic")] {
            let none = try engine.storage.recall(id, in: venue)
            #expect(none == nil)
        }
    }

    @Test(arguments: kinds) func `a long replay comes in portions, and can begin and end anywhere`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...2500))
        #expect(try await replayed(in: engine).map(\.rev) == Array(1...2500))
        #expect(
            try await replayed(after: 990, through: 1200, in: engine).map(\.rev)
                == Array(991...1200))
        #expect(try await replayed(after: 2500, in: engine) == [])
        #expect(try await replayed("terrace", in: engine) == [])
        await #expect(throws: StoreError.noVenue(slug: "attic")) {
            _ = try await replayed("attic", in: engine)
        }
    }

    @Test(arguments: kinds) func `a replay of large events comes in small portions`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        for rev in 1...6 {
            try await engine.keep(
                Sample.batch(rev...rev, name: String(repeating: "x", count: 1 << 20)))
        }
        let portion = try engine.storage.replay("main", from: ReplayPosition(after: 0))
        #expect(portion.events.map(\.rev) == [1, 2, 3])
        #expect(try await replayed(in: engine).map(\.rev) == Array(1...6))
    }

    @Test(arguments: kinds) func `a replay returns the events that existed when it began`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...1500))
        let first = try engine.storage.replay("main", from: ReplayPosition(after: 0))
        try await engine.keep(Sample.batch(1501...1502))
        let next = try #require(first.next)
        let rest = try engine.storage.replay("main", from: next)
        #expect(first.events.count + rest.events.count == 1500)
        #expect(rest.next == nil)
    }

    @Test(arguments: kinds) func `returns the snapshot that was stored last`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let journal = engine.storage
        try await engine.keep(Sample.batch(1...3))
        let none = try journal.snapshot(of: "main")
        #expect(none == nil)
        for state in [1, 2] as [UInt8] {
            let bytes = [state, 0, 0, 0, 0, 0, 0, 0]
            try journal.keepSnapshot(bytes, of: "main", at: 3)
        }
        var kept = try #require(try journal.snapshot(of: "main"))
        let state = try kept.readFixed()
        #expect(state == 2)
        #expect(kept.isAtEnd)
        #expect(throws: SnapshotError.self) {
            try journal.keepSnapshot([1], of: "main", at: 9)
        }
    }

    @Test(arguments: kinds) func `stores and removes reference data with its events`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        func kept(
            _ content: ReferenceContent, board: String = "waitlist", in venue: String = "main"
        ) async throws -> ReferenceContent? {
            try engine.storage.reference(content.digest, ofBoard: board, in: venue)
        }
        let first = try ReferenceContent(Array(repeating: 7, count: 1_000_000))
        let second = try ReferenceContent([])
        try await engine.keep(Sample.batch(1, keeping: first))
        #expect(try await kept(first) == first)
        #expect(try await kept(second) == nil)
        // The data belongs to its board and its venue.
        #expect(try await kept(first, board: "notice") == nil)
        #expect(try await kept(first, in: "terrace") == nil)
        #expect(try await kept(first, in: "attic") == nil)
        // A refused batch stores nothing.
        await #expect(throws: StoreError.discontinuous(expected: 2, found: 3)) {
            try await engine.keep(Sample.batch(3, keeping: second))
        }
        #expect(try await kept(second) == nil)
        // The next data with the same name replaces it.
        try await engine.keep(Sample.batch(2, keeping: second))
        #expect(try await kept(first) == nil)
        #expect(try await kept(second) == second)
        try await engine.keep(Sample.batch(3, keeping: nil))
        #expect(try await kept(second) == nil)
        #expect(try await replayed(in: engine).map(\.rev) == [1, 2, 3])
    }

    @Test(arguments: kinds) func `determines the outcome of a batch`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...2))
        for (batch, isKept) in [
            (Sample.batch(1...2), true), (Sample.batch(2...2), true), (Sample.batch(2...3), false),
            (Sample.batch(3...3), false), (Sample.batch(1...1, of: "terrace"), false),
        ] {
            let answer = try engine.storage.settle(batch)
            #expect(answer == isKept)
        }
        var another = Sample.batch(2...2)
        another.entries[0].event.mutationID = "other"
        let isKept = try engine.storage.settle(another)
        #expect(!isKept)
    }

    @Test(arguments: kinds) func `a stopped journal refuses batches, and still answers`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        try await engine.keep(Sample.batch(1...1))
        engine.journal.stop()
        await #expect(throws: StoreError.stopped) {
            try await engine.keep(Sample.batch(2...2))
        }
        #expect(try await replayed(in: engine).map(\.rev) == [1])
    }
}
