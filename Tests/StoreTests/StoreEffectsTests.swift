import Foundation
import JSON
import Sync
import Testing

@testable import Store

/// What has to happen outside, kept until it has.
@Suite struct StoreEffectsTests {
    private let now = Instant(milliseconds: 1_795_197_845_123)

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

    @Test func `effects are kept with their event, under keys that name it`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        let epoch = try #require(try store.venue("main")).epoch
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [
                    entry(1, [effect("sms"), effect("webhook")]), entry(2, []),
                    entry(3, [effect("sms")]),
                ]))
        let waiting = try store.waitingEffects(after: 0, limit: 10)
        #expect(waiting.map(\.key) == ["1:0", "1:1", "3:0"].map { "main:\(epoch):\($0)" })
        #expect(waiting.map(\.target) == ["sms", "webhook", "sms"])
        #expect(waiting[0].data == ["for": "sms"])
        #expect(waiting[0].until == now.adding(milliseconds: 60_000))
        #expect(try store.waitingEffects(after: waiting[1].number, limit: 10) == [waiting[2]])
    }

    @Test func `an effect of an event that is not kept is not kept either`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        #expect(throws: StoreError.self) {
            try store.keep(
                JournalBatch(
                    venue: "main", generation: 0,
                    entries: [entry(1, [effect("sms")]), entry(3, [effect("sms")])]))
        }
        #expect(try store.waitingEffects(after: 0, limit: 10).isEmpty)
    }

    @Test func `a key is kept once, even if its effect has ended, and no number comes again`()
        throws
    {
        let scene = Scene()
        let store = try scene.makeStore()
        for _ in 0..<2 { try store.keep(effect("sms"), key: "k", in: "main", now: now) }
        let first = try #require(try store.waitingEffects(after: 0, limit: 10).first)
        #expect(try store.waitingEffects(after: 0, limit: 10).count == 1)
        #expect(try store.waitingEffect("k") == first)
        try store.forget(effect: "k")
        #expect(try store.waitingEffect("k") == nil)
        for key in ["k", "l"] { try store.keep(effect("sms"), key: key, in: "main", now: now) }
        let later = try store.waitingEffects(after: first.number, limit: 10)
        #expect(later.map(\.key) == ["l"])
    }

    /// An event that says what became of an effect.
    private func note(_ change: EffectChange, rev: Int, at now: Instant, in store: Store) throws {
        var event = Scene.event(rev)
        event.at = now
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [JournalEntry(event: event, fingerprint: nil, effectChange: change)]))
    }

    @Test func `what becomes of an effect is kept with the event that says so`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        try store.keep(effect("sms"), key: "k", in: "main", now: now)
        #expect(try store.waitingEffect("k")?.isReported == false)
        try note(.noteTries(key: "k", count: 3, problem: "timed_out"), rev: 1, at: now, in: store)
        let tried = try #require(try store.waitingEffect("k"))
        #expect(tried.tryCount == 3 && tried.isReported)
        try note(.giveUp(key: "k", count: 4, problem: "too_old"), rev: 2, at: now, in: store)
        #expect(try store.waitingEffect("k") == nil)
        #expect(
            try store.deadEffects(of: "main")
                == [
                    DeadEffect(
                        key: "k", target: "sms", keptAt: now, tryCount: 4, problem: "too_old")
                ])
        // An hour later it has its whole minute once more.
        let later = now.adding(milliseconds: 3_600_000)
        try note(.retry(key: "k"), rev: 3, at: later, in: store)
        let again = try #require(try store.waitingEffect("k"))
        #expect(again.until == later.adding(milliseconds: 60_000))
        #expect(again.keptAt == now && again.tryCount == 4)
        // One that waits is not made younger.
        try note(.retry(key: "k"), rev: 4, at: later.adding(milliseconds: 9), in: store)
        #expect(try store.waitingEffect("k") == again)
        try note(.forget(key: "k"), rev: 5, at: later, in: store)
        #expect(try store.waitingEffect("k") == nil)
        #expect(try store.deadEffects(of: "main").isEmpty)
    }

    @Test func `what an effect keeps sealed is opened with the key, and is in no file`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        var letter = effect("mail:r_1")
        letter.sealed = ["to": "ada@example.org"]
        try store.keep(
            JournalBatch(venue: "main", generation: 0, entries: [entry(1, [letter])]))
        try store.keep(letter, key: "k", in: "main", now: now)
        for waiting in try store.waitingEffects(after: 0, limit: 10) {
            let opened = try store.openedEffect(waiting)
            #expect(opened.sealed == letter.sealed && opened.data == letter.data)
        }
        let names = try FileManager.default.subpathsOfDirectory(atPath: scene.folder)
        for name in names {
            let bytes = Scene.content(ofFile: "\(scene.folder)/\(name)")
            #expect(bytes.range(of: Data("ada@example.org".utf8)) == nil)
        }
        // It can't be read as another effect's, or with another key.
        var moved = try #require(try store.waitingEffect("k"))
        moved.key = "l"
        #expect(throws: StoreError.self) { try store.openedEffect(moved) }
        try FileManager.default.removeItem(atPath: store.keyPath)
        moved.key = "k"
        #expect(throws: StoreError.self) { try store.openedEffect(moved) }
    }

    @Test func `an effect stays as it was when the event that says otherwise is not kept`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        try store.keep(effect("sms"), key: "k", in: "main", now: now)
        #expect(throws: StoreError.self) {
            try note(.forget(key: "k"), rev: 7, at: now, in: store)
        }
        #expect(try store.waitingEffect("k") != nil)
    }

    @Test func `what is dropped is kept until its board has heard of it`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        var told = effect("sms")
        told.outcome = Effect.Outcome(action: "booking.reminded", arguments: ["booking": "b_1"])
        try store.keep(told, key: "told", in: "main", now: now)
        try store.keep(effect("sms"), key: "untold", in: "main", now: now)
        #expect(try store.waitingEffect("told")?.outcome == told.outcome)
        try note(.drop(key: "told"), rev: 1, at: now, in: store)
        try note(.drop(key: "untold"), rev: 2, at: now, in: store)
        #expect(try store.waitingEffect("told")?.isDropped == true)
        #expect(try store.waitingEffect("untold") == nil)
        // Of one that was given up its board has heard.
        try store.keep(told, key: "dead", in: "main", now: now)
        try note(.giveUp(key: "dead", count: 1, problem: nil), rev: 3, at: now, in: store)
        #expect(try store.keptEffect("dead") == .dead)
        try note(.drop(key: "dead"), rev: 4, at: now, in: store)
        // One that was dropped before it was given up is nobody's to try again either.
        try note(.giveUp(key: "told", count: 1, problem: nil), rev: 5, at: now, in: store)
        #expect(try store.deadEffects(of: "main").isEmpty)
        #expect(try store.keptEffect("told") == nil)
    }

    @Test func `of what was given up the newest are kept`() throws {
        let scene = Scene()
        let store = try scene.makeStore()
        let count = EffectReport.deadCountMax + 3
        for number in 0..<count {
            let at = now.adding(milliseconds: Int64(number))
            try store.keep(effect("sms"), key: "k\(number)", in: "main", now: at)
            try note(
                .giveUp(key: "k\(number)", count: 1, problem: "too_old"), rev: number + 1, at: at,
                in: store)
        }
        let dead = try store.deadEffects(of: "main")
        #expect(dead.count == EffectReport.deadCountMax)
        #expect(dead.first?.key == "k3" && dead.last?.key == "k\(count - 1)")
        #expect(try store.waitingEffects(after: 0, limit: 10).isEmpty)
    }
}

extension Store {
    /// The effect with this key, if it waits.
    fileprivate func waitingEffect(_ key: String) throws -> WaitingEffect? {
        guard case .waiting(let effect) = try keptEffect(key) else { return nil }
        return effect
    }
}

private struct DeadEffect: Equatable {
    var key: String
    var target: String
    var keptAt: Instant
    var tryCount: Int
    var problem: String?
}

extension Store {
    /// The effects that were given up, in the order in which they were stored.
    fileprivate func deadEffects(of venue: String) throws -> [DeadEffect] {
        try read { db in
            var rows = try Query(
                """
                SELECT key, target, kept_at, tries, problem FROM effect
                WHERE is_dead AND venue = (SELECT id FROM venue WHERE slug = ?) ORDER BY id
                """, db)
            try rows.bind(venue)
            var effects: [DeadEffect] = []
            while try rows.next() {
                effects.append(
                    DeadEffect(
                        key: try rows.text(0), target: try rows.text(1),
                        keptAt: Instant(milliseconds: try rows.integer(2)),
                        tryCount: Int(try rows.integer(3)), problem: try rows.optionalText(4)))
            }
            return effects
        }
    }
}
