import Sync
import Testing

@testable import Delivery

/// Connectors that are added, removed and changed while their jobs fail or their results can't be
/// reported.
@Suite struct ConnectorWalkTests {
    /// SplitMix64.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 1...100, using: &self) <= percent
        }
    }

    private struct Walk {
        private static let ids = ["find", "write", "fetch"]

        private(set) var rig = ConnectorRig()
        private var dice: Dice
        private(set) var wanted: [String: Connector] = [:]
        private var revision = 0
        /// The jobs that were begun and not yet reported, by lane, and whether they have succeeded.
        private var running: [String: (job: String, isDone: Bool)] = [:]
        /// The last successful job of each connector.
        private(set) var done: [String: String] = [:]
        private(set) var doneCount = 0
        private(set) var isOneByOne = true

        init(seed: UInt64) { dice = Dice(state: seed) }

        /// Makes a random step.
        mutating func step() {
            switch Int.random(in: 0...9, using: &dice) {
            case 0...1: change()
            case 2: rig.pass(.milliseconds(Int.random(in: 0...90_000, using: &dice)))
            case 3: rig.wake(Self.ids.randomElement(using: &dice) ?? "")
            case 4...5: begin()
            case 6...7: answer(isTroubled: true)
            default: hear(isTroubled: true)
            }
        }

        private mutating func change() {
            let id = Self.ids.randomElement(using: &dice) ?? ""
            revision += 1
            if wanted[id] != nil, dice.chance(40) {
                wanted[id] = nil
            } else {
                // Sometimes the connector returns unchanged.
                let since = dice.chance(80) ? revision : max(0, revision - 2)
                wanted[id] = ConnectorRig.connector(
                    id, lane: dice.chance(90) ? "a" : "b", since: since, job: "\(id) \(since)",
                    period: dice.chance(50) ? .seconds(60) : nil)
            }
            rig.want(Self.ids.compactMap { wanted[$0] })
        }

        private mutating func begin() {
            for (lane, job) in rig.beginInLanes() {
                let other = running.updateValue((job, false), forKey: lane)
                isOneByOne = isOneByOne && other == nil
            }
        }

        private mutating func answer(isTroubled: Bool) {
            let asked = running.keys.filter { !rig.isTelling(in: $0) }.sorted()
            guard let lane = asked.randomElement(using: &dice) else { return }
            let answers: [ConnectorAnswer] =
                isTroubled && dice.chance(40)
                ? [.failed, .failed(.answered(429), secondsMin: 40)]
                : [.same, .done("x"), .done("x", "y")]
            let answer = answers.randomElement(using: &dice) ?? .same
            if case .failed = answer {} else { running[lane]?.isDone = true }
            rig.answer(answer, lane: lane, jitter: 0.5)
            finish(lane)
        }

        private mutating func hear(isTroubled: Bool) {
            guard let lane = rig.telling.first?.lane.name else { return }
            let outcomes: [ReportAnswer] =
                isTroubled ? [.taken, .refused, .unavailable] : [.taken, .refused]
            let outcome = outcomes.randomElement(using: &dice) ?? .taken
            if outcome == .unavailable { running[lane]?.isDone = false }
            rig.hear(outcome, jitter: 0.5)
            finish(lane)
        }

        private mutating func finish(_ lane: String) {
            guard !rig.isTelling(in: lane), let ended = running.removeValue(forKey: lane),
                ended.isDone
            else { return }
            done[String(ended.job.prefix { $0 != " " })] = ended.job
            doneCount += 1
        }

        /// Lets an hour pass without failures.
        mutating func calmDown() {
            for _ in 0..<400 {
                begin()
                answer(isTroubled: false)
                hear(isTroubled: false)
                rig.pass(.seconds(10))
            }
        }
    }

    @Test(arguments: 0..<8)
    func `runs at most one job of a lane at a time, and finally every job as wanted`(
        group: Int
    ) {
        var doneCount = 0
        for seed in 0..<50 {
            var walk = Walk(seed: UInt64(group * 1_000 + seed))
            for _ in 0..<300 { walk.step() }
            walk.calmDown()
            #expect(walk.isOneByOne)
            for (id, connector) in walk.wanted {
                #expect(walk.done[id] == (connector.job as? TestJob)?.text)
            }
            doneCount += walk.doneCount
        }
        #expect(doneCount > 1_000)
    }
}
