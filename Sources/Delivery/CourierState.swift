import Clocks
import JSON
package import Store
package import Sync

/// Decides when effects are carried out, and what is told of them: those for one target of a venue in
/// their order, with growing pauses after attempts that went wrong, until they are too old or were
/// tried too often.
///
/// Each input returns what is to be done. All that has to survive the hub is in the store.
package struct CourierState {
    enum Timer {
        case reading
        case pausing(EffectLanes.Key)
        /// Of the effect with this key.
        case telling(String)
        case forgetting(String)
        case lookingUp(String, venue: String)

        var isOfReading: Bool {
            if case .reading = self { true } else { false }
        }
    }

    /// After the store could not be read or written.
    private var storePause: Duration { min(.seconds(10), timing.pauseMax) }

    let timing: CourierTiming
    /// By what the targets' names begin with.
    private let carriers: Set<String>
    /// The action by which effects are reported to the house.
    let reportAction: String
    var lanes = EffectLanes()
    /// The outcomes that are being told, by the effects' keys.
    var settlements: [String: Settlement] = [:]
    private var timers: [Int: Timer] = [:]
    private var lastTimer = 0
    /// The last effect that was read from the store.
    private var lastNumber: Int64 = 0
    var actions: [CourierAction] = []

    /// - Parameters:
    ///   - carriers: what the names of targets begin with that effects can be carried to.
    ///   - reportAction: the action by which effects are reported to the house.
    package init(timing: CourierTiming, carriers: Set<String>, reportAction: String) {
        self.timing = timing
        self.carriers = carriers
        self.reportAction = reportAction
    }

    /// Whether no effect waits and no outcome is being told.
    package var isIdle: Bool { lanes.isEmpty && settlements.isEmpty && timers.isEmpty }

    private mutating func takeActions() -> [CourierAction] {
        defer { actions = [] }
        return actions
    }

    // MARK: Inputs

    /// There may be effects in the store that the courier does not know.
    package func wake() -> [CourierAction] { [.read(after: lastNumber)] }

    /// These wait in the store, in their order.
    package mutating func found(_ effects: [WaitingEffect], at now: Instant) -> [CourierAction] {
        for effect in effects where effect.number > lastNumber {
            lastNumber = effect.number
            add(effect, at: now)
        }
        if !effects.isEmpty { actions.append(.read(after: lastNumber)) }
        return takeActions()
    }

    /// The store can't be read: it is tried again.
    package mutating func readFailed() -> [CourierAction] {
        if !timers.values.contains(where: \.isOfReading) { wait(storePause, .reading) }
        return takeActions()
    }

    /// The owner has an effect tried again, and the event of that is durable.
    package mutating func retry(
        _ key: String, in venue: String, at now: Instant
    ) -> [CourierAction] {
        if settlements[key] != nil {
            // The answer to the report that it was given up is still under way.
            settlements[key]?.isRetried = true
        } else if let effect = lanes.effect(key) {
            lanes.endPause(of: EffectLanes.Key(effect))
            begin(EffectLanes.Key(effect), at: now)
        } else {
            actions.append(.lookUp(key: key, venue: venue))
        }
        return takeActions()
    }

    /// The store has an effect that is to be tried again, or not.
    package mutating func lookedUp(
        _ key: String, in venue: String, _ found: KeptEffect?, at now: Instant
    ) -> [CourierAction] {
        switch found {
        case .waiting(let effect): add(effect, at: now)
        // It was given up again meanwhile.
        case .dead: break
        case nil:
            // The journal was imported or restored, without the effects that waited.
            let lost = WaitingEffect(
                number: 0, venue: venue, key: key, target: "", data: [:], keptAt: now, until: now,
                tryCount: 0)
            settle(lost, report(of: lost, .dropped), at: now)
        }
        return takeActions()
    }

    /// The store can't be read: it is tried again.
    package mutating func lookUpFailed(_ key: String, in venue: String) -> [CourierAction] {
        wait(storePause, .lookingUp(key, venue: venue))
        return takeActions()
    }

    /// The owner drops an effect, and the event of that is durable.
    package mutating func drop(_ key: String, at now: Instant) -> [CourierAction] {
        settlements[key]?.isDropped = true
        guard let effect = lanes.effect(key) else { return [] }
        switch lanes.phase(of: effect) {
        // What is under way may arrive yet, so what comes after it waits.
        case .trying: lanes.set(.trying(isDropped: true), of: effect)
        case .settling: break
        case .idle, .pausing, nil: endDropped(effect, at: now)
        }
        return takeActions()
    }

    /// An attempt has ended.
    ///
    /// - Parameter problem: why it went wrong; `nil` if it went well.
    package mutating func tried(
        _ effect: WaitingEffect, _ problem: EffectProblem?, at now: Instant
    ) -> [CourierAction] {
        guard case .trying(let isDropped) = lanes.phase(of: effect) else { return [] }
        if let problem {
            if isDropped { endDropped(effect, at: now) } else { fail(effect, problem, at: now) }
        } else {
            actions.append(.ended(effect, isDelivered: true))
            // Of one that was dropped and of which no board wants to know, nothing is kept any more.
            if isDropped, effect.outcome == nil {
                leave(effect, at: now)
            } else {
                settle(effect, report(of: effect, .done), at: now)
            }
        }
        return takeActions()
    }

    /// A report of an outcome was answered.
    package mutating func told(
        _ key: String, _ outcome: TellingOutcome, at now: Instant
    ) -> [CourierAction] {
        take(outcome, of: key, at: now)
        return takeActions()
    }

    /// An effect that was carried out is still in the store. Until it is not, it would be carried out
    /// again after a start.
    package mutating func forgetFailed(_ key: String) -> [CourierAction] {
        wait(storePause, .forgetting(key))
        return takeActions()
    }

    package mutating func timerEnded(_ number: Int, at now: Instant) -> [CourierAction] {
        switch timers.removeValue(forKey: number) {
        case .reading: actions.append(.read(after: lastNumber))
        case .pausing(let key):
            lanes.endPause(of: key, timer: number)
            begin(key, at: now)
        case .telling(let key): tell(key)
        case .forgetting(let key): actions.append(.forget(key: key))
        case .lookingUp(let key, let venue): actions.append(.lookUp(key: key, venue: venue))
        case nil: break
        }
        return takeActions()
    }

    // MARK: Steps

    @discardableResult
    mutating func wait(_ pause: Duration, _ timer: Timer) -> Int {
        lastTimer += 1
        timers[lastTimer] = timer
        actions.append(.wait(pause, timer: lastTimer))
        return lastTimer
    }

    private mutating func add(_ effect: WaitingEffect, at now: Instant) {
        guard settlements[effect.key] == nil else { return }
        if let surplus = lanes.add(effect) {
            giveUp(surplus, .tooMany, after: surplus.tryCount, at: now)
        }
        begin(EffectLanes.Key(effect), at: now)
    }

    /// Tries the first one of a lane, unless something is being done about it.
    mutating func begin(_ key: EffectLanes.Key, at now: Instant) {
        guard let effect = lanes.begin(key) else { return }
        if effect.isDropped { return settle(effect, report(of: effect, .dropped), at: now) }
        guard now < effect.until else {
            return giveUp(effect, .tooOld, after: effect.tryCount, at: now)
        }
        guard carriers.contains(effect.carrier) else {
            return giveUp(effect, .unknownTarget, after: effect.tryCount, at: now)
        }
        actions.append(.attempt(effect))
    }

    private mutating func fail(
        _ effect: WaitingEffect, _ problem: EffectProblem, at now: Instant
    ) {
        let tryCount = effect.tryCount + 1
        if problem.isFinal { return giveUp(effect, problem.failure, after: tryCount, at: now) }
        if tryCount.isMultiple(of: timing.tryCountMax) {
            return giveUp(effect, .tooOften, after: tryCount, at: now)
        }
        let pause = max(timing.pause(after: tryCount), problem.pause ?? .zero)
        var report = report(of: effect, .waiting, problem.failure, after: tryCount)
        report.nextAt = now.adding(milliseconds: pause.milliseconds)
        let timer = wait(pause, .pausing(EffectLanes.Key(effect)))
        report.behindCount = lanes.pause(effect, tryCount: tryCount, timer: timer)
        // If that fails, the next attempt is reported.
        actions.append(
            .tell(mutation(of: effect, report, reportAction), venue: effect.venue, settling: nil))
    }

    private mutating func giveUp(
        _ effect: WaitingEffect, _ failure: EffectFailure, after tryCount: Int, at now: Instant
    ) {
        actions.append(.ended(effect, isDelivered: false))
        settle(effect, report(of: effect, .dead, failure, after: tryCount), at: now)
    }

    private mutating func endDropped(_ effect: WaitingEffect, at now: Instant) {
        if effect.outcome == nil { return leave(effect, at: now) }
        settle(effect, report(of: effect, .dropped), at: now)
    }

    /// Goes on with the next effect of the lane.
    mutating func leave(_ effect: WaitingEffect, at now: Instant) {
        lanes.remove(effect)
        begin(EffectLanes.Key(effect), at: now)
    }
}

extension WaitingEffect {
    /// What its target's name begins with.
    package var carrier: String { String(target.prefix { $0 != ":" }) }
}
