import Delivery
import JSON
import MemoryStorage
import Storage
import Sync
import TestBoards

/// Other people's machines: effects go there, and jobs of connectors are done there. They fail, hang, lose
/// their answers and are away for a while, or for an hour.
final class Outside {
    private unowned let world: Simulation
    private var dice: Dice
    /// By their keys, as the targets know them.
    private var arrived: Set<String> = []
    /// The key of what was said, so that nothing comes under another one.
    private var keys: [String: String] = [:]
    /// The keys of what a target will never take.
    private var refused: Set<String> = []
    /// The ids of the mutations that say that an effect is given up.
    private var givenUp: Set<String> = []
    /// Attempts and jobs of the hub that runs, by target or lane.
    private var underWay: Set<String> = []
    /// How often the programme was written anew.
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

    /// The hub is no more, and nobody waits for its answers.
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

    /// Somebody's machine is given an effect. It tells two who have the same key apart from one who
    /// comes again.
    func carry(_ effect: WaitingEffect, answer: @escaping (EffectProblem?) -> Void) {
        expectPermitted(effect)
        underWay.insert(effect.target)
        let isAway = isAway(effect.target)
        let problem = isAway ? EffectProblem(.unreachable) : isTroubled ? trouble(effect) : nil
        let hangs = problem?.failure == .timedOut
        // A lost answer: it has arrived, and nobody knows.
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

    /// An effect is given up, for the first time: it may be told again when the clock has been set.
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

    /// At the end: each effect has reached its target, was given up, or was dropped.
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

    /// Somebody's machine is asked to do a connector's job.
    func carry(
        _ job: any ConnectorJob, in lane: String, answer: @escaping (ConnectorAnswer) -> Void
    ) {
        world.judge.expect(
            underWay.insert(lane).inserted, "two jobs of \(lane) are under way at the same time")
        let failure: EffectFailure? =
            isAway("programme")
            ? .unreachable
            : isTroubled ? dice.pick([.timedOut, .answered(500), .notWhole]) : nil
        // A lost answer: it was done, and nobody knows.
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

    /// The programme is written anew.
    private func write() {
        if !world.isClosing { edition += 1 }
    }
}
