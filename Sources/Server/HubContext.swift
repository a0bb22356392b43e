import Logging
import Store
import Sync
import Transport

/// What all loops of a hub share. Immutable, or safe in itself.
final class HubContext: Sendable {
    let options: HubOptions
    let outside: OutsideAddress
    let store: Store
    let journal: JournalWriter
    let history: HistoryReader
    let writer: StoreWriter
    let snapshots: SnapshotKeeper
    let files: PublicFiles
    let metrics: Metrics
    let census: ConnectionCensus
    let pins: PINKeeper
    let pairings: PairingDesk
    let clock: HubClock
    let logger: Logger
    let directory: VenueDirectory
    /// What connections are secured with; `nil` where the hub speaks plain HTTP.
    let tls: TLSAcceptor?

    init(
        options: HubOptions, store: Store, files: PublicFiles, directory: VenueDirectory,
        pairings: PairingDesk, tls: TLSAcceptor?, logger: Logger
    ) {
        self.pairings = pairings
        let clock = HubClock(options.readClocks, logger: logger)
        self.clock = clock
        pins = PINKeeper(store: store, clock: clock)
        self.tls = tls
        self.options = options
        outside = OutsideAddress(given: options.url, listeningHost: options.host)
        self.store = store
        self.files = files
        self.directory = directory
        self.logger = logger
        journal = JournalWriter(store: store) { logger.error("\($0)") }
        history = HistoryReader(store: store)
        writer = StoreWriter(store: store, clock: clock)
        snapshots = SnapshotKeeper(store: store, logger: logger)
        metrics = Metrics()
        census = ConnectionCensus(limits: options.limits)
    }

    /// Where other devices reach the hub, for somebody who asked it; `nil` where none does.
    func outsideOrigin(for request: Request) -> String? {
        outside.origin(
            askedAs: request.authority, isSecure: request.isSecure,
            names: tls?.context.certificate.names ?? [])
    }

    /// A line for whoever runs the hub.
    func notice(_ text: String) { logger.notice("\(text)") }
}
