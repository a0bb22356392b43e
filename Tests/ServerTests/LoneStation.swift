import Dispatch
import Foundation
import Logging
import Store
import Sync
import Transport

@testable import Server

/// A station on a loop of its own that listens nowhere: for what a hub does behind its sockets.
final class LoneStation {
    let store: Store
    let worker: Worker
    let context: HubContext
    private let folder = LiveHub.newFolder()

    init(logger: Logger = LiveHub.logger) throws {
        store = try Store(folder: folder, creating: true)
        let record = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "UTC", labels: .full, now: WallClock.now)
        worker = Worker(loop: try EventLoop(name: "test"))
        context = HubContext(
            options: LiveHub.options(dataFolder: folder), store: store,
            files: try PublicFiles(path: LiveHub.publicFolder),
            directory: VenueDirectory([record], store: store, workers: [worker]),
            pairings: PairingDesk(), tls: nil, logger: logger)
        worker.begin(context, venues: [try VenueFactory.open(record, store: store)])
    }

    deinit {
        context.journal.stop()
        worker.end()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Carries something out on the loop, and waits for what comes of it.
    func perform<Result: Sendable>(_ body: @escaping @Sendable (Station) -> Result) -> Result? {
        let result = Locked<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        worker.perform { station in
            let value = body(station)
            result.with { $0 = value }
            isDone.signal()
        }
        isDone.wait()
        return result.with { $0 }
    }
}
