package import BoardKit
import CPlatform
import Clocks
import Foundation
import Locks
package import Logging
package import Storage
import Sync
import Time
import Transport

/// Keeps a snapshot of each venue with a long journal, so that the hub opens quickly.
///
/// To spare the loops, it opens the venue a second time, from the last snapshot and the events
/// after it, on a low-priority thread. So a snapshot contains exactly what the journal has.
package final class SnapshotKeeper: Sendable {
    private struct Work: Sendable {
        var waiting: [VenueRecord] = []
        var isUnderWay = false
        /// The time of the machine after which no job begins or continues.
        var deadline: Duration?

        var isOver: Bool { deadline.map { $0 < MachineTime.monotonic } ?? false }
    }

    private let storage: any HubStorage
    private let boards: BoardRegistry
    private let logger: Logger
    private let work = Locked(Work())
    private let end = DispatchGroup()

    package init(_ storage: any HubStorage, boards: BoardRegistry, logger: Logger) {
        self.storage = storage
        self.boards = boards
        self.logger = logger
    }

    /// Makes a new snapshot of a venue. Does not wait for it.
    func keep(of venue: VenueRecord) {
        let mustStart = work.with { work in
            work.waiting.append(venue)
            if work.isUnderWay { return false }
            work.isUnderWay = true
            end.enter()
            return true
        }
        guard mustStart else { return }
        // After `finish` the thread does not retain the store, so that another hub can use the folder.
        Thread.detachNewThread { [weak self, end] in
            self?.run()
            end.leave()
        }
    }

    /// Waits until all jobs are done, and gives up the rest at the deadline. No data is lost,
    /// because the journal has everything. A large file that is being written gets one more second,
    /// and is then left to its thread.
    package func finish(before deadline: Duration) {
        work.with { $0.deadline = deadline }
        let left = max(.zero, deadline - MachineTime.monotonic) + .seconds(1)
        _ = end.wait(timeout: MachineTime.deadline(in: left))
    }

    private func run() {
        platform_name_this_thread("snapshots")
        platform_let_others_go_first()
        while let venue = next() { keep(venue) }
    }

    private func next() -> VenueRecord? {
        work.with { work in
            if work.isOver { work.waiting = [] }
            guard !work.waiting.isEmpty else {
                work.isUnderWay = false
                return nil
            }
            return work.waiting.removeFirst()
        }
    }

    private func keep(_ venue: VenueRecord) {
        do throws(StoreError) {
            _ = try VenueFactory.open(
                venue, journal: storage, boards: boards, tailEventsMax: 0,
                isWanted: { work.with { !$0.isOver } }, notice: { logger.notice("\($0)") })
        } catch .stopped {
            logger.notice("no snapshot of \(venue.slug) is kept: there was no time")
        } catch {
            logger.notice("no snapshot of \(venue.slug) is kept: \(error)")
        }
    }
}
