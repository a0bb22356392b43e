import Clocks
import Dispatch
import Foundation
import JSON
import Locks
import Logging
import SQLiteStorage
import ShippedBoards
import Storage
import Sync
import Transport

@testable import Pages
@testable import Server
@testable import SignIn
@testable import Venues

/// A server on its own loop without a listener, for tests below the sockets.
final class LoneLoopServer {
    let store: Store
    let hubLoop: HubLoop
    let context: HubContext
    private let folder = LiveHub.newFolder()

    /// - Parameter makeJournal: wraps the journal.
    init(
        logger: Logger = LiveHub.logger,
        _ makeJournal: (JournalWriter) -> any Journal = { $0 }
    ) throws {
        store = try Store(folder: folder, creating: true)
        let record = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "UTC", settings: ["labels": "full"],
            now: WallClock.now)
        hubLoop = HubLoop(loop: try EventLoop(name: "test"))
        context = try Self.context(
            folder, store, journal: makeJournal(JournalWriter(store: store)), [record], hubLoop,
            logger: logger)
        let venue = try VenueFactory.open(
            record, journal: store, boards: .shipped, pairings: context.pairings,
            roles: context.venues.roles)
        hubLoop.begin(context, venues: [venue])
    }

    private static func context(
        _ folder: String, _ store: Store, journal: any Journal, _ venues: [VenueRecord],
        _ hubLoop: HubLoop, logger: Logger = LiveHub.logger
    ) throws -> HubContext {
        HubContext(
            options: LiveHub.options(dataFolder: folder), storage: store, journal: journal,
            files: try PublicFiles(path: LiveHub.publicFolder),
            known: venues, hubLoops: [hubLoop],
            pairings: PairingDesk(), roles: DeviceRoles(), tls: nil, logger: logger)
    }

    deinit {
        context.journal.stop()
        hubLoop.end()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
