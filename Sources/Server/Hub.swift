import BoardKit
import Clocks
import Delivery
package import Dispatch
import Foundation
import Limits
import Locks
public import Logging
import Operations
package import Pages
import SignIn
import Storage
import Sync
public import Terminal
import Time
public import Transport
import Venues

/// A running hub: opens the data folder and the venues, starts the event loops, and serves HTTP and
/// WebSocket clients on one port.
///
/// This module identifies senders, checks their permissions, and carries messages between clients
/// and venues. It knows nothing about the items of a board, and decides nothing about revisions.
public final class Hub: Sendable {
    /// The port that the hub listens on.
    public let port: Int
    /// The path of the one-time link that signs in the owner of a new hub; `nil` once the default
    /// venue has a device.
    public let firstLink: String?

    /// The name of the default venue.
    public let venueName: String

    private let context: HubContext
    private let hubLoops: [HubLoop]
    private let isStopped = Locked(false)

    /// The descriptions of the boards for programs, by the paths at which they are served.
    private static func descriptions(
        of boards: BoardRegistry
    ) -> [String: @Sendable () -> String] {
        let files = BoardDescription.paths(of: boards).map { path in
            (path, { @Sendable in BoardDescription(of: boards).text(of: path) })
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// Opens the data folder and starts listening. Returns when the hub answers requests.
    ///
    /// - Throws: an error of one line that says what to do: the port is in use, the data folder
    ///   can't be written or another hub runs on it, the public folder is missing.
    public init(_ options: HubOptions, logger: Logger) throws(HubError) {
        DescriptorLimit.makeRoom(for: options.limits.descriptorsMax)
        let tls = try options.tls.map { (tls) throws(HubError) in
            try Self.context(of: tls)
        }
        let files: PublicFiles
        if let known = options.files {
            files = known
        } else {
            files = try PublicFiles(
                path: options.publicFolder,
                added: Leaflet.folders(at: options.leafletFolder)
                    + Fonts.folders(at: options.fontsFolder),
                made: Self.descriptions(of: options.boards), ageMax: options.timing.pageAgeMax,
                time: options.time)
        }
        let storage: any HubStorage
        let main: VenueRecord
        var venues: [Venue] = []
        var link: String?
        let pairings = PairingDesk()
        let roles = DeviceRoles()
        let known: [VenueRecord]
        do {
            storage = try options.storage.open(creating: true)
            try storage.lock()
            let folder = Checkup.folder(options.storage.folder)
            if folder.verdict != .good { logger.warning("\(folder.text)") }
            main = try Self.defaultVenue(options, storage)
            try Self.reportLostVenues(of: storage, logger)
            // Make new snapshots only for long journal tails. The rest is done when the hub runs.
            let tailEventsMax = options.timing.snapshotEvents * 5
            let busy = try storage.venues(withEvents: Self.eventsOfQuietVenueMax + 1)
            for record in [main] + busy.filter({ $0.slug != main.slug }) {
                do {
                    let venue = try storage.withRepairs(
                        report: { logger.warning("\($0)") },
                        { () throws(StoreError) in
                            try VenueFactory.open(
                                record, journal: storage, limits: options.limits.venue,
                                boards: options.boards, tailEventsMax: tailEventsMax,
                                pairings: pairings, roles: roles,
                                notice: { logger.notice("\($0)") })
                        })
                    venues.append(venue)
                } catch  where record.slug != main.slug {
                    // Keep the other venues in service. Requests for this one are refused.
                    logger.error("the venue \(record.slug) can't be opened: \(error)")
                }
            }
            // Do not ask whether the venue is new: an earlier start may have failed after it made
            // the venue, for example because the port was in use.
            if try !storage.hasDevice(in: VenueRecord.defaultSlug) {
                let secret = try storage.issueLink(
                    role: .owner, venue: VenueRecord.defaultSlug,
                    now: Instant(milliseconds: options.time.wallMilliseconds),
                    lifetimeSeconds: Administration.linkLifetimeSeconds)
                link = "/in/\(secret)"
            }
            known = try storage.venues()
        } catch {
            throw HubError(error.description)
        }
        firstLink = link
        venueName = main.name
        hubLoops = try Self.makeLoops(
            count: options.loopCount ?? Self.defaultLoopCount, time: options.time)
        let journal = storage.openJournal { logger.error("\($0)") }
        context = HubContext(
            options: options, storage: storage, journal: journal, files: files, known: known,
            hubLoops: hubLoops, pairings: pairings, roles: roles, tls: tls,
            lastEventAt: venues.map(\.lastEventAt).max(), logger: logger)
        do {
            port = try Self.open(hubLoops, venues, context)
        } catch {
            journal.stop()
            Self.finish(context, hubLoops, before: MachineTime.monotonic)
            throw error
        }
        context.watchdog.start()
        context.beginConnectors(port: port)
        context.venues.courier.wake()
    }

    /// Says goodbye to all clients, writes all accepted mutations, and stops the hub. Does nothing
    /// if the hub is stopped already.
    ///
    /// No acknowledged mutation is lost. Blocks for little more than `HubTiming.stopTimeout`.
    /// Must not be called on an event loop.
    public func stop() {
        let isFirst = isStopped.with { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        defer { context.watchdog.stop() }
        onEachLoop { server, done in
            server.stopListening()
            done()
        }
        // Wait until every decided event is written and its answer is on the way to its loop.
        context.venues.opening.sync {}
        context.journal.stop()
        let timeout = context.options.timing.stopTimeout
        let deadline = MachineTime.monotonic + timeout
        onEachLoop { server, done in
            server.venues.considerSnapshots()
            server.stop(timeout: timeout, done)
        }
        Self.finish(context, hubLoops, before: deadline)
    }

    /// Stops all work for the hub, and waits for its end. Then nothing uses the data folder.
    private static func finish(
        _ context: HubContext, _ hubLoops: [HubLoop], before deadline: Duration
    ) {
        context.venues.courier.stop()
        context.venues.connectors?.stop()
        context.venues.snapshots.finish(before: deadline)
        context.finishQueues()
        context.storage.checkpoint()
        for hubLoop in hubLoops { hubLoop.end() }
        context.work.close()
    }

    /// Reads the certificate and its key again and uses them for new connections. Open connections
    /// are not affected. Does nothing if the hub serves plain HTTP.
    ///
    /// - Throws: an error of one line that says what is wrong with the files. The old certificate
    ///   stays in use.
    public func reloadCertificate() throws(HubError) {
        guard let options = context.options.tls, let acceptor = context.tls else { return }
        acceptor.context = try Self.context(of: options)
    }

    /// The certificate in use; `nil` if the hub serves plain HTTP.
    public var certificate: TLSCertificate? { context.tls?.context.certificate }

    private static func context(of options: TLSOptions) throws(HubError) -> TLSContext {
        do {
            return try TLSContext(options.configuration)
        } catch {
            throw HubError("\(error)")
        }
    }

    private func onEachLoop(
        _ body: @escaping @Sendable (LoopServer, @escaping @Sendable () -> Void) -> Void
    ) {
        let group = DispatchGroup()
        for hubLoop in hubLoops {
            group.enter()
            hubLoop.perform { server in body(server) { group.leave() } }
        }
        group.wait()
    }

    // MARK: Starting

    /// The maximum number of events of a venue that is opened only on request. Venues with more
    /// events, and the default venue, are opened before the hub listens, so that no request waits
    /// while a long journal is read.
    private static let eventsOfQuietVenueMax = 1_000

    private static var defaultLoopCount: Int {
        max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    }

    /// Returns the default venue. The first start makes it.
    private static func defaultVenue(
        _ options: HubOptions, _ registry: any VenueRegistry
    ) throws(StoreError) -> VenueRecord {
        if let venue = try registry.venue(VenueRecord.defaultSlug) { return venue }
        return try registry.makeVenue(
            slug: VenueRecord.defaultSlug, name: options.venueName, timeZone: options.timeZone,
            settings: VenueProfile.initial(
                labels: .firstInitial, boards: options.venueBoards,
                languages: options.venueLanguages ?? Language.all(in: options.timeZone)),
            now: Instant(milliseconds: options.time.wallMilliseconds))
    }

    /// Logs an error if venues have been lost. The hub starts without them. The store adds no venue
    /// meanwhile, so none can take the place of a lost one.
    private static func reportLostVenues(
        of storage: any HubStorage, _ logger: Logger
    ) throws(StoreError) {
        do {
            try storage.checkVenues()
        } catch {
            guard case .lost = error else { throw error }
            logger.error("\(error)")
        }
    }

    private static func makeLoops(
        count: Int, time: any TimeSource
    ) throws(HubError) -> [HubLoop] {
        var hubLoops: [HubLoop] = []
        do {
            for index in 0..<count {
                hubLoops.append(
                    HubLoop(loop: try EventLoop(name: "tablecast-\(index)", time: time)))
            }
        } catch {
            throw HubError("An event loop can't be made: \(error).")
        }
        return hubLoops
    }

    /// Puts the venues on their loops, and starts listening on the first loop.
    ///
    /// - Returns: the port.
    private static func open(
        _ hubLoops: [HubLoop], _ venues: [Venue], _ context: HubContext
    ) throws(HubError) -> Int {
        for hubLoop in hubLoops {
            let own = venues.filter { context.hubLoop(of: $0.record.slug) === hubLoop }
            hubLoop.begin(context, venues: own)
        }
        return try listen(hubLoops, context, port: context.options.port).get()
    }

    private static func listen(
        _ hubLoops: [HubLoop], _ context: HubContext, port: Int
    ) -> Result<Int, HubError> {
        let opened = Locked(Result<Int, HubError>.failure(HubError("The loop did not start.")))
        let group = DispatchGroup()
        group.enter()
        let acceptor = Acceptor(hubLoops: hubLoops, logger: context.logger)
        hubLoops[0].perform { server in
            let result = Result { () throws(HubError) in
                try acceptor.listen(at: server, port: port)
            }
            opened.with { $0 = result }
            group.leave()
        }
        group.wait()
        return opened.with { $0 }
    }
}

/// Functions for tests that run a hub in their own process.
extension Hub {
    package var files: PublicFiles { context.files }

    /// Waits until nothing is due, being written, or being sent to clients or other servers.
    ///
    /// - Throws: an error that names the work that did not end in time.
    package func rest(within limit: Duration = .seconds(20)) throws(HubError) {
        let loops = hubLoops.map(\.loop)
        let deadline = MachineTime.monotonic + limit
        var last: [Int]?
        while true {
            let progress = Locked<[String: Int]>([:])
            onEachLoop { server, done in
                if server.loop.isAtRest, server.venues.isAtRest {
                    progress.with { $0[server.loop.name] = server.loop.progress }
                }
                done()
            }
            let found = loops.compactMap { loop in progress.with { $0[loop.name] } }
            // Since the last round, each loop has done only one turn, to answer this question.
            if found.count == loops.count, found == last?.map({ $0 + 2 }) { return }
            last = found
            context.venues.opening.sync {}
            context.finishQueues()
            try Self.require(context.venues.courier.finish(before: deadline), "an effect")
            try Self.require(
                context.venues.connectors?.finish(before: deadline) ?? true, "a connector's job")
            try Self.require(MachineTime.monotonic < deadline, "a loop's work")
        }
    }

    private static func require(_ isDone: Bool, _ what: String) throws(HubError) {
        guard isDone else { throw HubError("The hub does not come to rest: \(what) goes on.") }
    }

    /// Blocks the loops, and starts no outgoing work, until `goOn`. Returns when they are blocked.
    ///
    /// - Returns: the semaphore that the loops wait for.
    package func hang() -> DispatchSemaphore {
        // This hub hangs on purpose, for any time.
        context.watchdog.stop()
        hold(true)
        let (hangs, gate) = (DispatchGroup(), DispatchSemaphore(value: 0))
        for hubLoop in hubLoops {
            hangs.enter()
            hubLoop.loop.execute {
                hangs.leave()
                gate.wait()
            }
        }
        hangs.wait()
        return gate
    }

    /// - Parameter gate: the semaphore from `hang`.
    package func goOn(through gate: DispatchSemaphore) {
        for _ in hubLoops { gate.signal() }
        hold(false)
    }

    private func hold(_ isHeld: Bool) {
        context.venues.courier.hold(isHeld)
        context.venues.connectors?.hold(isHeld)
    }

    /// Breaks all connections.
    package func dropConnections() {
        onEachLoop { server, done in
            server.loop.abortConnections()
            done()
        }
    }

    /// Refuses all connections until `acceptConnections`, as if nothing ran at the port.
    package func refuseConnections() {
        onEachLoop { server, done in
            server.closeListeners()
            server.loop.abortConnections()
            done()
        }
    }

    package func acceptConnections() throws(HubError) {
        _ = try Self.listen(hubLoops, context, port: port).get()
    }
}
