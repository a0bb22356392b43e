import Dispatch
import Foundation
import JSON
import Locks
import Logging
import Storage
import TestSupport
import Testing
import Transport

@testable import Clocks
@testable import Delivery
@testable import SQLiteStorage
@testable import Sync

/// Delivery of effects, from a store on disk to a carrier that the test controls.
@Suite(.timeLimit(.minutes(5))) final class CourierTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("tablecast-\(UUID().uuidString)").path
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let store: Store
    private let teller: Teller
    private let clock = TestClock(at: 1_795_197_845_123)
    private var now: Instant { Instant(milliseconds: clock.wallMilliseconds) }

    init() throws {
        store = try Store(folder: folder, creating: true)
        _ = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "Europe/Rome", settings: [:],
            now: Instant(milliseconds: clock.wallMilliseconds))
        teller = Teller(store)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func courier(
        _ carrier: Carrier, _ teller: Teller? = nil, beside other: Carrier = Carrier(),
        tryCountMax: Int = 200
    ) -> Courier {
        var timing = CourierTiming()
        timing.firstPause = .milliseconds(1)
        timing.pauseMax = .milliseconds(4)
        timing.tryCountMax = tryCountMax
        let teller = teller ?? self.teller
        return Courier(
            outbox: store,
            clock: HubClock(clock, logger: logger),
            timing: timing, logger: logger, carriers: ["test": carrier, "beside": other],
            reportAction: "house.note_effect",
            tell: { teller.tell($0, $1, $2) })
    }

    private func effect(
        _ target: String, _ number: Int = 0, lifetime: Duration = .seconds(60)
    ) -> Effect {
        Effect(target: target, data: ["number": JSON(number)], lifetime: lifetime)
    }

    private func waiting() throws -> [String] {
        try store.waitingEffects(after: 0, limit: 10_000).map(\.key)
    }

    /// Waits until this number of effects was given up, and no other waits.
    private func awaitDead(_ count: Int, toldBy teller: Teller? = nil) throws {
        let teller = teller ?? self.teller
        while try teller.dead.count < count || !waiting().isEmpty { usleep(500) }
    }

    @Test func `carries out effects for one target in order, and then forgets them`() throws {
        let carrier = Carrier()
        let courier = courier(carrier)
        defer { courier.stop() }
        for number in 0..<20 {
            courier.post(effect("test:\(number % 2)", number), key: "k\(number)", in: "main")
        }
        try carrier.awaitEnds(20)
        for lane in 0..<2 {
            let numbers = carrier.carried.with { carried in
                carried.filter { $0.target == "test:\(lane)" }.map { $0.data["number"]?.integer }
            }
            #expect(numbers == stride(from: lane, to: 20, by: 2).map { $0 })
        }
        while try !waiting().isEmpty { usleep(500) }
        #expect(teller.dead.isEmpty)
        // An effect that succeeds at once makes no event.
        #expect(teller.told.with { $0.isEmpty })
    }

    @Test func `hanging targets delay only those of their kind`() throws {
        let isReleased = Locked(false)
        let hanging = Carrier { (_, _) throws(EffectProblem) in
            while !isReleased.with({ $0 }) { usleep(500) }
        }
        let other = Carrier()
        let courier = courier(hanging, beside: other)
        defer { courier.stop() }
        for number in 0..<20 {
            courier.post(effect("test:\(number)"), key: "k\(number)", in: "main")
        }
        courier.post(effect("beside"), key: "o", in: "main")
        try other.awaitEnds(1)
        isReleased.with { $0 = true }
        try hanging.awaitEnds(20)
    }

    @Test func `waiting effects survive a restart, and an hour without their target`() throws {
        let failing = Carrier { (_, _) throws(EffectProblem) in
            throw EffectProblem(.unreachable)
        }
        let first = courier(failing)
        first.post(effect("test", lifetime: .seconds(86_400)), key: "alarm", in: "main")
        while failing.carried.with({ $0.count }) < 3 { usleep(500) }
        first.stop()
        #expect(try waiting() == ["alarm"])
        clock.move(by: .seconds(3_600))
        let carrier = Carrier()
        let second = courier(carrier)
        defer { second.stop() }
        // The effect is stored once, even if it is posted again.
        second.post(effect("test", lifetime: .seconds(86_400)), key: "alarm", in: "main")
        try carrier.awaitEnds(1)
        second.post(effect("test"), key: "last", in: "main")
        try carrier.awaitEnds(1)
        #expect(carrier.carried.with { $0.map(\.key) } == ["alarm", "last"])
        #expect(carrier.carried.with { $0[0].tryCount } >= 2)
    }

    @Test func `gives up an impossible effect with its reason`() throws {
        let carrier = Carrier { (_, _) throws(EffectProblem) in
            throw EffectProblem(.answered(410), isFinal: true)
        }
        let courier = courier(carrier)
        courier.post(effect("test"), key: "refused", in: "main")
        courier.post(effect("test", lifetime: .zero), key: "old", in: "main")
        try carrier.awaitEnds(2)
        courier.post(effect("other"), key: "unknown", in: "main")
        defer { courier.stop() }
        try awaitDead(3)
        let problems = Dictionary(
            uniqueKeysWithValues: teller.dead.map { ($0.id, $0.failure?.text) })
        #expect(
            problems == [
                "refused": "answered 410", "old": "too_old", "unknown": "unknown_target",
            ])
        #expect(teller.told.with { $0.allSatisfy { $0.action == "house.note_effect" } })
        #expect(carrier.carried.with { $0.map(\.key) } == ["refused"])
        #expect(carrier.ends.with { $0.allSatisfy { !$0.isDelivered } })
        #expect(try waiting().isEmpty)
    }

    @Test func `gives up the oldest of too many effects for one target`() throws {
        let gate = DispatchSemaphore(value: 0)
        let carrier = Carrier { (_, _) throws(EffectProblem) in gate.wait() }
        let courier = courier(carrier)
        defer { courier.stop() }
        let count = EffectLanes.waitingCountMax + 5
        for number in 0..<count { courier.post(effect("test"), key: "k\(number)", in: "main") }
        try carrier.awaitEnds(5)
        #expect(carrier.ends.with { $0.map(\.key) } == (1...5).map { "k\($0)" })
        for _ in 0..<count { gate.signal() }
        try carrier.awaitEnds(count - 5)
        #expect(carrier.ends.with { $0.count { $0.isDelivered } } == count - 5)
    }

    @Test func `reports each failed attempt, and then the success`() throws {
        let carrier = Carrier { (_, attempt) throws(EffectProblem) in
            if attempt <= 2 { throw EffectProblem(.answered(503)) }
        }
        let courier = courier(carrier)
        defer { courier.stop() }
        courier.post(effect("test"), key: "k", in: "main")
        courier.post(effect("test"), key: "behind", in: "main")
        try carrier.awaitEnds(2)
        while try !waiting().isEmpty { usleep(500) }
        let reports = teller.reports(of: "k")
        #expect(reports.map(\.state) == [.waiting, .waiting, .done])
        #expect(reports.map(\.tryCount) == [1, 2, 2])
        #expect(reports.map(\.failure) == [.answered(503), .answered(503), nil])
        #expect(reports.map { $0.nextAt != nil } == [true, true, false])
        #expect(reports[1].behindCount == 1 && reports[0].target == "test")
        #expect(teller.reports(of: "behind").isEmpty)
        #expect(Set(teller.told.with { $0.map(\.id) }).count == 3)
    }

    @Test func `reports an outcome once to a board that wants to know it`() throws {
        let teller = Teller(store) { _, telling in telling < 3 ? .unavailable : .taken }
        let carrier = Carrier()
        let courier = courier(carrier, teller)
        defer { courier.stop() }
        var told = effect("test")
        told.outcome = Effect.Outcome(action: "booking.reminded", arguments: ["booking": "b_1"])
        courier.post(told, key: "k", in: "main")
        courier.post(effect("test"), key: "next", in: "main")
        try carrier.awaitEnds(2)
        while try !waiting().isEmpty { usleep(500) }
        // Reporting failed twice, but the effect was carried out once, and the next waited.
        #expect(carrier.carried.with { $0.map(\.key) } == ["k", "next"])
        let mutations = teller.told.with { $0 }
        #expect(mutations.map(\.action) == Array(repeating: "booking.reminded", count: 3))
        #expect(Set(mutations.map(\.id)).count == 1)
        #expect(mutations.allSatisfy { Mutation.isID($0.id) })
        #expect(mutations[0].arguments == ["booking": "b_1"])
        #expect(mutations[0].effect?.state == .done)
    }

    @Test
    func `gives up an effect after the most attempts, and a retry allows as many again`()
        throws
    {
        let carrier = Carrier { (_, _) throws(EffectProblem) in throw EffectProblem(.timedOut) }
        let courier = courier(carrier, tryCountMax: 3)
        defer { courier.stop() }
        courier.post(effect("test"), key: "k", in: "main")
        try carrier.awaitEnds(1)
        try awaitDead(1)
        while teller.answeredCount.with({ $0 }) < 3 { usleep(500) }
        #expect(carrier.carried.with { $0.count } == 3)
        #expect(teller.reports(of: "k").last?.failure == .tooOften)
        retry("k", by: courier)
        try carrier.awaitEnds(1)
        try awaitDead(2)
        #expect(carrier.carried.with { $0.count } == 6)
    }

    /// Retries an effect like the event of `house.retry`.
    private func retry(_ key: String, by courier: Courier) {
        let change = EffectChange.retry(key: key)
        teller.append(change, at: now)
        courier.changed(change, in: "main")
    }

    @Test func `dropping an effect lets the next one run`() throws {
        let carrier = Carrier { (effect, _) throws(EffectProblem) in
            if effect.key != "next" { throw EffectProblem(.unreachable, pause: .seconds(3_600)) }
        }
        let courier = courier(carrier)
        defer { courier.stop() }
        for key in ["untold", "told", "next"] {
            var effect = effect("test")
            if key == "told" {
                effect.outcome = Effect.Outcome(action: "booking.reminded", arguments: [:])
            }
            courier.post(effect, key: key, in: "main")
        }
        courier.changed(.drop(key: "nobody"), in: "main")
        for key in ["untold", "told"] {
            while teller.reports(of: key).isEmpty { usleep(500) }
            teller.append(.drop(key: key), at: now)
            courier.changed(.drop(key: key), in: "main")
        }
        try carrier.awaitEnds(1)
        #expect(carrier.ends.with { $0.map(\.key) } == ["next"])
        // The board gets a report; the other effect needs none.
        #expect(teller.reports(of: "told").map(\.state) == [.waiting, .dropped])
        #expect(teller.reports(of: "untold").map(\.state) == [.waiting])
        while try !waiting().isEmpty { usleep(500) }
    }

    @Test func `reports the drop of an effect after a restart, too`() throws {
        var told = effect("test")
        told.outcome = Effect.Outcome(action: "booking.reminded", arguments: [:])
        try store.keep(told, key: "k", in: "main", now: now)
        teller.append(.drop(key: "k"), at: now)
        let carrier = Carrier()
        let courier = courier(carrier)
        defer { courier.stop() }
        courier.wake()
        while try !waiting().isEmpty { usleep(500) }
        #expect(teller.reports(of: "k").map(\.state) == [.dropped])
        #expect(carrier.carried.with { $0.isEmpty })
    }

    @Test func `pauses grow up to a bound`() {
        let timing = CourierTiming()
        #expect(
            [1, 2, 3, 9, 10, 100].map(timing.pause(after:))
                == [1, 2, 4, 256, 300, 300].map { Duration.seconds($0) })
    }
}
