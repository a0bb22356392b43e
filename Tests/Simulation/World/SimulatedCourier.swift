import BoardKit
import Delivery
import MazeBoard
import Mazes
public import Storage
import Sync
import TestBoards

/// Drives the courier's and the connectors' decisions like the server's drivers. Subclasses can
/// make it faulty by overriding its open methods.
open class SimulatedCourier {
    public unowned let world: Simulation
    private unowned let host: SimulatedHost
    private var state: CourierState
    private var plan: ConnectorPlan
    private var connectors: [String: [Connector]] = [:]
    private var watchedBoards: Set<String> = []
    /// The time of the plan's next tick.
    private var tickAt: Duration?
    private var tellingCount = 0
    private var dice: Dice
    /// The last exploration of a maze that has ended.
    private var explored: MazeExplorer?

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

    /// Begins after the hub's start.
    open func begin() {
        wake()
        updateConnectors()
    }

    /// Handles a batch that is now in the journal.
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

    /// - Parameter shown: the effect in the form that its target gets.
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

    /// Updates the connectors if the boards have changed them.
    func updateConnectors() {
        guard host.venue.connectors != connectors else { return }
        connectors = host.venue.connectors
        change { [connectors] in $0.set(connectors, at: $1) }
    }

    /// Updates the watched boards.
    func updateWatchedBoards() {
        let boards = host.venue.watchers.boards
        guard boards != watchedBoards else { return }
        watchedBoards = boards
        change { $0.setWatched(boards, at: $1) }
    }

    func wake(_ connector: String) {
        change { $0.wake(connector, of: "tasting", at: $1) }
    }

    private func change(_ input: (inout ConnectorPlan, Duration) -> [ConnectorPlan.Action]) {
        let now = Duration.milliseconds(world.timeline.now)
        let actions = input(&plan, now)
        if tickAt != plan.nextDue {
            tickAt = plan.nextDue
            if let tickAt { tick(at: tickAt, after: tickAt - now) }
        }
        for action in actions { carryOut(action) }
    }

    private func tick(at due: Duration, after pause: Duration) {
        later(max(0, Int(pause / .milliseconds(1))) + 1) { courier in
            guard courier.tickAt == due else { return }
            courier.tickAt = nil
            courier.change { $0.tick(at: $1) }
        }
    }

    private func carryOut(_ action: ConnectorPlan.Action) {
        switch action {
        case .run(let lane): later(dice.number(0...5)) { $0.run(lane) }
        case .tell(let report, let action, let lane):
            tellingCount += 1
            if losesReport(number: tellingCount) {
                return later(1) { $0.told(.taken, in: lane) }
            }
            let mutation = Mutation(
                id: "report-\(world.restartCount)-\(tellingCount)", action: action, arguments: [:],
                connector: report)
            host.tell(mutation) { [weak self] outcome in
                self?.updateConnectors()
                self?.later(1) { $0.told(outcome, in: lane) }
            }
        }
    }

    private func run(_ lane: ConnectorPlan.Lane) {
        var job: (any ConnectorJob)?
        change { plan, now in
            job = plan.begin(lane, at: now)
            return []
        }
        guard let job else { return }
        if let job = job as? MazeJob { return explore(job, in: lane) }
        world.outside.carry(job, in: lane.name) { [weak self] answer in
            self?.jittered { $0.answered(answer, in: lane, jitter: $2, at: $1) }
        }
    }

    // MARK: Long jobs

    private func explore(_ job: MazeJob, in lane: ConnectorPlan.Lane) {
        guard case .own(_, let maze, _) = job.server, let code = MazeCode(maze) else { return }
        var server = MazeServer(code)
        if !world.isClosing, dice.chance(40) {
            server.missing = Set((0..<code.roomCount).filter { _ in dice.chance(8) })
        }
        let last = job.isRetry && explored?.job.run == job.run ? explored?.exploration : nil
        let explorer = MazeExplorer(
            job, at: server, after: last, seed: UInt64(dice.number(0...1_000)),
            failurePercent: dice.pick([0, 20]) ?? 0)
        explored = nil
        goOn(explorer, in: lane)
    }

    private func goOn(_ explorer: MazeExplorer, in lane: ConnectorPlan.Lane) {
        later(dice.number(1...50)) { courier in
            var explorer = explorer
            guard let run = courier.plan.wantedRun(in: lane), let news = explorer.next() else {
                return courier.jittered { $0.answered(.same, in: lane, jitter: $2, at: $1) }
            }
            if news.isEnd {
                courier.explored = explorer
                return courier.jittered {
                    $0.answered(.done([news]), in: lane, jitter: $2, at: $1)
                }
            }
            courier.tellingCount += 1
            let mutation = Mutation(
                id: "report-\(courier.world.restartCount)-\(courier.tellingCount)",
                action: run.action, arguments: [:],
                connector: ConnectorReport(id: run.id, result: .done(news)))
            courier.host.tell(mutation) { [weak courier] _ in courier?.goOn(explorer, in: lane) }
        }
    }

    private func told(_ outcome: ReportAnswer, in lane: ConnectorPlan.Lane) {
        jittered { $0.told(outcome, in: lane, jitter: $2, at: $1) }
    }

    /// Whether a connector's report is lost but counts as delivered.
    open func losesReport(number: Int) -> Bool { false }

    private func jittered(
        _ input: (inout ConnectorPlan, Duration, Double) -> [ConnectorPlan.Action]
    ) {
        let jitter = Double(dice.number(0...100)) / 100
        change { input(&$0, $1, jitter) }
    }
}
