import Delivery
import JSON
import MemoryStorage
import Storage
import Sync
import TestBoards

/// Other machines, which receive effects and do connectors' jobs. They fail, hang, lose their
/// answers, and are away for a while or for an hour.
final class Outside {
    private unowned let world: Simulation
    private var dice: Dice
    /// The keys of the effects that have arrived.
    private var arrived: Set<String> = []
    /// The keys by the content of effects, to find a content that comes under two keys.
    private var keys: [String: String] = [:]
    /// The keys of effects that a target always refuses.
    private var refused: Set<String> = []
    /// The ids of the mutations that report that an effect was given up.
    private var givenUp: Set<String> = []
    /// The attempts and jobs of the running hub, by target or lane.
    private var underWay: Set<String> = []
    /// The number of versions of the programme.
    private var edition = 1
    /// The number of sign-ups that was announced last.
    private(set) var announced: Int?

    init(world: Simulation) {
        self.world = world
        dice = Dice(seed: world.seed, lane: -5)
    }

    private func later(_ milliseconds: Int, _ body: @escaping (Outside) -> Void) {
        world.timeline.schedule(after: milliseconds, lane: 0) { [weak self] in
            if let self { body(self) }
        }
    }

    /// Forgets all attempts, because the hub has stopped.
    func forgetAttempts() { underWay = [] }

    private var isTroubled: Bool {
        !world.isClosing && dice.chance(world.chances.outsideTroublePercent)
    }

    private func isAway(_ target: String) -> Bool {
        world.chances.absences.contains { absence in
            absence.target == target
                && (absence.at..<absence.at + absence.length).contains(world.timeline.now)
        }
    }

    // MARK: Effects

    /// Receives an effect. Detects two effects with one content, and attempts out of order.
    func carry(_ effect: WaitingEffect, answer: @escaping (EffectProblem?) -> Void) {
        expectPermitted(effect)
        underWay.insert(effect.target)
        let isAway = isAway(effect.target)
        let problem = isAway ? EffectProblem(.unreachable) : isTroubled ? trouble(effect) : nil
        let hangs = problem?.failure == .timedOut
        // The effect may arrive although its answer is lost.
        if problem == nil || hangs && dice.chance(50) {
            later(dice.number(1...400)) { $0.arrived.insert(effect.key) }
        }
        let life = world.restartCount
        later(hangs ? 10_000 : dice.number(400...900)) { outside in
            guard life == outside.world.restartCount else { return }
            outside.underWay.remove(effect.target)
            answer(problem)
        }
    }

    private func trouble(_ effect: WaitingEffect) -> EffectProblem {
        switch dice.number(0...9) {
        case 0:
            refused.insert(effect.key)
            return EffectProblem(.answered(410), isFinal: true)
        case 1: return EffectProblem(.answered(429), pause: .seconds(dice.number(1...30)))
        case 2..<5: return EffectProblem(.answered(500))
        case 5..<7: return EffectProblem(.unreachable)
        default: return EffectProblem(.timedOut)
        }
    }

    private func expectPermitted(_ effect: WaitingEffect) {
        let judge = world.judge
        let said = "\(effect.target) \(effect.data.canonicalText)"
        let key = keys[said] ?? effect.key
        keys[said] = key
        judge.expect(key == effect.key, "\(key) comes as \(effect.key)")
        judge.expect(
            !underWay.contains(effect.target),
            "\(effect.key) goes to \(effect.target) while another one is on its way")
        let fate = world.truth.effects.fates[effect.key]
        guard fate?.isDroppedByOwner == false else { return }
        if case .waiting = world.disk.effects[effect.key] {
        } else {
            judge.report("\(effect.key) is carried out and does not wait")
        }
        if let earlier = world.truth.effects.predecessor(
            of: effect.key, hasArrived: arrived.contains)
        {
            judge.report("\(effect.key) is carried out before \(earlier)")
        }
    }

    /// Checks that an effect may be given up. Reports are repeated after the clock was set, so only
    /// the first one counts.
    func expectHopeless(_ report: EffectReport, toldAs id: String) {
        guard givenUp.insert(id).inserted else { return }
        let isDue: Bool
        switch report.failure {
        case .tooOld:
            guard case .waiting(let effect) = world.disk.effects[report.id] else { return }
            isDue = effect.until <= world.clock.now
        case .tooOften: isDue = report.tryCount % world.chances.courier.tryCountMax == 0
        default: isDue = refused.contains(report.id)
        }
        world.judge.expect(isDue, "\(report.id) is given up: \(report.failure?.text ?? "")")
    }

    /// Checks at the end that each effect has reached its target, was given up, or was dropped.
    func expectAllCarriedOut() {
        for (key, fate) in world.truth.effects.fates.sorted(by: { $0.key < $1.key }) {
            let kept = world.disk.effects[key]
            let isGood =
                switch fate.state {
                case .waiting: kept == nil && arrived.contains(key)
                case .dead: kept == .dead
                case .done: kept == nil && (arrived.contains(key) || fate.isDroppedByOwner)
                case .dropped: kept == nil
                }
            world.judge.expect(isGood, "in the end \(key) is \(fate)")
        }
    }

    // MARK: Jobs

    var programme: String { "edition \(edition)" }

    /// Does a connector's job.
    func carry(
        _ job: any ConnectorJob, in lane: String, answer: @escaping (ConnectorAnswer) -> Void
    ) {
        world.judge.expect(
            underWay.insert(lane).inserted, "two jobs of \(lane) are under way at the same time")
        let failure: EffectFailure? =
            isAway("programme")
            ? .unreachable
            : isTroubled ? dice.pick([.timedOut, .answered(500), .notWhole]) : nil
        // The job may be done although its answer is lost.
        let isDone = failure == nil || failure == .timedOut && dice.chance(50)
        let done = isDone ? result(of: job as? TastingJob) : .same
        let secondsMin = dice.chance(20) ? dice.number(1...30) : nil
        let life = world.restartCount
        later(dice.number(1...world.chances.latencyMilliseconds)) { outside in
            guard life == outside.world.restartCount else { return }
            outside.underWay.remove(lane)
            answer(failure.map { .failed($0, secondsMin: secondsMin) } ?? done)
        }
    }

    private func result(of job: TastingJob?) -> ConnectorAnswer {
        switch job {
        case .announce(let count):
            announced = count
            return .done([TastingResult.announced(count)])
        case .read(_, let known):
            if !world.isClosing, dice.chance(20) { write() }
            if !world.isClosing, dice.chance(10) {
                later(dice.number(1...3_000)) { outside in
                    outside.write()
                    outside.world.host?.wake(TastingBoard.reader)
                }
            }
            if known == programme { return .same }
            return .done([TastingResult.text("\(programme), in part"), .text(programme)])
        case nil: return .same
        }
    }

    /// Writes a new version of the programme.
    private func write() {
        if !world.isClosing { edition += 1 }
    }
}
