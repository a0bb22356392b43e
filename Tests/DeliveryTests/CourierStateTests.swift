import Clocks
import JSON
import Storage
import Sync
import Testing

@testable import Delivery

/// Decisions of a courier, step by step.
@Suite struct CourierStateTests {
    private static let start = Instant(milliseconds: 1_795_197_845_123)

    private var state = CourierState(
        timing: CourierTiming(), carriers: ["post"], reportAction: "house.note_effect")
    private var now = Self.start

    private func effect(
        _ number: Int64, target: String = "post:a", wantsOutcome: Bool = false
    ) -> WaitingEffect {
        WaitingEffect(
            number: number, venue: "main", key: "k\(number)", target: target, data: [:],
            keptAt: Self.start, until: Self.start.adding(milliseconds: 60_000), tryCount: 0,
            outcome: wantsOutcome
                ? Effect.Outcome(action: "booking.reminded", arguments: [:]) : nil)
    }

    /// The actions as short texts.
    private func texts(_ actions: [CourierAction]) -> [String] {
        actions.map { action in
            switch action {
            case .read(let number): "read after \(number)"
            case .lookUp(let key, _): "look up \(key)"
            case .attempt(let effect): "try \(effect.key)"
            case .ended(let effect, let isDelivered): "\(effect.key) ended \(isDelivered)"
            case .tell(let mutation, _, let key):
                "tell \(mutation.action) \(mutation.effect?.state.rawValue ?? "") \(key ?? "-")"
            case .forget(let key): "forget \(key)"
            case .wait(let pause, let timer): "wait \(pause.milliseconds) \(timer)"
            }
        }
    }

