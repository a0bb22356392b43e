import Foundation
import HostilePeers

/// The table's row for an attack.
struct Measurement: CustomStringConvertible {
    private struct Half {
        var trips: RoundTrips
        var pages: RoundTrips
    }

    private let attack: Attack
    private var calm: [Half] = []
    private var attacked: [Half] = []
    private var memoryBefore = 0
    private var memoryPeak = 0
    private var memoryAfter = 0
    private var peerCount = 0
    private var mishaps: [String] = []

    init(of attack: Attack, program: URL, rounds: Int, seconds: Int) throws {
        self.attack = attack
        let siege = try Siege(attack, program: program, limits: [])
        // Skip the first seconds after the hub's start.
        Thread.sleep(forTimeInterval: 2)
        memoryBefore = siege.hub.memory.resident
        siege.hub.memory.forgetPeak()
        for _ in 0..<rounds {
            calm.append(Self.half(siege, seconds))
            var order = siege.order
            order.repeats = true
            order.isNice = true
            let swarm = Swarm(order, patience: .seconds(600))
            // Wait until all peers have connected.
            Thread.sleep(forTimeInterval: 1)
            attacked.append(Self.half(siege, seconds))
            swarm.stop()
            peerCount += swarm.begunCount
            // Wait until the effects of the attack are over.
            Thread.sleep(forTimeInterval: 3)
        }
        memoryPeak = siege.hub.memory.peak
        memoryAfter = siege.hub.memory.resident
        siege.house.close()
        mishaps = siege.mishaps
        if !siege.hub.isRunning { mishaps.append("the hub ended: \(siege.hub.log.suffix(2_000))") }
    }

    private static func half(_ siege: Siege, _ seconds: Int) -> Half {
        let begin = ContinuousClock.now
        Thread.sleep(forTimeInterval: Double(seconds))
        let end = ContinuousClock.now
        // Wait for the answers to the last mutations.
        Thread.sleep(forTimeInterval: 1)
        return Half(
            trips: siege.house.roundTrips(from: begin, to: end),
            pages: siege.house.pages(from: begin, to: end))
    }

    static let heading = """
        | attack | peers | p50 calm | p50 attacked | p99 calm | p99 attacked | ratio | page p99 calm \
        | page p99 attacked | memory before | peak | after | bound |
        |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
        """

    var description: String {
        let calmTail = Self.median(calm.map { $0.trips.percentile(0.99) })
        let attackedTail = Self.median(attacked.map { $0.trips.percentile(0.99) })
        let cells = [
            attack.name, "\(peerCount)",
            Self.milliseconds(Self.median(calm.map { $0.trips.percentile(0.5) })),
            Self.milliseconds(Self.median(attacked.map { $0.trips.percentile(0.5) })),
            Self.milliseconds(calmTail), Self.milliseconds(attackedTail),
            String(format: "%.2f", attackedTail / calmTail),
            Self.milliseconds(Self.median(calm.map { $0.pages.percentile(0.99) })),
            Self.milliseconds(Self.median(attacked.map { $0.pages.percentile(0.99) })),
            Self.mebibytes(memoryBefore), Self.mebibytes(memoryPeak), Self.mebibytes(memoryAfter),
            Self.mebibytes(memoryBefore + attack.memoryMebibytesMax << 20),
        ]
        let line = "| \(cells.joined(separator: " | ")) |"
        return ([line] + mishaps.prefix(5)).joined(separator: "\n")
    }

    private static func median(_ durations: [Duration?]) -> Duration {
        let sorted = durations.map { $0 ?? .seconds(999) }.sorted()
        return sorted.isEmpty ? .zero : sorted[sorted.count / 2]
    }

    private static func milliseconds(_ duration: Duration) -> String {
        String(format: "%.2f ms", duration / .milliseconds(1))
    }

    private static func mebibytes(_ count: Int) -> String {
        String(format: "%.0f MiB", Double(count) / 1_048_576)
    }
}
