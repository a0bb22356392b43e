package import Boards
import CPlatform
import Foundation
package import Logging
package import Store
import Sync
import Transport

/// Keeps a snapshot of each venue with a long journal, so that the hub opens quickly.
///
/// It takes nothing from the loops: it opens the venue once more, from the last snapshot and the
/// events after it, on a thread of its own that gives way to the others. So a snapshot is made of
/// what the journal has, and of nothing else.
package final class SnapshotKeeper: Sendable {
    private struct Work: Sendable {
        var waiting: [Job] = []
        var isUnderWay = false
        /// What has not begun by then is left.
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

    /// Makes a new snapshot of a venue, if more events than that have come since the last one.
    /// Returns at once.
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

    /// Waits until all that was to be considered has been; what has not begun within so much time is
    /// left, since the journal has everything.
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
