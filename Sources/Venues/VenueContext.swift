package import Boards
package import Clocks
package import Delivery
package import Dispatch
package import Logging
package import Metrics
package import Screens
package import SignIn
package import Store
package import Sync

/// What the venues of all loops share. Immutable, or safe in itself.
package final class VenueContext: Sendable {
    /// What is set about venues.
    package struct Options: Sendable {
        var boards: BoardRegistry
        var limits: VenueLimits
        /// After so many events a venue's snapshot is made anew.
        var snapshotEvents: Int
        /// When an alarm is raised about a screen.
        var screenDelays: ScreenDelays
        /// Which pages are served: a screen that shows others shows old ones.
        var pageVersion: String

        package init(
            boards: BoardRegistry, limits: VenueLimits, snapshotEvents: Int,
            screenDelays: ScreenDelays, pageVersion: String
        ) {
            self.boards = boards
            self.limits = limits
            self.snapshotEvents = snapshotEvents
            self.screenDelays = screenDelays
            self.pageVersion = pageVersion
        }
    }

    let options: Options
    let journal: any Journal
    let identity: any Identity
    let writer: StoreWriter
    package let pairings: PairingDesk
    package let roles: DeviceRoles
    /// Opens venues that nobody has asked for yet.
    package let opening = DispatchQueue(label: "tablecast.opening")
    package let readiness: JournalReadiness
    package let snapshots: SnapshotKeeper
    package let courier: Courier
    /// `nil` if whoever made the hub brought nothing to fetch with.
    package let connectors: ConnectorRunner?
    /// `nil` where whoever made the hub brought nothing to post alarms with.
    let alarms: AlarmCarrier?
    let metrics: Metrics
    let clock: HubClock
    let logger: Logger

    package init(
        _ options: Options, journal: any Journal, identity: any Identity, writer: StoreWriter,
        pairings: PairingDesk, roles: DeviceRoles, readiness: JournalReadiness,
        snapshots: SnapshotKeeper, courier: Courier, connectors: ConnectorRunner?,
        alarms: AlarmCarrier?, metrics: Metrics, clock: HubClock, logger: Logger
    ) {
        self.options = options
        self.journal = journal
        self.identity = identity
        self.writer = writer
        self.pairings = pairings
        self.roles = roles
        self.readiness = readiness
        self.snapshots = snapshots
        self.courier = courier
        self.connectors = connectors
        self.alarms = alarms
        self.metrics = metrics
        self.clock = clock
        self.logger = logger
    }

    /// A line for whoever runs the hub.
    func notice(_ text: String) { logger.notice("\(text)") }
}
