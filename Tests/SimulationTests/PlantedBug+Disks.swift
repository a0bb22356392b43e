import Simulation
import Sync

extension PlantedBug {
    static let doors = [
        PlantedBug("ids are forgotten at a restart") { seams in
            seams.recall = { recalled, restartCount in restartCount > 0 ? nil : recalled }
        },
        PlantedBug("an id is told from another's by nothing but itself") { seams in
            seams.recall = { recalled, _ in
                recalled.map { RecordedMutation(event: $0.event, fingerprint: []) }
            }
        },
    ]

    static let disks = [
        PlantedBug("a mutation is carried out twice") { seams in
            seams.recall = { _, _ in nil }
            seams.disk = ForgivingDisk.self
        },
        PlantedBug("a hole after a write that failed") { seams in
            seams.disk = LeapingDisk.self
        },
        PlantedBug("a journal that is read without its checksums") { seams in
            seams.disk = TrustingDisk.self
        },
        PlantedBug("a disk that says that it has flushed, and has not") { seams in
            seams.disk = LyingDisk.self
        },
    ]
}

/// Accepts a repeated id.
private final class ForgivingDisk: SimulatedDisk {
    override func fits(
        _ batch: JournalBatch, after rev: Int, isKnown: (String) -> Bool
    ) -> Bool {
        super.fits(batch, after: rev) { _ in false }
    }
}

/// Accepts batches that do not follow, and sometimes refuses those that do.
private final class LeapingDisk: SimulatedDisk {
    private var count = 0

    override func fits(
        _ batch: JournalBatch, after rev: Int, isKnown: (String) -> Bool
    ) -> Bool {
        count += 1
        return count % 5 > 0
    }
}

private final class TrustingDisk: SimulatedDisk {
    override var checksChain: Bool { false }
}

private final class LyingDisk: SimulatedDisk {
    override func append(
        _ batch: JournalBatch, done: @escaping (SimulatedDisk.Outcome) -> Void
    ) { done(.kept) }
}
