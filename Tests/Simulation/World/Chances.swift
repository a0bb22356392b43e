import BoardKit
import Delivery
import Sync

/// The parameters of an evening: the number of people, the quality of their lines, and the faults.
struct Chances {
    var evening: Int
    var hostCount: Int
    var displayCount: Int
    var engineerCount: Int
    var guestCountMax: Int
    var sommelierCount: Int
    /// The mean pause between two actions of a client.
    var pauseMilliseconds: Int
    var latencyMilliseconds: Int
    var flushMilliseconds: Int
    var bufferBytesMax: Int
    /// The percentage of a client's actions that break its line.
    var cutPercent: Int
    /// The percentage of a client's actions that stop reading for a while.
    var stopPercent: Int
    var crashes: [Int]
    /// The times at which the disk is full, and for how long.
    var fullTimes: [(at: Int, length: Int)]
    var unreadableTimes: [(at: Int, length: Int)]
    /// The percentage of commits without a reported outcome.
    var uncertainPercent: Int
    var flips: [Int]
    /// The times at which the clock is set, and by how much.
    var settings: [(at: Int, by: Int)]
    var labels: LabelPrivacy
    var limits = VenueLimits()
    var courier = CourierTiming()
    var connectors = ConnectorTiming()
    /// The percentage of attempts and jobs that fail.
    var outsideTroublePercent: Int
    /// The absences of other machines, with their lengths.
    var absences: [(target: String, at: Int, length: Int)]

    init(seed: UInt64) {
        var dice = Dice(seed: seed, lane: -2)
        let evening = dice.number(2_000...16_000)
        self.evening = evening
        hostCount = dice.number(1...3)
        displayCount = dice.number(1...3)
        engineerCount = dice.number(0...1)
        guestCountMax = dice.number(0...4)
        sommelierCount = dice.number(0...1)
        pauseMilliseconds = dice.number(100...900)
        latencyMilliseconds = dice.pick([3, 40, 300, 1_500]) ?? 40
        flushMilliseconds = dice.pick([1, 10, 200, 1_000]) ?? 10
        bufferBytesMax = dice.pick([300, 2_000, 100_000]) ?? 2_000
        cutPercent = dice.pick([0, 2, 8]) ?? 2
        stopPercent = dice.pick([0, 3, 10]) ?? 3
        crashes = dice.times(dice.number(0...2), within: evening)
        fullTimes = dice.times(dice.number(0...2), within: evening).map {
            ($0, dice.number(100...5_000))
        }
        unreadableTimes = dice.times(dice.number(0...1), within: evening).map {
            ($0, dice.number(100...3_000))
        }
        flips = dice.chance(25) ? dice.times(1, within: evening) : []
        let settings = [-3_600_000, -2_000, 900, 60_000, 3_600_000, 40_000_000, 90_000_000]
        self.settings = dice.times(dice.number(0...2), within: evening).map {
            ($0, dice.pick(settings) ?? 0)
        }
        labels = dice.pick(LabelPrivacy.allCases) ?? .firstInitial
        if dice.chance(25) {
            limits.mutations = RateLimit(perSecond: 2, credit: 3)
            limits.joins = RateLimit(perMinute: 4, credit: 5)
            limits.joinsPerNetwork = RateLimit(perMinute: 2, credit: 3)
            limits.badMessagesPerMinute = 3
        }
        if dice.chance(30) {
            // The clock jumps ahead, is followed, and comes back.
            let (at, by) = (dice.number(0...evening), dice.pick(settings.filter { $0 > 0 }) ?? 0)
            self.settings += [(at, by), (at + dice.number(50...5_000), -by)]
        }
        uncertainPercent = dice.pick([0, 0, 3, 20]) ?? 0
        outsideTroublePercent = dice.pick([0, 10, 40]) ?? 10
        // The machine is away for a moment, or for an hour.
        let lengths = dice.chance(20) ? [3_600_000] : [500, 5_000, 60_000]
        absences = dice.times(dice.number(0...3), within: evening).map {
            let target = dice.pick(["post:0", "post:1", "post:2", "programme"]) ?? ""
            return (target, $0, dice.pick(lengths) ?? 0)
        }
        courier.firstPause = dice.pick([.seconds(1), .milliseconds(50)]) ?? .seconds(1)
        courier.pauseMax = dice.pick([.seconds(300), .seconds(2)]) ?? .seconds(300)
        courier.tryCountMax = dice.pick([200, 4]) ?? 200
        connectors.pauseMax = dice.pick([.seconds(300), .seconds(2)]) ?? .seconds(300)
    }
}

extension Dice {
    fileprivate mutating func times(_ count: Int, within evening: Int) -> [Int] {
        (0..<count).map { _ in number(0...evening) }
    }
}
