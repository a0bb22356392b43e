import Boards
import JSON
import Logging
import Store
import Sync
import Transport
import WebSocket

/// Somebody who gets what the venue says: a WebSocket, or a request that waits for its answer.
protocol ClientSink: AnyObject {
    func deliver(_ message: ServerMessage)
    /// The same messages go to many.
    func deliver(_ broadcast: inout Broadcast)
    func close(_ code: CloseCode, reason: String)
    /// Its output is full: nothing more should be queued for it.
    var isCongested: Bool { get }
    /// What its socket knows of it; `nil` of a request.
    var line: ScreenLine? { get }
    /// Where what it asks for comes from; `nil` when that is not known.
    var origin: RecentEvent.Origin? { get }
    /// Whether the venue's PIN is asked of it.
    var isLockable: Bool { get }
}

extension ClientSink {
    var isCongested: Bool { false }
    var line: ScreenLine? { nil }
    var origin: RecentEvent.Origin? { nil }
    var isLockable: Bool { false }
    func deliver(_ broadcast: inout Broadcast) {}
}

/// Somebody who follows the events themselves.
protocol EventFollower: AnyObject {
    func published(_ event: Event)
    /// There is one more in the host's `recentRejections`.
    func rejected()
    /// What the device was let in as is not so any more.
    func signedOut(_ device: String)
}

/// Drives one venue: gives it the messages, the time and the journal's word, and carries its actions
/// out. Lives on one loop.
final class VenueHost {
    private(set) var venue: Venue
    private unowned let station: Station
    private var sinks: [ClientID: any ClientSink] = [:]
    private var followers: [ObjectIdentifier: any EventFollower] = [:]
    private var snapshotConsideredRev = 0
    private var journeys: EventJourneys
    private(set) lazy var screens = ScreenDesk(host: self, station: station)
    private(set) var recentEvents: RecentEvents
    private(set) var recentRejections = RecentRejections()
    private var clock: Timer?
    /// For those who ask for the display's page next.
    var renderedRows: RenderedRows?
    /// What the clock is set for.
    private var clockDue: Instant?

    var slug: String { venue.record.slug }
    /// The venue with the settings as they are now.
    var settings: VenueRecord { venue.board(House.self)?.settings ?? venue.record }

    init(venue: Venue, station: Station) {
        self.venue = venue
        self.station = station
        journeys = EventJourneys(after: venue.rev)
        recentEvents = RecentEvents(after: venue.rev)
    }

    /// Time may have brought something about while nobody was looking.
    func begin() {
        station.context.metrics.reached(venue.rev, in: slug)
        screens.begin()
        let now = station.context.clock.now
        warnOfFuture(at: now)
        perform(venue.tick(at: now))
        considerSnapshot()
    }

    /// A wrong clock may have given the last event its time.
    private func warnOfFuture(at now: Instant) {
        let minutes = venue.lastEventAt.milliseconds(since: now) / 60_000
        guard minutes > 0 else { return }
        station.context.logger.warning(
            """
            the last event of \(slug) is \(minutes) minutes ahead of the clock: events get its time \
            until the clock has passed it
            """)
    }

    // MARK: Clients

    func connect(_ sink: any ClientSink, as principal: Principal) -> ClientID {
        let id = station.nextClientID()
        sinks[id] = sink
        station.context.metrics.clientConnected(principal.role)
        screens.connected(id, as: principal)
        perform(venue.connect(id, as: principal, at: station.context.clock.now))
        return id
    }

    /// - Parameters:
    ///   - isGoodbye: the page was left or the program ended, and said so.
    ///   - heardAt: when something was heard last, where no answer came before the end.
    func disconnect(
        _ id: ClientID, role: Role, isGoodbye: Bool, silentSince heardAt: Duration?
    ) {
        screens.disconnected(id, isGoodbye: isGoodbye, silentSince: heardAt)
        guard sinks.removeValue(forKey: id) != nil else { return }
        station.context.metrics.clientDisconnected(role)
        venue.disconnect(id)
    }

    /// - Parameter instant: when its last bytes were read, by the loop's clock.
    func receive(_ message: [UInt8], from id: ClientID, receivedAt instant: Duration) {
        let actions = venue.receive(message, from: id, at: station.context.clock.now)
        noteReceived(at: instant, from: sinks[id]?.origin)
        perform(actions)
    }

