package import BoardKit
import Clocks
import Delivery
import Dispatch
import HouseBoard
import JSON
import Logging
import Metrics
package import Screens
import SignIn
import Storage
package import Sync
import Terminal
import Transport
package import WebSocket

/// # The room `Venues`
///
/// Runs venues on loops, and watches their screens. The room receives messages and mutations of
/// signed-in clients, and informs clients and observers of the results. It also keeps recent facts
/// that the journals do not contain. It knows neither HTTP nor WebSockets.

/// Receives a venue's messages to one client: a WebSocket, or a request that waits for its answer.
package protocol ClientSink: AnyObject {
    func deliver(_ message: ServerMessage)
    /// Delivers messages that go to many clients.
    ///
    /// - Returns: whether the client's output is now full.
    func deliver(_ broadcast: inout Broadcast) -> Bool
    func close(_ code: CloseCode, reason: String)
    /// Whether the client's output is full, so that no more diffs should be queued for it.
    var isCongested: Bool { get }
    /// The status of the client's socket; `nil` for a request.
    var line: SocketStatus? { get }
    /// The origin of the client's mutations; `nil` if unknown.
    var origin: RecentEvent.Origin? { get }
    /// Whether the client is subject to the venue's PIN.
    var isLockable: Bool { get }
}

extension ClientSink {
    package var isCongested: Bool { false }
    package var line: SocketStatus? { nil }
    package var origin: RecentEvent.Origin? { nil }
    package var isLockable: Bool { false }
    package func deliver(_ broadcast: inout Broadcast) -> Bool { false }
}

/// Follows the events of a venue.
package protocol EventObserver: AnyObject {
    func published(_ event: Event)
    /// Notes that the venue's `recentRejections` has a new one.
    func rejected()
    /// Notes that the device's access was revoked or changed.
    func signedOut(_ device: String)
}

