import Delivery
public import Store
import Sync

/// Drives the courier's and the connectors' decisions as the server's own drivers do. It can be made
/// to drive badly by overriding what is open.
open class SimulatedCourier {
    public unowned let world: Simulation
    private unowned let host: SimulatedHost
    private var state: CourierState
    private var plan: ConnectorPlan
    private var connectors: [String: [Connector]] = [:]
    private var tellingCount = 0
    private var dice: Dice

    public required init(host: SimulatedHost) {
        self.host = host
        world = host.world
        dice = Dice(seed: world.seed, lane: -6 - world.restartCount)
        state = CourierState(
            timing: world.chances.courier, carriers: ["post"], reportAction: "house.note_effect")
        plan = ConnectorPlan(world.chances.connectors)
    }

    func later(_ milliseconds: Int, _ body: @escaping (SimulatedCourier) -> Void) {
        host.later(milliseconds) { [weak self] _ in
            if let self { body(self) }
        }
    }

    /// The hub has just been started.
    open func begin() {
        wake()
        updateConnectors()
    }

    /// The journal has a batch.
    func durable(_ batch: JournalBatch) {
        for change in batch.entries.compactMap(\.effectChange) { changed(change) }
        if batch.entries.contains(where: { !$0.effects.isEmpty }) { wake() }
        updateConnectors()
    }

    private func wake() { input { state, _ in state.wake() } }

    private func changed(_ change: EffectChange) {
        let venue = world.record.slug
        switch change {
        case .retry(let key): input { $0.retry(key, in: venue, at: $1) }
        case .drop(let key): input { $0.drop(key, at: $1) }
        case .forget, .noteTries, .giveUp: break
        }
    }

    private func input(
        after milliseconds: Int = 0,
        _ body: @escaping (inout CourierState, Instant) -> [CourierAction]
    ) {
        later(milliseconds) { courier in
            let actions = body(&courier.state, courier.world.clock.now)
            for action in actions { courier.carryOut(action) }
        }
    }

    private func carryOut(_ action: CourierAction) {
        switch action {
        case .read(let number):
            guard let found = try? world.disk.waitingEffects(after: number) else {
                return input { state, _ in state.readFailed() }
            }
            input { $0.found(found, at: $1) }
        case .lookUp(let key, let venue):
            do {
                let found = try world.disk.keptEffect(key)
                input { $0.lookedUp(key, in: venue, found, at: $1) }
            } catch {
                input { state, _ in state.lookUpFailed(key, in: venue) }
            }
        case .attempt(let effect): attempt(effect)
        case .ended: break
        case .tell(let mutation, _, let key): tell(mutation, key)
        case .forget(let key):
            if (try? world.disk.forget(key)) == nil {
                input { state, _ in state.forgetFailed(key) }
            }
        case .wait(let pause, let timer):
            input(after: Int(pause / .milliseconds(1))) { $0.timerEnded(timer, at: $1) }
        }
    }

    open func attempt(_ effect: WaitingEffect) { carry(effect, as: effect) }

    /// - Parameter shown: the effect as its target sees it.
    public func carry(_ effect: WaitingEffect, as shown: WaitingEffect) {
        world.outside.carry(shown) { [weak self] problem in
            self?.input { $0.tried(effect, problem, at: $1) }
        }
    }

    private func tell(_ mutation: Mutation, _ key: String?) {
        if let report = mutation.effect, report.state == .dead {
            world.outside.expectHopeless(report, toldAs: mutation.id)
        }
        later(dice.number(0...20)) { courier in
            courier.host.tell(mutation) { [weak courier] outcome in
                guard let key else { return }
                courier?.input(after: 1) { $0.told(key, outcome, at: $1) }
            }
        }
    }

    // MARK: Connectors

    private func updateConnectors() {
        guard host.venue.connectors != connectors else { return }
        connectors = host.venue.connectors
        for task in plan.set(connectors, of: world.record.slug) { fetch(task) }
    }

    private func fetch(_ task: ConnectorPlan.Task) {
        guard let state = plan.state(of: task) else { return }
        world.outside.fetch(state) { [weak self] answer in
            guard let self else { return }
            follow(plan.take(answer, for: task), task)
        }
    }

    private func follow(_ step: ConnectorPlan.Step?, _ task: ConnectorPlan.Task) {
        switch step {
        case .tell(let report, let action, _):
            tellingCount += 1
            let mutation = Mutation(
                id: "fetch-\(world.restartCount)-\(tellingCount)", action: action, arguments: [:],
                fetch: report)
            host.tell(mutation) { [weak self] outcome in
                self?.later(1) { $0.follow($0.plan.told(outcome, for: task), task) }
            }
        case .wait(let pause): later(Int(pause / .milliseconds(1))) { $0.fetch(task) }
        case nil: break
        }
    }
}
