import BoardKit
import Clocks
import Credentials
import Delivery
import Destinations
import Gateway
import Limits
import Logging
import Metrics
import Pages
import SignIn
import Storage
import Sync
import Time
import Transport
import Venues

/// The state that all loops of a hub share. Each member is immutable or thread-safe.
final class HubContext: Sendable {
    let options: HubOptions
    let outside: OutsideAddress
    let storage: any HubStorage
    let journal: any Journal
    /// Looks up single devices, links and mutations.
    let reader: StorageReader
    /// The signed-in devices.
    let devices: DeviceIndex
    let history: HistoryReader
    let writer: StoreWriter
    let work: WorkMarks
    let venues: VenueContext
    let gateway: GatewayContext
    let files: PublicFiles
    let pages: PageIndex
    let documents: PageDocuments
    let metrics: Metrics
    let census: ConnectionCensus
    let pins: PINKeeper
    let pairings: PairingDesk
    let clock: HubClock
    let logger: Logger
    let directory: VenueDirectory
    /// The hubLoops, one for each event loop, in the order of the directory's loops.
    let hubLoops: [HubLoop]
    let watchdog: Watchdog
    /// Secures connections by TLS; `nil` if the hub serves plain HTTP.
    let tls: TLSAcceptor?

    init(
        options: HubOptions, storage: any HubStorage, journal: any Journal, files: PublicFiles,
        known venues: [VenueRecord], hubLoops: [HubLoop], pairings: PairingDesk,
        roles: DeviceRoles, tls: TLSContext?, lastEventAt: Instant? = nil, logger: Logger
    ) {
        self.pairings = pairings
        let work = WorkMarks(in: options.storage.folder) { logger.warning("\($0)") }
        self.work = work
        self.journal = journal
        let reader = StorageReader(storage, label: "tablecast.lookups")
        self.reader = reader
        devices = DeviceIndex(storage, reader: reader)
        do throws(StoreError) {
            try devices.load()
        } catch {
            logger.warning("sign-ins are looked up one by one: \(error)")
        }
        let clock = HubClock(options.time, lastEventAt: lastEventAt, logger: logger)
        self.clock = clock
        pins = PINKeeper(identity: storage, clock: clock)
        let time = options.time
        let census = ConnectionCensus(limits: options.limits)
        self.census = census
        let tls = tls.map { context in
            TLSAcceptor(context, plainPolicy: .taken) { address in
                let verdict = census.tlsHandshake(from: address, at: time.now)
                if verdict.isWorthTelling {
                    logger.warning(
                        "one address begins TLS too often, so some connections are closed")
                }
                return verdict.isAdmitted
            }
        }
        self.tls = tls
        self.options = options
        pages = PageIndex(options.boards)
        documents = PageDocuments(files, pages, boards: options.boards)
        outside = OutsideAddress(given: options.url, listeningHost: options.host)
        self.storage = storage
        self.files = files
        let directory = VenueDirectory(venues, registry: storage, loops: hubLoops.map(\.venues))
        self.directory = directory
        self.hubLoops = hubLoops
        watchdog = Watchdog(hubLoops.map(\.loop), options.timing.loopWatch, logger: logger)
        self.logger = logger
        history = HistoryReader(storage, time: time)
        writer = StoreWriter(identity: storage, clock: clock)
        let metrics = Metrics()
        self.metrics = metrics
        gateway = GatewayContext(
            limits: options.limits, tls: tls,
            redirectsPlainText: options.tls?.redirectsPlainText ?? false, census: census,
            metrics: metrics, clock: clock)
        let alarms = options.webhookSender.map { sender in
            AlarmCarrier(
                secrets: storage, operatorsAddress: options.alarmWebhook, sender: sender,
                metrics: metrics, logger: logger)
        }
        let tell: ReportSender = { mutation, venue, done in
            directory.loop(of: venue).perform { venues in
                guard let runner = venues.runner(of: venue) else { return done(.unavailable) }
                runner.tell(mutation, done)
            }
        }
        var carriers: [String: any EffectCarrier] = [:]
        if let senders = options.sender {
            for (target, effects) in options.carriers.effects {
                carriers[target] = BoardEffectCarrier(
                    storage: storage, board: effects.board, worker: effects.make(senders))
            }
        }
        carriers[AlarmCarrier.target] = alarms
        let courier = Courier(
            outbox: storage, clock: clock, timing: options.timing.courier, logger: logger,
            carriers: carriers, reportAction: options.boards.name(of: .reportEffect) ?? "",
            tell: tell)
        let connectors = options.sender.map { _ in
            ConnectorRunner(
                timing: options.timing.connectors, time: time,
                secrets: { [weak storage] board, venue in
                    SealedSecrets(secrets: storage, board: board, venue: venue)
                }, work: work, tell: tell)
        }
        self.venues = VenueContext(
            VenueContext.Options(
                boards: options.boards, limits: options.limits.venue,
                snapshotEvents: options.timing.snapshotEvents,
                snapshotBytes: options.timing.snapshotBytes,
                silentAfter: options.timing.silentAfter),
            storage: storage, reader: reader, journal: journal, writer: writer, pairings: pairings,
            roles: roles, work: work, courier: courier, connectors: connectors, alarms: alarms,
            metrics: metrics, clock: clock, logger: logger)
    }

    /// Starts the jobs of the boards' connectors.
    ///
    /// - Parameter port: the port that the hub listens on.
    func beginConnectors(port: Int) {
        guard let connectors = venues.connectors, let sender = options.sender else { return }
        let clock = clock
        let (tls, path) = (tls, options.tls?.configuration.certificatePath ?? "")
        let host = options.host
        let surroundings = OutgoingSurroundings(
            sender: { WaitingSender(sender: sender($0)) }, now: { clock.now.milliseconds / 1_000 },
            time: options.time, random: RandomID.bytes,
            sha256: { Digests.hexadecimal(Digests.sha256($0)) }, googleBase: options.googleBase,
            port: port,
            ownAddress: {
                OwnAddress(
                    listeningHost: host, port: port,
                    certificate: tls.map { (path, $0.context.certificate.names) })
            },
            publicOrigin: outside.given)
        connectors.begin(with: options.carriers.connectors.mapValues { $0(surroundings) })
    }

    /// Waits until nothing uses the storage away from the loops, and the journal has answered.
    func finishQueues() {
        writer.finish()
        venues.readiness.finish()
        directory.finish()
        reader.finish()
        history.finish()
        journal.awaitAnswers()
    }

    func hubLoop(of slug: String) -> HubLoop { hubLoops[directory.loopIndex(of: slug)] }

    /// Returns the origin under which other devices reach the hub, given a request's authority;
    /// `nil` if no other device can reach it.
    func outsideOrigin(for request: Request) -> String? {
        outside.origin(
            askedAs: request.authority, isSecure: request.isSecure,
            names: tls?.context.certificate.names ?? [])
    }
}
