import Clocks
import JSON
package import Storage
package import Sync

/// Decides when effects are carried out, and what is reported about them. The effects for one
/// target of a venue are tried in order, with growing pauses after failures, until they are too old
/// or have failed too often.
///
/// Each input returns the actions to carry out. Everything that must survive a restart is in the
/// store.
package struct CourierState {
    enum Timer {
        case reading
        case pausing(EffectLanes.Key)
        /// The pause until the outcome of the effect with this key is reported again.
        case telling(String)
        case forgetting(String)
        case lookingUp(String, venue: String)

        var isOfReading: Bool {
            if case .reading = self { true } else { false }
        }
    }

    /// The pause after a failure to read or write the store.
    private var storePause: Duration { min(.seconds(10), timing.pauseMax) }

    let timing: CourierTiming
    /// The names of the carriers: the parts of targets' names before the first colon.
    private let carriers: Set<String>
    /// The action that reports effects to the `house` board.
    let reportAction: String
    var lanes = EffectLanes()
    /// The outcomes that are being reported, by the keys of their effects.
    var settlements: [String: Settlement] = [:]
    private var timers: [Int: Timer] = [:]
    private var lastTimer = 0
    /// The number of the last effect that was read from the store.
    private var lastNumber: Int64 = 0
    var actions: [CourierAction] = []

    /// - Parameters:
    ///   - carriers: the names of the carriers. Effects for other targets are given up.
    ///   - reportAction: the action that reports effects to the `house` board.
    package init(timing: CourierTiming, carriers: Set<String>, reportAction: String) {
        self.timing = timing
        self.carriers = carriers
        self.reportAction = reportAction
    }

    /// Whether no effect waits and no outcome is being reported.
    package var isIdle: Bool { lanes.isEmpty && settlements.isEmpty && timers.isEmpty }

    private mutating func takeActions() -> [CourierAction] {
        defer { actions = [] }
        return actions
    }

    // MARK: Inputs

    /// Notes that the store may have effects that the courier does not know.
    package func wake() -> [CourierAction] { [.read(after: lastNumber)] }

    /// Takes waiting effects from the store, in the order of their numbers.
    package mutating func found(_ effects: [WaitingEffect], at now: Instant) -> [CourierAction] {
        for effect in effects where effect.number > lastNumber {
            lastNumber = effect.number
            add(effect, at: now)
        }
        if !effects.isEmpty { actions.append(.read(after: lastNumber)) }
        return takeActions()
    }

    /// Notes that the store can't be read, and reads it again later.
    package mutating func readFailed() -> [CourierAction] {
        if !timers.values.contains(where: \.isOfReading) { wait(storePause, .reading) }
        return takeActions()
    }

    /// Tries an effect again, at the owner's request. The request's event is durable.
    package mutating func retry(
        _ key: String, in venue: String, at now: Instant
    ) -> [CourierAction] {
        if settlements[key] != nil {
            // The answer to the report of giving it up has not arrived yet.
            settlements[key]?.isRetried = true
        } else if let effect = lanes.effect(key) {
            lanes.endPause(of: EffectLanes.Key(effect))
            begin(EffectLanes.Key(effect), at: now)
        } else {
            actions.append(.lookUp(key: key, venue: venue))
        }
        return takeActions()
    }

    /// Looks up an effect that a board shows. The board is told if the store does not have it.
    package func check(_ key: String, in venue: String) -> [CourierAction] {
        let isKnown = settlements[key] != nil || lanes.effect(key) != nil
        return isKnown ? [] : [.lookUp(key: key, venue: venue)]
    }

    /// Takes the result of looking up an effect; `nil` if the store does not have it.
    package mutating func lookedUp(
        _ key: String, in venue: String, _ found: KeptEffect?, at now: Instant
    ) -> [CourierAction] {
        switch found {
        case .waiting(let effect): add(effect, at: now)
        // The effect was given up again in the meantime.
        case .dead: break
        case nil:
            // The journal was imported or restored without the waiting effects.
            let lost = WaitingEffect(
                number: 0, venue: venue, key: key, target: "", data: [:], keptAt: now, until: now,
                tryCount: 0)
            end(lost, report(of: lost, .dropped), at: now)
        }
        return takeActions()
    }

    /// Notes that an effect can't be looked up, and tries again later.
    package mutating func lookUpFailed(_ key: String, in venue: String) -> [CourierAction] {
        wait(storePause, .lookingUp(key, venue: venue))
        return takeActions()
    }

    /// Drops an effect, at the owner's request. The request's event is durable.
    package mutating func drop(_ key: String, at now: Instant) -> [CourierAction] {
        settlements[key]?.isDropped = true
        guard let effect = lanes.effect(key) else { return [] }
        switch lanes.phase(of: effect) {
        // The attempt may still succeed, so the next effect waits for its end.
        case .trying: lanes.set(.trying(isDropped: true), of: effect)
        case .settling: break
        case .idle, .pausing, nil: endDropped(effect, at: now)
        }
        return takeActions()
    }

    /// Takes the result of an attempt.
    ///
    /// - Parameter problem: the reason of the failure; `nil` if the attempt succeeded.
    package mutating func tried(
        _ effect: WaitingEffect, _ problem: EffectProblem?, at now: Instant
    ) -> [CourierAction] {
        guard case .trying(let isDropped) = lanes.phase(of: effect) else { return [] }
        if let problem {
            if isDropped { endDropped(effect, at: now) } else { fail(effect, problem, at: now) }
        } else {
            actions.append(.ended(effect, isDelivered: true))
            // The store no longer has a dropped effect unless a board wants to know its outcome.
            if isDropped, effect.outcome == nil {
                leave(effect, at: now)
            } else {
                end(effect, report(of: effect, .done), at: now)
            }
        }
        return takeActions()
    }

    /// Takes the answer to the report of an outcome.
    package mutating func told(
        _ key: String, _ outcome: ReportAnswer, at now: Instant
    ) -> [CourierAction] {
        take(outcome, of: key, at: now)
        return takeActions()
    }

    /// Notes that a delivered effect could not be removed from the store, and tries again later. An
    /// effect that stays there is carried out again after a restart.
    package mutating func forgetFailed(_ key: String) -> [CourierAction] {
        wait(storePause, .forgetting(key))
        return takeActions()
    }

    /// Notes that a timer has ended. Does nothing if the timer is unknown.
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

    /// Tries the first effect of a lane, unless the lane is busy or empty.
    mutating func begin(_ key: EffectLanes.Key, at now: Instant) {
        guard let effect = lanes.begin(key) else { return }
        if effect.isDropped { return end(effect, report(of: effect, .dropped), at: now) }
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
        // If the report fails, the report of the next attempt replaces it.
        actions.append(
            .tell(mutation(of: effect, report, reportAction), venue: effect.venue, settling: nil))
    }

    private mutating func giveUp(
        _ effect: WaitingEffect, _ failure: EffectFailure, after tryCount: Int, at now: Instant
    ) {
        actions.append(.ended(effect, isDelivered: false))
        end(effect, report(of: effect, .dead, failure, after: tryCount), at: now)
    }

    private mutating func endDropped(_ effect: WaitingEffect, at now: Instant) {
        if effect.outcome == nil { return leave(effect, at: now) }
        end(effect, report(of: effect, .dropped), at: now)
    }

    /// Removes an effect from its lane, and begins the next one.
    mutating func leave(_ effect: WaitingEffect, at now: Instant) {
        lanes.remove(effect)
        begin(EffectLanes.Key(effect), at: now)
    }
}

extension WaitingEffect {
    /// The name of the carrier: the part of the target's name before the first colon.
    package var carrier: String { String(target.prefix { $0 != ":" }) }
}