/// Drives one venue: passes messages, the time and the journal's results to it, and carries out its
/// actions. Lives on one loop.
package final class VenueRunner {
    package internal(set) var venue: Venue
    unowned let venues: LoopVenues
    /// By the clients' numbers, so that a broadcast finds each receiver without a search.
    private(set) var sinks = SlotTable<any ClientSink>()
    private var observers: [ObjectIdentifier: any EventObserver] = [:]
    var journeys: EventJourneys
    package private(set) lazy var screens = ScreenDesk(of: self, among: venues)
    package internal(set) var recentEvents: RecentEvents
    package private(set) var recentRejections = RecentRejections()
    /// The durable batches that are not shown yet.
    var durable: [JournalBatch] = []
    /// The latest time to show them, and the timer that does so.
    var showing: (end: Duration, timer: Timer)?
    private var clock: Timer?
    /// The instant that `clock` is set for.
    private var clockDue: Instant?
    var shownConnectors: [String: [Connector]] = [:]
    var shownWatchedBoards: Set<String> = []
    /// The venue's progress when `shownConnectors` was last updated.
    var connectorsAsOf = (rev: 0, memoryEventCount: 0)

    package var slug: String { venue.record.slug }
    package var settings: VenueProfile { withVenue { $0.profile } }
    /// The settings when the list of devices was last updated.
    private var shownSettings: VenueProfile

    init(_ venue: Venue, among venues: LoopVenues) {
        self.venue = venue
        self.venues = venues
        journeys = EventJourneys(after: venue.rev)
        recentEvents = RecentEvents(after: venue.rev)
        shownSettings = venue.profile
        self.venue.workRecord = VenueWork(
            of: venue.record.slug, activity: venues.loop.activity, marks: venues.context.work)
    }

    /// Starts running the venue, and lets it catch up with the time that has passed.
    func begin() {
        venues.context.metrics.reached(venue.rev, in: slug)
        screens.begin()
        perform(venue.tick(at: venues.context.clock.now))
        considerSnapshot()
        updateConnectors()
        venues.context.courier.check(venue.shownEffects, in: slug)
    }

    // MARK: Clients

    package func connect(_ sink: any ClientSink, as principal: Principal) -> ClientID {
        let id = ClientID(number: sinks.insert(sink))
        venues.context.metrics.clientConnected(principal.role)
        screens.connected(id, as: principal)
        perform(venue.connect(id, as: principal, at: venues.context.clock.now))
        return id
    }

    /// - Parameters:
    ///   - isGoodbye: whether the page was closed or the program ended properly.
    ///   - heardAt: when the client was last heard, if it was silent before its end.
    package func disconnect(
        _ id: ClientID, role: Role, isGoodbye: Bool, silentSince heardAt: Duration?
    ) {
        screens.disconnected(id, isGoodbye: isGoodbye, silentSince: heardAt)
        guard sinks.remove(id.number) != nil else { return }
        venues.context.metrics.clientDisconnected(role)
        venue.disconnect(id, at: venues.context.clock.now)
        updateWatchedBoards()
        setClock(for: venue.nextDue())
    }

    /// - Parameter instant: when the last bytes of the message were read, by the loop's clock.
    package func receive(_ message: [UInt8], from id: ClientID, receivedAt instant: Duration) {
        let actions = venue.receive(message, from: id, at: venues.context.clock.now)
        let origin = sinks[id.number]?.origin
        noteReceived(at: instant, from: origin)
        perform(actions, askedFrom: origin)
    }

    func noteReceived(at instant: Duration, from origin: RecentEvent.Origin?) {
        recentEvents.decided(through: venue.decidedRev, from: origin)
        journeys.received(through: venue.decidedRev, at: instant)
    }

    package func drained(_ id: ClientID) {
        screens.changed(id)
        perform(venue.drained(id))
    }

    /// Returns the status of a connection's socket; `nil` for an unknown connection.
    func line(of id: ClientID) -> SocketStatus? { sinks[id.number]?.line }

    /// Handles a mutation of a sender that need not be connected. The answer goes to `sink`.
    ///
    /// - Parameter isFromHub: whether the hub itself made the mutation.
    package func mutate(
        _ mutation: Mutation, by principal: Principal, isFromHub: Bool = false,
        answerTo sink: any ClientSink
    ) {
        let answer = SingleAnswer(sink)
        let id = ClientID(number: sinks.insert(answer))
        answer.done = { [weak self] in self?.sinks.remove(id.number) }
        let origin = sink.origin
        let network = origin?.address.map { ClientNetwork(hashing: NetworkPrefix($0)) }
        let actions = venue.mutate(
            mutation, of: id, by: principal, from: network, at: venues.context.clock.now,
            isFromHub: isFromHub)
        let kept = origin?.kept(for: principal.role)
        noteReceived(at: venues.loop.now, from: kept)
        perform(actions, askedFrom: kept)
    }

    /// Lets `body` read views. The venue is `inout` because reading stores the encoded documents.
    package func withVenue<Result>(_ body: (inout Venue) -> Result) -> Result { body(&venue) }

    /// Reads a view once, and calls `done` on the venue's loop. If the document has to be made,
    /// another thread makes it, because that may take a while.
    package func read(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal, _ done: @escaping (Result<ViewReading, ViewRefusal>) -> Void
    ) {
        let prepared = Result { () throws(ViewRefusal) in
            try venue.prepareReading(view, parameters, by: principal)
        }
        switch prepared {
        case .failure(let refusal): done(.failure(refusal))
        case .success(.ready(let reading)): done(.success(reading))
        case .success(.toBeMade(let make)):
            let loop = venues.loop
            let bound = LoopBound(done, on: loop)
            venues.context.viewing.async {
                let result = Result { () throws(ViewRefusal) in try make() }
                loop.execute { bound.value(result) }
            }
        }
    }

    /// Makes a view on another thread.
    private func make(_ make: @escaping @Sendable () -> MadeView) {
        let (home, slug) = (venues.home, slug)
        venues.context.viewing.async {
            let view = make()
            home.perform { $0.runner(of: slug)?.made(view) }
        }
    }

    private func made(_ view: MadeView) {
        let actions = venue.made(view, at: venues.context.clock.now)
        noteReceived(at: venues.loop.now, from: nil)
        perform(actions)
    }

    /// Closes all connections of a device. It must sign in again.
    package func signOut(_ device: String) { perform(venue.signOut(device)) }

    // MARK: Observers

    package func add(_ observer: any EventObserver) {
        observers[ObjectIdentifier(observer)] = observer
    }

    package func remove(_ observer: any EventObserver) {
        observers[ObjectIdentifier(observer)] = nil
    }

    // MARK: Actions

    /// - Parameter origin: the origin of the request that led to the actions.
    func perform(_ actions: [Action], askedFrom origin: RecentEvent.Origin? = nil) {
        var congested: Set<ClientID> = []
        var changesSettings = false
        for action in actions {
            switch action {
            case .send(let id, let message):
                guard let sink = sinks[id.number] else { continue }
                sink.deliver(message)
                if sink.isCongested { congested.insert(id) }
                if case .subscribed = message { screens.changed(id) }
            case .broadcast(let ids, let messages):
                var broadcast = Broadcast(texts: messages)
                for id in ids where sinks[id.number]?.deliver(&broadcast) == true {
                    congested.insert(id)
                }
            case .write: venues.flushAtEndOfTurn(self)
            case .inquire(let inquiry): inquire(inquiry, from: origin)
            case .make(let make): self.make(make)
            case .settle(let batch): settle(batch)
            case .published(let event, let action, let access):
                venues.context.metrics.published(event, askedAs: action)
                recentEvents.published(event.rev, askedAs: action)
                if event.mayChangeProfile { changesSettings = true }
                venues.context.metrics.reached(event.rev, in: slug)
                for observer in Array(observers.values) { observer.published(event) }
                if let access { changed(access) }
            case .rejected(let mutation, let rejection, let actor, let instant):
                venues.context.metrics.rejected(mutation, rejection.code)
                recentRejections.add(
                    mutation, rejection, actor: actor, at: instant, after: venue.rev)
                for observer in Array(observers.values) { observer.rejected() }
            case .drifted(let id, let view, let rev):
                noteDrift(of: view, at: rev, by: id)
            case .close(let id, let code, let reason): sinks[id.number]?.close(code, reason: reason)
            case .signedOut(let device):
                for observer in Array(observers.values) { observer.signedOut(device) }
                screens.signedOut(device)
            }
        }
        updateWatchedBoards()
        if changesSettings { showSettings() }
        if connectorsAsOf != (venue.rev, venue.memoryEventCount) { updateConnectors() }
        for id in congested {
            venues.context.metrics.folded()
            screens.changed(id)
        }
        setClock(for: venue.endTurn(congested: congested))
    }

    /// - Parameter view: a view that the client watches.
    private func noteDrift(of view: String, at rev: Int, by id: ClientID) {
        venues.context.metrics.drifted()
        let device = venue.principal(of: id)?.device ?? ""
        venues.lines.log(
            .warning, "a screen's copy differed from the hub's and was replaced",
            of: "\(slug)/\(ViewRequest.label(of: view))",
            [
                "venue": "\(slug)", "device": "\(device)",
                "view": "\(ViewRequest.label(of: view))", "rev": "\(rev)",
            ],
            at: venues.loop.now)
    }

    /// Updates the list of devices after a change of settings, because it shows settings too.
    private func showSettings() {
        guard settings != shownSettings else { return }
        shownSettings = settings
        screens.devicesChanged()
    }

    /// Reacts to a change of the venue's devices or PIN by an event.
    private func changed(_ access: AccessChange) {
        switch access {
        case .admit(let secret, _, _, _, _, let code?):
            venues.context.pairings.admit(
                code, venue: slug, link: VenueFactory.linkPath(secret))
        case .setPIN(let digest): askForPIN(isSet: digest != nil)
        default: break
        }
        screens.devicesChanged()
    }

    /// Requires a new PIN: from hosts before they continue, from owners before their next change.
    /// Requires none if the PIN was removed.
    private func askForPIN(isSet: Bool) {
        guard isSet else { return venue.requireConfirmation(until: nil) }
        venue.requireConfirmation(until: Instant(milliseconds: 0))
        for sink in sinks.all where sink.isLockable {
            sink.close(.signInAgain, reason: PINLock.reason)
        }
    }

    /// Notes that the PIN was entered on a device.
    package func confirmed(_ device: String, until: Instant) {
        venue.confirmed(device, until: until)
    }

    // MARK: Clock

    private func setClock(for due: Instant?) {
        // This runs after every action, but the time seldom changes.
        if due == clockDue, due == nil || clock?.isPending == true { return }
        clock?.cancel()
        clock = nil
        clockDue = due
        guard let due else { return }
        let wait = Venue.tickWaitMilliseconds(until: due, at: venues.context.clock.now)
        clock = venues.loop.schedule(after: .milliseconds(wait)) { [weak self] in
            guard let self else { return }
            clock = nil
            perform(venue.tick(at: venues.context.clock.now))
        }
    }
}

/// Passes on the answer to one mutation, and is then removed.
private final class SingleAnswer: ClientSink {
    private let sink: any ClientSink
    var done: () -> Void = {}

    init(_ sink: any ClientSink) { self.sink = sink }

    func deliver(_ message: ServerMessage) {
        done()
        sink.deliver(message)
    }

    func close(_ code: CloseCode, reason: String) { done() }
}