    private func noteReceived(at instant: Duration, from origin: RecentEvent.Origin?) {
        recentEvents.decided(through: venue.decidedRev, at: instant, from: origin)
        journeys.received(through: venue.decidedRev, at: instant)
    }

    func drained(_ id: ClientID) {
        screens.changed(id)
        perform(venue.drained(id))
    }

    /// What a connection's socket knows of it.
    func line(of id: ClientID) -> ScreenLine? { sinks[id]?.line }

    /// A mutation whose answer goes to one who is not connected otherwise.
    /// - Parameter isOfHub: see `Venue.mutate`.
    func mutate(
        _ mutation: Mutation, by principal: Principal, isOfHub: Bool = false,
        answerTo sink: any ClientSink
    ) {
        let id = station.nextClientID()
        sinks[id] = OneAnswer(sink: sink) { [weak self] in self?.sinks[id] = nil }
        let origin = sink.origin
        let neighbour = origin?.address.map { Neighbour(hashing: NetworkNeighbour($0)) }
        let actions = venue.mutate(
            mutation, of: id, by: principal, from: neighbour, at: station.context.clock.now,
            isOfHub: isOfHub)
        noteReceived(at: station.loop.now, from: origin?.kept(for: principal.role))
        perform(actions)
    }

    func read(
        _ view: String, by principal: Principal
    ) throws(ViewRefusal) -> (snapshot: [UInt8], rev: Int) {
        try venue.read(view, by: principal)
    }

    /// Whatever the device has open ends; it has to show anew who it is.
    func signOut(_ device: String) { perform(venue.signOut(device)) }

    // MARK: Followers

    func follow(_ follower: any EventFollower) {
        followers[ObjectIdentifier(follower)] = follower
    }

    func unfollow(_ follower: any EventFollower) {
        followers[ObjectIdentifier(follower)] = nil
    }

    // MARK: Journal

    func flushJournal() {
        guard let batch = venue.takeBatch() else { return }
        let worker = station.worker
        let slug = slug
        // What time has brought about by itself begins here.
        noteReceived(at: station.loop.now, from: nil)
        station.context.journal.append(batch) { result in
            let now = EventLoop.monotonicNow
            worker.perform { station in station.host(of: slug)?.journaled(batch, result, at: now) }
        }
    }

    private func journaled(
        _ batch: JournalBatch, _ result: Result<Void, StoreError>, at instant: Duration
    ) {
        guard venue.awaits(batch) else { return }
        switch result {
        case .success:
            station.context.metrics.journalSucceeded()
            if let last = batch.entries.last?.event.rev {
                journeys.durable(through: last, at: instant)
            }
            while let actions = venue.journaled(batch) { perform(actions) }
            station.noteAtEndOfTurn(self)
            considerSnapshot()
        case .failure(let error):
            if station.context.metrics.journalFailed() {
                station.context.logger.error("the journal can't be written: \(error)")
            }
            journeys.takeBack()
            recentEvents.takeBack(to: venue.rev)
            perform(venue.journalFailed(batch))
        }
    }

    /// What was shown in this turn has been given to the kernel, as far as that takes it.
    func handedOver(at instant: Duration) {
        let ended = journeys.handedOver(through: venue.rev, at: instant)
        recentEvents.ended(ended, through: journeys.handedOverRev)
        station.context.metrics.handedOver(ended)
        screens.shown(at: instant)
    }

    // MARK: Snapshots

    /// Looks whether it is time, now and then; the file says how old the last snapshot is.
    private func considerSnapshot() {
        let events = station.context.options.timing.snapshotEvents
        guard venue.rev - snapshotConsideredRev > events / 10 else { return }
        snapshotConsideredRev = venue.rev
        station.context.snapshots.consider(venue.record, tailEventsMax: events)
    }

    func considerSnapshotAtEnd() {
        let events = station.context.options.timing.snapshotEvents / 10
        guard venue.rev > events else { return }
        station.context.snapshots.consider(venue.record, tailEventsMax: events)
    }

    // MARK: Actions

