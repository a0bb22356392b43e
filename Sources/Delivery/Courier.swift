package import Clocks
import Dispatch
import Foundation
import Locks
package import Logging
package import Storage
package import Sync
import Time
import Transport

/// Carries out effects, away from the loops. Delivers each effect at least once, keeps the order of
/// the effects for one target of a venue, and pauses longer after each failed attempt. The waiting
/// effects are in the store, so they survive a restart.
///
/// The courier reports to the venue by mutations of the hub: each failed attempt to the `house`
/// board, and the outcome to the effect's own board, if that wants to know it, or else to `house`.
/// An effect that succeeds at once makes no event unless its board wants to know. The stored effect
/// changes in the transaction of the report's event. So each outcome becomes exactly one event,
/// even if the hub crashes.
///
/// Drives a `CourierState`, which makes all these decisions.
package final class Courier: Sendable {
    /// The number of concurrent attempts of one carrier, each for a different target.
    private static let attemptCountMax = 8
    private static let pageCount = 500

    private let outbox: any EffectOutbox
    private let clock: HubClock
    private let logger: Logger
    private let carriers: [String: any EffectCarrier]
    private let tell: ReportSender
    private let state: Locked<CourierState>
    private let isStopped = Locked(false)
    /// Serializes all access to the store and all changes of the state.
    private let queue = DispatchQueue(label: "tablecast.courier", qos: .utility)
    /// By carrier, so that targets that hang delay only others of their kind.
    private let attempts: [String: OperationQueue]
    /// The work under way, without pauses and without reports that venues have yet to answer.
    private let underWay = DispatchGroup()

    /// - Parameters:
    ///   - carriers: the carriers, by the part of a target's name before the first colon.
    ///   - reportAction: the action that reports effects to the `house` board.
    package init(
        outbox: any EffectOutbox, clock: HubClock, timing: CourierTiming, logger: Logger,
        carriers: [String: any EffectCarrier], reportAction: String,
        tell: @escaping ReportSender
    ) {
        self.outbox = outbox
        self.clock = clock
        self.logger = logger
        self.carriers = carriers
        self.tell = tell
        state = Locked(
            CourierState(
                timing: timing, carriers: Set(carriers.keys), reportAction: reportAction))
        attempts = carriers.mapValues { _ in
            let attempts = OperationQueue()
            attempts.maxConcurrentOperationCount = Self.attemptCountMax
            attempts.qualityOfService = .utility
            return attempts
        }
    }

    /// Tells the courier to look for new effects in the store. Does not wait for them.
    package func wake() { perform { state, _ in state.wake() } }

    /// Stores an effect that belongs to no event, and carries it out. Does not wait for either.
    package func post(_ effect: Effect, key: String, in venue: String) {
        enqueue { courier in
            do {
                try courier.outbox.keep(effect, key: key, in: venue, now: courier.clock.now)
            } catch {
                courier.logger.error("an effect can't be kept, and is lost: \(error)")
            }
        }
        wake()
    }

    /// Checks the effects that the boards of a venue show. Does not wait for the check. A venue
    /// that was imported or restored has lost the effects that waited or were given up; its boards
    /// are told that these were dropped.
    package func check(_ keys: [String], in venue: String) {
        for key in keys { perform { state, _ in state.check(key, in: venue) } }
    }

    /// Acts on a durable event about an effect. Does not wait for the action.
    package func changed(_ change: EffectChange, in venue: String) {
        switch change {
        case .retry(let key): perform { $0.retry(key, in: venue, at: $1) }
        case .drop(let key): perform { $0.drop(key, at: $1) }
        case .forget, .noteTries, .giveUp: break
        }
    }

    /// Starts no further attempt. Attempts under way are repeated when a hub next starts on the
    /// same store.
    package func stop() {
        isStopped.with { $0 = true }
        queue.sync {}
    }

    /// Waits until no work is under way.
    ///
    /// - Returns: `false` if work remains at the deadline.
    package func finish(before deadline: Duration) -> Bool {
        queue.sync {}
        return underWay.finish(before: deadline)
    }

    /// Suspends the start of attempts while `isHeld` is true.
    package func hold(_ isHeld: Bool) {
        for queue in attempts.values { queue.isSuspended = isHeld }
    }

    // MARK: On the queue

    private typealias Input = @Sendable (inout CourierState, Instant) -> [CourierAction]

    /// Gives the state an input, and carries out its actions.
    private func perform(after pause: Duration? = nil, _ input: @escaping Input) {
        enqueue(after: pause) { $0.tell(input) }
    }

    private func enqueue(
        after pause: Duration? = nil, _ body: @escaping @Sendable (Courier) -> Void
    ) {
        let work = { @Sendable [weak self] in
            guard let self, !isStopped.with({ $0 }) else { return }
            body(self)
        }
        // A queue keeps the order of `async` calls, but not of calls after a pause.
        guard let pause else { return queue.async(group: underWay, execute: work) }
        clock.time.call(after: pause, on: queue, work)
    }

    private func tell(_ input: Input) {
        let now = clock.now
        for action in state.with({ input(&$0, now) }) { carryOut(action) }
    }

    private func carryOut(_ action: CourierAction) {
        switch action {
        case .read(let number): read(after: number)
        case .lookUp(let key, let venue): lookUp(key, in: venue)
        case .attempt(let effect): attempt(effect)
        case .ended(let effect, let isDelivered):
            carriers[effect.carrier]?.ended(effect, isDelivered: isDelivered)
        case .tell(let mutation, let venue, let key):
            tell(mutation, venue) { [weak self] outcome in
                guard let key else { return }
                self?.perform { $0.told(key, outcome, at: $1) }
            }
        case .forget(let key): forget(key)
        case .wait(let pause, let timer):
            perform(after: pause) { $0.timerEnded(timer, at: $1) }
        }
    }

    private func read(after number: Int64) {
        do {
            let found = try outbox.waitingEffects(after: number, limit: Self.pageCount)
            tell { $0.found(found, at: $1) }
        } catch {
            logger.error("the effects that wait can't be read: \(error)")
            tell { state, _ in state.readFailed() }
        }
    }

    private func lookUp(_ key: String, in venue: String) {
        do {
            let found = try outbox.keptEffect(key)
            tell { $0.lookedUp(key, in: venue, found, at: $1) }
        } catch {
            logger.error("the effects that wait can't be read: \(error)")
            tell { state, _ in state.lookUpFailed(key, in: venue) }
        }
    }

    private func attempt(_ effect: WaitingEffect) {
        guard let carrier = carriers[effect.carrier] else { return }
        underWay.enter()
        attempts[effect.carrier]?.addOperation { [weak self, underWay] in
            defer { underWay.leave() }
            let problem = Self.attempt(effect, by: carrier)
            self?.perform { $0.tried(effect, problem, at: $1) }
        }
    }

    private static func attempt(
        _ effect: WaitingEffect, by carrier: any EffectCarrier
    ) -> EffectProblem? {
        do {
            try carrier.carry(effect)
            return nil
        } catch {
            return error
        }
    }

    private func forget(_ key: String) {
        do {
            try outbox.forget(effect: key)
        } catch {
            logger.error("what became of an effect can't be written down: \(error)")
            tell { state, _ in state.forgetFailed(key) }
        }
    }
}

extension DispatchGroup {
    /// Waits until the group is empty.
    ///
    /// - Returns: `false` if it is not empty at the deadline.
    func finish(before deadline: Duration) -> Bool {
        wait(timeout: MachineTime.deadline(in: deadline - MachineTime.monotonic)) == .success
    }
}
