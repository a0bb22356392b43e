import JSON
import MemoryStorage
import Storage
import Sync
import Testing

/// The contract of effects that wait, for every engine.
@Suite struct EffectOutboxContractTests {
    private let now = Sample.now

    private func effect(_ target: String) -> Effect {
        Effect(target: target, data: ["for": .string(target)], lifetime: .seconds(60))
    }

    private func entry(_ rev: Int, _ effects: [Effect]) -> JournalEntry {
        JournalEntry(
            event: Event(
                rev: rev, at: now, board: "waitlist", kind: "added", subject: "p_\(rev)", data: [:],
                actor: "host:d_1", mutationID: "m\(rev)"),
            fingerprint: [1], effects: effects)
    }

    @Test(arguments: EngineKind.allCases)
    func `stores effects with their event, under keys that name it`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        let epoch = try #require(try outbox.venue("main")).epoch
        try await engine.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [
                    entry(1, [effect("sms"), effect("webhook")]), entry(2, []),
                    entry(3, [effect("sms")]),
                ]))
        let waiting = try outbox.waitingEffects(after: 0, limit: 10)
        #expect(waiting.map(\.key) == ["1:0", "1:1", "3:0"].map { "main:\(epoch):\($0)" })
        #expect(waiting.map(\.target) == ["sms", "webhook", "sms"])
        #expect(waiting[0].data == ["for": "sms"])
        #expect(waiting[0].until == now.adding(milliseconds: 60_000))
        #expect(try outbox.waitingEffects(after: waiting[1].number, limit: 10) == [waiting[2]])
    }

    @Test(arguments: EngineKind.allCases)
    func `stores no effect of a refused event`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        await #expect(throws: StoreError.self) {
            try await engine.keep(
                JournalBatch(
                    venue: "main", generation: 0,
                    entries: [entry(1, [effect("sms")]), entry(3, [effect("sms")])]))
        }
        #expect(try outbox.waitingEffects(after: 0, limit: 10).isEmpty)
    }

    @Test(arguments: EngineKind.allCases)
    func `stores a key once, even after its effect ended, and reuses no number`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        for _ in 0..<2 { try outbox.keep(effect("sms"), key: "k", in: "main", now: now) }
        let first = try #require(try outbox.waitingEffects(after: 0, limit: 10).first)
        #expect(try outbox.waitingEffects(after: 0, limit: 10).count == 1)
        #expect(try outbox.waitingEffect("k") == first)
        try outbox.forget(effect: "k")
        #expect(try outbox.waitingEffect("k") == nil)
        for key in ["k", "l"] { try outbox.keep(effect("sms"), key: key, in: "main", now: now) }
        let later = try outbox.waitingEffects(after: first.number, limit: 10)
        #expect(later.map(\.key) == ["l"])
    }

    /// Appends an event that changes an effect.
    private func note(
        _ change: EffectChange, rev: Int, at now: Instant, in engine: Engine
    ) async throws {
        var event = Sample.event(rev)
        event.at = now
        try await engine.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [JournalEntry(event: event, fingerprint: nil, effectChange: change)]))
    }

    @Test(arguments: EngineKind.allCases)
    func `changes an effect with the event that says so`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        try outbox.keep(effect("sms"), key: "k", in: "main", now: now)
        #expect(try outbox.waitingEffect("k")?.isReported == false)
        try await note(
            .noteTries(key: "k", count: 3, problem: "timed_out"), rev: 1, at: now, in: engine)
        let tried = try #require(try outbox.waitingEffect("k"))
        #expect(tried.tryCount == 3 && tried.isReported)
        try await note(.giveUp(key: "k", count: 4, problem: "too_old"), rev: 2, at: now, in: engine)
        #expect(try outbox.waitingEffect("k") == nil)
        #expect(try outbox.keptEffect("k") == .dead)
        // An hour later, the effect has its whole minute again.
        let later = now.adding(milliseconds: 3_600_000)
        try await note(.retry(key: "k"), rev: 3, at: later, in: engine)
        let again = try #require(try outbox.waitingEffect("k"))
        #expect(again.until == later.adding(milliseconds: 60_000))
        #expect(again.keptAt == now && again.tryCount == 4)
        // Retrying a waiting effect does not extend its time.
        try await note(.retry(key: "k"), rev: 4, at: later.adding(milliseconds: 9), in: engine)
        #expect(try outbox.waitingEffect("k") == again)
        try await note(.forget(key: "k"), rev: 5, at: later, in: engine)
        #expect(try outbox.waitingEffect("k") == nil)
        #expect(try outbox.keptEffect("k") == nil)
    }

    @Test(arguments: EngineKind.allCases)
    func `a refused event does not change its effect`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        try outbox.keep(effect("sms"), key: "k", in: "main", now: now)
        await #expect(throws: StoreError.self) {
            try await note(.forget(key: "k"), rev: 7, at: now, in: engine)
        }
        #expect(try outbox.waitingEffect("k") != nil)
    }

    @Test(arguments: EngineKind.allCases)
    func `keeps a dropped effect until its board was told`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        var told = effect("sms")
        told.outcome = Effect.Outcome(action: "booking.reminded", arguments: ["booking": "b_1"])
        try outbox.keep(told, key: "told", in: "main", now: now)
        try outbox.keep(effect("sms"), key: "untold", in: "main", now: now)
        #expect(try outbox.waitingEffect("told")?.outcome == told.outcome)
        try await note(.drop(key: "told"), rev: 1, at: now, in: engine)
        try await note(.drop(key: "untold"), rev: 2, at: now, in: engine)
        #expect(try outbox.waitingEffect("told")?.isDropped == true)
        #expect(try outbox.waitingEffect("untold") == nil)
        // The board of an effect that was given up was already told.
        try outbox.keep(told, key: "dead", in: "main", now: now)
        try await note(.giveUp(key: "dead", count: 1, problem: nil), rev: 3, at: now, in: engine)
        #expect(try outbox.keptEffect("dead") == .dead)
        try await note(.drop(key: "dead"), rev: 4, at: now, in: engine)
        // An effect that was dropped before it was given up can't be retried either.
        try await note(.giveUp(key: "told", count: 1, problem: nil), rev: 5, at: now, in: engine)
        #expect(try outbox.keptEffect("dead") == nil)
        #expect(try outbox.keptEffect("told") == nil)
    }

    @Test(arguments: EngineKind.allCases) func `keeps the newest effects that were given up`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let outbox = engine.storage
        let count = EffectReport.deadCountMax + 3
        for number in 0..<count {
            let at = now.adding(milliseconds: Int64(number))
            try outbox.keep(effect("sms"), key: "k\(number)", in: "main", now: at)
            try await note(
                .giveUp(key: "k\(number)", count: 1, problem: "too_old"), rev: number + 1, at: at,
                in: engine)
        }
        let dead = try (0..<count).filter { try outbox.keptEffect("k\($0)") == .dead }
        #expect(dead == Array(3..<count))
        #expect(try outbox.waitingEffects(after: 0, limit: 10).isEmpty)
    }
}

extension EffectOutbox {
    /// Returns the effect with this key, if it waits.
    fileprivate func waitingEffect(_ key: String) throws -> WaitingEffect? {
        guard case .waiting(let effect) = try keptEffect(key) else { return nil }
        return effect
    }
}
