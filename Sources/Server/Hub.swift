import Dispatch
import Foundation
public import Logging
import Store
public import Sync
public import Transport

/// The hub, and the room where all the others meet: who is asking, what they may, pages, routes,
/// limits and the event stream.
///
/// The room decides nothing about parties and nothing about revisions; it carries what peers send to
/// the venue they mean, and what the venue says to everyone who may hear it. It refuses whoever is
/// not signed in, and every page of another site.
public final class Hub: Sendable {
    /// Where it can be reached.
    public let port: Int
    /// Sign-in links for the first evening: made as long as no device is signed in.
    public let firstLinks: [FirstLink]

    /// What the default venue is called.
    public let venueName: String

    private let context: HubContext
    private let workers: [Worker]
    private let isStopped = Locked(false)

    /// A one-time link that a new hub prints.
    public struct FirstLink: Sendable {
        public var role: Role
        /// The path: `/in/…`.
        public var path: String
    }

    /// How long a new link can be used.
    public static let linkLifetimeSeconds = 24 * 60 * 60

    /// Opens the journal, and listens. Returns when the hub answers.
    ///
    /// - Throws: one line that says what to do: the port is taken, the folder can't be written, the
    ///   pages are not there, another hub has this folder.
    public init(_ options: HubOptions, logger: Logger) throws(HubError) {
        DescriptorLimit.makeRoom(for: options.limits.descriptorsMax)
        let tls = try options.tls.map { (tls) throws(HubError) in
            TLSAcceptor(try Self.context(of: tls), plainPolicy: .taken)
        }
        let files = try PublicFiles(path: options.publicFolder)
        let store: Store
        let main: VenueRecord
        var venues: [Venue] = []
        var links: [FirstLink] = []
        let pairings = PairingDesk()
        do {
            store = try Store(folder: options.dataFolder, creating: true)
            try store.lock()
            let folder = Checkup.folder(options.dataFolder)
            if folder.verdict != .good { logger.warning("\(folder.text)") }
            main = try Self.defaultVenue(options, store)
            try Self.reportLostVenues(of: store, logger)
            // A first start that came to nothing, its port being taken, must not be the last word.
            if try !store.hasDevice(in: VenueDirectory.defaultSlug) {
                links = try Self.makeLinks(store, now: options.readClocks().wall)
            }
            // A little more is left to the keeper of snapshots, to be done when the hub runs.
            let tailEventsMax = options.timing.snapshotEvents * 5
            let busy = try store.venues(withEvents: Self.eventsOfQuietVenueMax + 1)
            for record in [main] + busy.filter({ $0.slug != main.slug }) {
                do {
                    let venue = try store.readingByGoodIndexes(
                        report: { logger.warning("\($0)") },
                        { () throws(StoreError) in
                            try VenueFactory.open(
                                record, store: store, limits: options.limits.venue,
                                tailEventsMax: tailEventsMax, pairings: pairings
                            ) { logger.notice("\($0)") }
                        })
                    venues.append(venue)
                } catch  where record.slug != main.slug {
                    // The others' evenings go on; whoever asks for this one is refused.
                    logger.error("the venue \(record.slug) can't be opened: \(error)")
                }
            }
        } catch {
            throw HubError(error.description)
        }
        firstLinks = links
        venueName = main.name
        workers = try Self.makeWorkers(count: options.loopCount ?? Self.defaultLoopCount)
        context = HubContext(
            options: options, store: store, files: files,
            directory: VenueDirectory(venues.map(\.record), store: store, workers: workers),
            pairings: pairings, tls: tls, logger: logger)
        port = try Self.open(workers, venues, context)
    }

