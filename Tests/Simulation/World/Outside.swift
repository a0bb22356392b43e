import Delivery
import JSON
import Store
import Sync

/// Other people's machines: effects go there, and content comes from there. They fail, hang, lose
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
    /// Attempts of the hub that runs, by target.
    private var underWay: Set<String> = []
    /// How often the programme was written anew.
    private var edition = 1

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

    // MARK: Content

    var programme: String { "edition \(edition)" }

    func fetch(_ state: ConnectorState, answer: @escaping (FetchAnswer) -> Void) {
        if !world.isClosing, dice.chance(20) { edition += 1 }
        let tag = dice.chance(80) ? "\"\(edition)\"" : nil
        let content = FetchAnswer.content(Array(programme.utf8), tag: tag)
        let isSame = state.tag == "\"\(edition)\""
        let given: FetchAnswer =
            if isAway("programme") {
                .failed(.unreachable)
            } else if isTroubled {
                .failed(dice.pick([.timedOut, .answered(500), .notWhole]) ?? .timedOut)
            } else {
                isSame ? .same : content
            }
        let life = world.restartCount
        later(dice.number(1...world.chances.latencyMilliseconds)) { outside in
            if life == outside.world.restartCount { answer(given) }
        }
    }
}
