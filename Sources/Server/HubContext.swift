import Logging
import Store
import Sync
import Transport

/// What all loops of a hub share. Immutable, or safe in itself.
final class HubContext: Sendable {
    let options: HubOptions
    let store: Store
    let journal: JournalWriter
    let history: HistoryReader
    let snapshots: SnapshotKeeper
    let files: PublicFiles
    let metrics: Metrics
    let census: ConnectionCensus
    let logger: Logger
    let directory: VenueDirectory
    /// What connections are secured with; `nil` where the hub speaks plain HTTP.
    let tls: TLSAcceptor?

    init(
        options: HubOptions, store: Store, files: PublicFiles, directory: VenueDirectory,
        tls: TLSAcceptor?, logger: Logger
    ) {
        self.tls = tls
        self.options = options
        self.store = store
        self.files = files
        self.directory = directory
        self.logger = logger
        journal = JournalWriter(store: store)
        history = HistoryReader(store: store)
        snapshots = SnapshotKeeper(store: store, logger: logger)
        metrics = Metrics()
        census = ConnectionCensus(limits: options.limits)
    }
}

/// Which venues there are, and on which loop each lives. A venue lives on one loop: its order is the
/// order of that loop.
struct VenueDirectory: Sendable {
    static let defaultSlug = "main"

    private let records: [String: VenueRecord]
    private let workers: [Worker]
    private let indices: [String: Int]

    init(records: [VenueRecord], workers: [Worker]) {
        self.workers = workers
        self.records = Dictionary(
            records.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
        indices = Dictionary(
            records.enumerated().map { ($0.element.slug, $0.offset % workers.count) },
            uniquingKeysWith: { first, _ in first })
    }

    func record(of slug: String) -> VenueRecord? { records[slug] }

    func worker(of slug: String) -> Worker? { indices[slug].map { workers[$0] } }

    var all: [VenueRecord] { Array(records.values) }
}
