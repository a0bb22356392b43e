import BoardKit
import Clocks
import Delivery
import Dispatch
import Foundation
import JSON
import Locks
import Logging
import Metrics
import SQLiteStorage
import Screens
import ShippedBoards
import SignIn
import Storage
import Sync
import Terminal
import Time
import Transport

@testable import Venues

/// A venue on a loop of its own, without connections.
final class LoneVenue {
    /// Holds the venues of the loop.
    private final class Home: Sendable {
        let loop: EventLoop
        let venues = Locked<LoopBound<LoopVenues>?>(nil)

        init() throws { loop = try EventLoop(name: "test") }

        func perform(_ body: @escaping @Sendable (LoopVenues) -> Void) {
            loop.execute { [self] in
                if let venues = venues.with({ $0 }) { body(venues.value) }
            }
        }
    }

    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("tablecast-\(UUID().uuidString)").path
    private let home: Home
    private let journal: any Journal
    private let reader: StorageReader

    init() throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = try Store(folder: folder, creating: true)
        let record = try store.makeVenue(
            slug: "main", name: "Trattoria", timeZone: "UTC", settings: ["labels": "full"],
            now: WallClock.now)
        let journal = store.openJournal { _ in }
        let reader = StorageReader(store, label: "test")
        let home = try Home()
        let clock = HubClock(MachineTime(), logger: logger)
        let context = VenueContext(
            VenueContext.Options(
                boards: .shipped, limits: .standard, snapshotEvents: 20_000,
                snapshotBytes: 32 << 20, silentAfter: .seconds(30)),
            storage: store, reader: reader, journal: journal,
            writer: StoreWriter(identity: store, clock: clock), pairings: PairingDesk(),
            roles: DeviceRoles(),
            courier: Courier(
                outbox: store, clock: clock, timing: CourierTiming(), logger: logger, carriers: [:],
                reportAction: "", tell: { _, _, done in done(.refused) }),
            connectors: nil, alarms: nil, metrics: Metrics(), clock: clock, logger: logger)
        let venue = try VenueFactory.open(record, journal: store, boards: .shipped)
        home.loop.execute {
            let venues = LoopVenues(
                context, on: home.loop, home: LoopVenuesHandle { home.perform($0) },
                lines: RepeatedLines(logger: logger))
            home.loop.atEndOfTurn { venues.flushJournal() }
            home.venues.with { $0 = LoopBound(venues, on: home.loop) }
            venues.open(venue)
        }
        self.home = home
        self.journal = journal
        self.reader = reader
    }

    func perform(_ body: @escaping @Sendable (VenueRunner) -> Void) {
        home.perform { venues in
            if let runner = venues.runner(of: "main") { body(runner) }
        }
    }

    func finish() {
        journal.stop()
        home.loop.stop()
        home.venues.with { $0 = nil }
        reader.finish()
        journal.awaitAnswers()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