    /// Says goodbye to everyone, writes what was accepted, and ends: within ten seconds at most.
    /// Nothing that was acknowledged is lost. Must not be called on a loop.
    /// Does nothing the second time.
    public func stop() {
        let isFirst = isStopped.with { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        onEachWorker { station, done in
            station.stopListening()
            done()
        }
        // What was decided is written, and its answers are on their way to the loops.
        context.journal.stop()
        let timeout = context.options.timing.stopTimeout
        onEachWorker { station, done in
            station.considerSnapshots()
            station.stop(timeout: timeout, done)
        }
        context.snapshots.finish(within: timeout)
        context.history.finish()
        context.writer.finish()
        context.store.carryOverLog()
        for worker in workers { worker.end() }
    }

    /// Reads the certificate and its key again, for those who connect from now on; who is connected
    /// notices nothing. Does nothing where the hub speaks plain HTTP.
    ///
    /// - Throws: one line that says what is wrong with them; the old ones stay in use.
    public func reloadCertificate() throws(HubError) {
        guard let options = context.options.tls, let acceptor = context.tls else { return }
        acceptor.context = try Self.context(of: options)
    }

    /// The certificate in use; `nil` where the hub speaks plain HTTP.
    public var certificate: TLSCertificate? { context.tls?.context.certificate }

    private static func context(of options: TLSOptions) throws(HubError) -> TLSContext {
        do {
            return try TLSContext(options.configuration)
        } catch {
            throw HubError("\(error)")
        }
    }

    private func onEachWorker(
        _ body: @escaping @Sendable (Station, @escaping @Sendable () -> Void) -> Void
    ) {
        let group = DispatchGroup()
        for worker in workers {
            group.enter()
            worker.perform { station in body(station) { group.leave() } }
        }
        group.wait()
    }

    // MARK: Starting

    /// A venue with more events than these, and the default one, is opened before the hub answers: to
    /// read its journal when somebody asks for it would keep the others on its loop waiting.
    private static let eventsOfQuietVenueMax = 1_000

    private static var defaultLoopCount: Int {
        max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    }

    /// Made by the first start.
    private static func defaultVenue(
        _ options: HubOptions, _ store: Store
    ) throws(StoreError) -> VenueRecord {
        if let venue = try store.venue(VenueDirectory.defaultSlug) { return venue }
        return try store.makeVenue(
            slug: VenueDirectory.defaultSlug, name: options.venueName, timeZone: options.timeZone,
            labels: .firstInitial, now: options.readClocks().wall)
    }

    /// The others' evenings go on, and nobody can take their place.
    private static func reportLostVenues(of store: Store, _ logger: Logger) throws(StoreError) {
        do {
            try store.checkVenues()
        } catch {
            guard case .lost = error else { throw error }
            logger.error("\(error)")
        }
    }

    private static func makeLinks(
        _ store: Store, now: Instant
    ) throws(StoreError) -> [FirstLink] {
        var links: [FirstLink] = []
        for role in [Role.owner, .host, .display, .engineer] {
            let secret = try store.issueLink(
                role: role, venue: VenueDirectory.defaultSlug, now: now,
                lifetimeSeconds: linkLifetimeSeconds)
            links.append(FirstLink(role: role, path: "/in/\(secret)"))
        }
        return links
    }

    private static func makeWorkers(count: Int) throws(HubError) -> [Worker] {
        var workers: [Worker] = []
        do {
            for index in 0..<count {
                workers.append(Worker(loop: try EventLoop(name: "tablecast-\(index)")))
            }
        } catch {
            throw HubError("An event loop can't be made: \(error).")
        }
        return workers
    }

    /// Puts the venues on their loops, and listens on the first.
    private static func open(
        _ workers: [Worker], _ venues: [Venue], _ context: HubContext
    ) throws(HubError) -> Int {
        for worker in workers {
            let own = venues.filter { context.directory.worker(of: $0.record.slug) === worker }
            worker.begin(context, venues: own)
        }
        let opened = Locked<Result<Int, HubError>?>(nil)
        let group = DispatchGroup()
        group.enter()
        let acceptor = Acceptor(workers: workers, logger: context.logger)
        workers[0].perform { station in
            let result = Result { () throws(HubError) in try acceptor.listen(at: station) }
            opened.with { $0 = result }
            group.leave()
        }
        group.wait()
        let result = opened.with { $0 }
        if case .failure = result { for worker in workers { worker.end() } }
        guard let result else { throw HubError("The event loop did not start.") }
        return try result.get()
    }
}