    private func perform(_ actions: [Action]) {
        var congested: Set<ClientID> = []
        for action in actions {
            switch action {
            case .send(let id, let message):
                guard let sink = sinks[id] else { continue }
                sink.deliver(message)
                if sink.isCongested { congested.insert(id) }
                if case .subscribed = message { screens.changed(id) }
            case .broadcast(let ids, let messages):
                var broadcast = Broadcast(texts: messages)
                for id in ids {
                    guard let sink = sinks[id] else { continue }
                    sink.deliver(&broadcast)
                    if sink.isCongested { congested.insert(id) }
                }
            case .write: station.flushAtEndOfTurn(self)
            case .published(let event, let action):
                station.context.metrics.published(event, askedAs: action)
                recentEvents.published(event.rev, askedAs: action)
                station.context.metrics.reached(event.rev, in: slug)
                for follower in Array(followers.values) { follower.published(event) }
                if event.kind == House.pairedKind { admitScreen(event) }
                askForPIN(after: event)
                if event.board == House.boardName { screens.devicesChanged() }
            case .rejected(let mutation, let rejection, let actor, let instant):
                station.context.metrics.rejected(mutation, rejection.code)
                recentRejections.add(
                    mutation, rejection, actor: actor, at: instant, after: venue.rev)
                for follower in Array(followers.values) { follower.rejected() }
            case .painted(let id, let painting): screens.painted(painting, by: id)
            case .drifted(let id, let view, let rev):
                noteDrift(of: view, at: rev, by: id)
            case .close(let id, let code, let reason): sinks[id]?.close(code, reason: reason)
            case .signedOut(let device):
                for follower in Array(followers.values) { follower.signedOut(device) }
                screens.signedOut(device)
            }
        }
        for id in congested {
            station.context.metrics.folded()
            screens.changed(id)
        }
        setClock(for: venue.settle(congested: congested))
    }

    /// - Parameter view: one that the client watches.
    private func noteDrift(of view: String, at rev: Int, by id: ClientID) {
        screens.drifted(view, by: id)
        station.context.metrics.drifted()
        let device = venue.principal(of: id)?.device ?? ""
        station.lines.log(
            .warning, "a screen's copy differed from the hub's and was replaced", of: device,
            ["device": "\(device)", "view": "\(view)", "rev": "\(rev)"], at: station.loop.now)
    }

    private func admitScreen(_ event: Event) {
        guard let house = venue.board(House.self), event.board == house.name,
            let link = house.result(of: event)?["link"]?.text
        else { return }
        PairingRoute.admit(event, link: link, at: self, of: station)
    }

    /// Whoever was let in by the old PIN, or before there was one, has to enter the new one: hosts
    /// before they go on, owners before their next change.
    private func askForPIN(after event: Event) {
        guard event.board == House.boardName else { return }
        if event.kind == House.pinClearedKind { return venue.demandConfirmation(until: nil) }
        guard event.kind == House.pinSetKind else { return }
        venue.demandConfirmation(until: Instant(milliseconds: 0))
        for sink in Array(sinks.values) where sink.isLockable {
            sink.close(.signInAgain, reason: PINLock.reason)
        }
    }

    /// The PIN was entered on a device.
    func confirmed(_ device: String, until: Instant) { venue.confirmed(device, until: until) }

    // MARK: Clock

    private func setClock(for due: Instant?) {
        // Asked after every action, and the answer is nearly always the one before.
        if due == clockDue, due == nil || clock?.isPending == true { return }
        clock?.cancel()
        clock = nil
        clockDue = due
        guard let due else { return }
        let wait = Venue.tickWaitMilliseconds(until: due, at: station.context.clock.now)
        clock = station.loop.schedule(after: .milliseconds(wait)) { [weak self] in
            guard let self else { return }
            clock = nil
            perform(venue.tick(at: station.context.clock.now))
        }
    }
}

/// Takes the answer to one mutation, and is gone.
private final class OneAnswer: ClientSink {
    private let sink: any ClientSink
    private let done: () -> Void

    init(sink: any ClientSink, done: @escaping () -> Void) {
        self.sink = sink
        self.done = done
    }

    func deliver(_ message: ServerMessage) {
        done()
        sink.deliver(message)
    }

    func close(_ code: CloseCode, reason: String) { done() }
}
