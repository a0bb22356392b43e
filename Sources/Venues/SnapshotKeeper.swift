package import Boards
import CPlatform
import Foundation
import Locks
package import Logging
package import Store
import Sync
import Transport

/// Keeps a snapshot of each venue with a long journal, so that the hub opens quickly.
///
/// To spare the loops, it opens the venue once more, from the last snapshot and the events after
/// it, on a low-priority thread. So a snapshot contains exactly what the journal has.
package final class SnapshotKeeper: Sendable {
    private struct Work: Sendable {
        var waiting: [Job] = []
        var isUnderWay = false
        /// The time after which no further job begins.
        var deadline: ContinuousClock.Instant?
    }

    private struct Job: Sendable {
        var record: VenueRecord
        var tailEventsMax: Int
    }

    private let store: Store
    private let boards: BoardRegistry
    private let logger: Logger
    private let work = Locked(Work())
    private let end = DispatchGroup()

    package init(store: Store, boards: BoardRegistry = .shipped, logger: Logger) {
        self.store = store
        self.boards = boards
        self.logger = logger
    }

    /// Keeps a new snapshot of a venue if more than `tailEventsMax` events have followed the last
    /// one. Does not wait for it.
    func consider(_ record: VenueRecord, tailEventsMax: Int) {
        let mustStart = work.with { work in
            work.waiting.append(Job(record: record, tailEventsMax: tailEventsMax))
            if work.isUnderWay { return false }
            work.isUnderWay = true
            end.enter()
            return true
        }
        if mustStart { Thread.detachNewThread { [self] in run() } }
    }

    /// Waits until all jobs are done. Jobs that have not begun within the timeout are skipped: no
    /// data is lost, because the journal has everything.
    package func finish(within timeout: Duration) {
        work.with { $0.deadline = ContinuousClock.now + timeout }
        end.wait()
    }

    private func run() {
        platform_name_this_thread("snapshots")
        platform_let_others_go_first()
        while let job = nextJob() { keep(job) }
        end.leave()
    }

    private func nextJob() -> Job? {
        work.with { work in
            if let deadline = work.deadline, deadline < .now { work.waiting = [] }
            guard !work.waiting.isEmpty else {
                work.isUnderWay = false
                return nil
            }
            return work.waiting.removeFirst()
        }
    }

    private func keep(_ job: Job) {
        let slug = job.record.slug
        do throws(StoreError) {
            let tail = try store.lastRev(of: slug) - store.snapshotRev(of: slug)
            guard tail > job.tailEventsMax else { return }
            _ = try VenueFactory.open(
                job.record, journal: StoredJournal(answeringAtOnce: store), boards: boards,
                tailEventsMax: job.tailEventsMax, notice: { logger.notice("\($0)") })
        } catch {
            logger.notice("no snapshot of \(slug) is kept: \(error)")
        }
    }
}