    @Test mutating func `effects for one target wait for each other, other targets do not`() {
        let found = state.found([effect(1), effect(2), effect(3, target: "post:b")], at: now)
        #expect(texts(found) == ["try k1", "try k3", "read after 3"])
        #expect(
            texts(state.tried(effect(1), nil, at: now)) == ["k1 ended true", "forget k1", "try k2"])
        #expect(texts(state.found([], at: now)).isEmpty)
        #expect(texts(state.wake()) == ["read after 3"])
    }

    @Test
    mutating func `reports an effect that was dropped during its attempt once, and the next waits`()
    {
        let told = effect(1, wantsOutcome: true)
        _ = state.found([told, effect(2)], at: now)
        #expect(state.drop("k1", at: now).isEmpty)
        #expect(
            texts(state.tried(told, nil, at: now)) == [
                "k1 ended true", "tell booking.reminded done k1",
            ])
        #expect(state.drop("k1", at: now).isEmpty)
        #expect(texts(state.told("k1", .taken, at: now)) == ["try k2"])
        #expect(state.drop("k2", at: now).isEmpty)
        // An effect without an interested board needs no report.
        #expect(state.tried(effect(2), EffectProblem(.timedOut), at: now).isEmpty)
        #expect(state.isIdle)
    }

    @Test mutating func `a pause that ends while a drop is reported begins no attempt`() {
        let told = effect(1, wantsOutcome: true)
        _ = state.found([told], at: now)
        #expect(
            texts(state.tried(told, EffectProblem(.timedOut), at: now)) == [
                "wait 1000 1", "tell house.note_effect waiting -",
            ])
        #expect(texts(state.drop("k1", at: now)) == ["tell booking.reminded dropped k1"])
        #expect(state.timerEnded(1, at: now).isEmpty)
        #expect(state.retry("k1", in: "main", at: now).isEmpty)
        #expect(state.told("k1", .taken, at: now).isEmpty)
        #expect(state.isIdle)
    }

    @Test mutating func `an effect that was given up again meanwhile stays dead`() {
        #expect(texts(state.retry("k1", in: "main", at: now)) == ["look up k1"])
        #expect(state.lookedUp("k1", in: "main", .dead, at: now).isEmpty)
        #expect(texts(state.retry("k1", in: "main", at: now)) == ["look up k1"])
        #expect(texts(state.lookedUp("k1", in: "main", .waiting(effect(1)), at: now)) == ["try k1"])
        #expect(
            texts(state.lookedUp("k9", in: "main", nil, at: now)) == [
                "tell house.note_effect dropped k9"
            ])
    }

    @Test mutating func `looks up an effect that a board shows unless it is known`() {
        _ = state.found([effect(1)], at: now)
        #expect(state.check("k1", in: "main").isEmpty)
        #expect(texts(state.check("k9", in: "main")) == ["look up k9"])
    }

    @Test mutating func `keeps a retry that precedes the answer about giving up`() {
        _ = state.found([effect(1), effect(2)], at: now)
        let gone = EffectProblem(.answered(410), isFinal: true)
        _ = state.tried(effect(1), gone, at: now)
        #expect(state.retry("k1", in: "main", at: now).isEmpty)
        #expect(texts(state.told("k1", .taken, at: now)) == ["try k2", "look up k1"])
        #expect(state.lookedUp("k1", in: "main", .waiting(effect(1)), at: now).isEmpty)
        #expect(
            texts(state.tried(effect(2), nil, at: now)) == ["k2 ended true", "forget k2", "try k1"])
    }

    @Test mutating func `reports an effect retried and dropped before the answer as dropped`() {
        let gone = EffectProblem(.answered(410), isFinal: true)
        var (first, second) = (effect(1, wantsOutcome: true), effect(2))
        _ = state.found([first, second], at: now)
        for effect in [first, second] {
            _ = state.tried(effect, gone, at: now)
            _ = state.retry(effect.key, in: "main", at: now)
            #expect(state.drop(effect.key, at: now).isEmpty)
            if effect.outcome != nil {
                #expect(texts(state.told("k1", .taken, at: now)) == ["try k2", "look up k1"])
                first.until = Instant(milliseconds: 0)
                #expect(state.lookedUp("k1", in: "main", .waiting(first), at: now).isEmpty)
            } else {
                // The store no longer has the effect.
                #expect(
                    texts(state.told("k2", .taken, at: now)) == ["tell booking.reminded dropped k1"]
                )
            }
        }
    }

    @Test mutating func `repeats failed calls of the store`() {
        #expect(texts(state.readFailed()) == ["wait 10000 1"])
        // One pending read is enough.
        #expect(state.readFailed().isEmpty)
        #expect(texts(state.timerEnded(1, at: now)) == ["read after 0"])
        #expect(texts(state.lookUpFailed("k1", in: "main")) == ["wait 10000 2"])
        #expect(texts(state.timerEnded(2, at: now)) == ["look up k1"])
        #expect(texts(state.forgetFailed("k1")) == ["wait 10000 3"])
        #expect(texts(state.timerEnded(3, at: now)) == ["forget k1"])
        #expect(state.timerEnded(3, at: now).isEmpty)
    }

    @Test mutating func `repeats a report refused because of a drop until the drop is durable`() {
        _ = state.found([effect(1)], at: now)
        let gone = EffectProblem(.answered(410), isFinal: true)
        #expect(
            texts(state.tried(effect(1), gone, at: now)).last == "tell house.note_effect dead k1")
        #expect(texts(state.told("k1", .refused, at: now)) == ["wait 1000 1"])
        #expect(texts(state.timerEnded(1, at: now)) == ["tell house.note_effect dead k1"])
        #expect(state.drop("k1", at: now).isEmpty)
        #expect(texts(state.told("k1", .refused, at: now)) == ["forget k1"])
        #expect(state.isIdle)
    }

    @Test mutating func `repeats a report that can't be taken, later each time`() {
        let told = effect(1, wantsOutcome: true)
        _ = state.found([told], at: now)
        _ = state.tried(told, nil, at: now)
        #expect(texts(state.told("k1", .unavailable, at: now)) == ["wait 1000 1"])
        #expect(texts(state.timerEnded(1, at: now)) == ["tell booking.reminded done k1"])
        #expect(texts(state.told("k1", .unavailable, at: now)) == ["wait 2000 2"])
        _ = state.timerEnded(2, at: now)
        #expect(texts(state.told("k1", .refused, at: now)) == ["tell house.note_effect done k1"])
        #expect(texts(state.told("k1", .refused, at: now)) == ["forget k1"])
        #expect(state.told("k1", .taken, at: now).isEmpty)
    }
}
