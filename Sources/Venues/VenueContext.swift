package import BoardKit
package import Clocks
package import Delivery
package import Dispatch
package import Logging
package import Metrics
package import SignIn
package import Storage
package import Sync

/// The services and options that the venues of all loops share. All members are immutable or
/// thread-safe.
package final class VenueContext: Sendable {
    /// The configuration of all venues.
    package struct Options: Sendable {
        var boards: BoardRegistry
        var limits: VenueLimits
        /// The number of events after which a new snapshot of a venue is made.
        var snapshotEvents: Int
        /// The size of the events' data after which a new snapshot is made too.
        var snapshotBytes: Int
        /// The silence after which alarms about screens begin.
        var silentAfter: Duration

        package init(
            boards: BoardRegistry, limits: VenueLimits, snapshotEvents: Int,
            snapshotBytes: Int, silentAfter: Duration
        ) {
            self.boards = boards
            self.limits = limits
            self.snapshotEvents = snapshotEvents
            self.snapshotBytes = snapshotBytes
            self.silentAfter = silentAfter
        }
    }

    let options: Options
    let storage: any HubStorage
    /// Looks up single devices and mutations.
    let reader: StorageReader
    let journal: any Journal
    let writer: StoreWriter
    package let pairings: PairingDesk
    package let roles: DeviceRoles
    /// Opens venues when they are first requested.
    package let opening = DispatchQueue(label: "tablecast.opening")
    /// Makes the documents of views that are read once.
    let viewing = DispatchQueue(label: "tablecast.viewing")
    package let readiness: JournalReadiness
    package let snapshots: SnapshotKeeper
    /// `nil` if no work is marked.
    let work: WorkMarks?
    package let courier: Courier
    /// `nil` if the hub was made without a sender.
    package let connectors: ConnectorRunner?
    /// `nil` if the hub was made without a `WebhookSender`.
    let alarms: AlarmCarrier?
    let metrics: Metrics
    let clock: HubClock
    let logger: Logger

    package init(
        _ options: Options, storage: any HubStorage, reader: StorageReader, journal: any Journal,
        writer: StoreWriter, pairings: PairingDesk, roles: DeviceRoles, work: WorkMarks? = nil,
        courier: Courier, connectors: ConnectorRunner?, alarms: AlarmCarrier?, metrics: Metrics,
        clock: HubClock, logger: Logger
    ) {
        self.options = options
        self.storage = storage
        self.reader = reader
        self.journal = journal
        self.writer = writer
        self.pairings = pairings
        self.roles = roles
        readiness = JournalReadiness(of: storage, logger: logger)
        snapshots = SnapshotKeeper(storage, boards: options.boards, logger: logger)
        self.work = work
        self.courier = courier
        self.connectors = connectors
        self.alarms = alarms
        self.metrics = metrics
        self.clock = clock
        self.logger = logger
    }

    func notice(_ text: String) { logger.notice("\(text)") }
}
