/// The clients of a venue, and the revision of each view that they have. The edge passes frames on
/// to everybody who watches, and brings other clients up to date from the views' logs. It knows
/// nothing of boards, events and permissions.
struct Edge: Sendable {
    private(set) var clients = ClientTable<Client>()
    private var audience = Audience()
    /// The minimum milliseconds between two diffs of views that fold, by the view's name without
    /// parameters.
    private var foldingIntervals: [(view: String, milliseconds: Int64)]
    /// The folding views that have been watched.
    private var folds: [ViewKey: Fold] = [:]
    /// The folding views that have something to send.
    private var unsent: [ViewKey] = []
    /// The clients whose pings wait until these views have sent what they have.
    private var heldPings: [ClientID: Set<ViewKey>] = [:]

    init(foldingIntervals: [String: Int64]) {
        self.foldingIntervals = foldingIntervals.map { ($0, $1) }
    }

    /// Whether no view has a folded diff to send.
    var isAllSent: Bool { unsent.isEmpty }

    /// Whether nothing is pending, and no client has to drain.
    var isIdle: Bool {
        isAllSent && heldPings.isEmpty
            && clients.allSatisfy { !$0.value.isCongested && $0.value.heldPings.isEmpty }
    }

    /// Whether no client, and no state of one, is left.
    var isDeserted: Bool {
        clients.count == 0 && audience.isEmpty && folds.values.allSatisfy { $0.ahead.all.isEmpty }
    }

    // MARK: Clients

    mutating func connect(_ id: ClientID, as principal: Principal) {
        clients[id] = Client(principal: principal)
    }

    /// Removes a client.
    ///
    /// - Returns: the views that it watched.
    mutating func disconnect(_ id: ClientID) -> [ViewKey] {
        guard let client = clients.remove(id) else { return [] }
        heldPings[id] = nil
        let keys = client.subscriptions.compactMap(\.key)
        for key in keys { remove(id, of: key) }
        return keys
    }

    mutating func confirm(until: Instant?, where isMeant: (String) -> Bool) {
        for (id, client) in clients
        where client.principal.confirmation != nil && isMeant(client.principal.device) {
            clients[id]?.principal.confirmation = Confirmation(until: until)
        }
    }

    /// Makes later messages of a client wait until the present one is handled.
    mutating func holdMessages(of id: ClientID) { clients[id]?.isHeld = true }

    /// Stops making later messages of a client wait.
    mutating func releaseMessages(of id: ClientID) { clients[id]?.isHeld = false }

    /// - Returns: `false` if too many messages of the client wait.
    mutating func queue(_ message: ClientMessage, of id: ClientID) -> Bool {
        clients[id]?.queue(message) == true
    }

    mutating func takeLaterMessages(of id: ClientID) -> [ClientMessage] {
        clients[id]?.takeLaterMessages() ?? []
    }

    mutating func addBadMessage(of id: ClientID, at now: Instant, limit: Int) -> Bool {
        clients[id]?.addBadMessage(at: now, limit: limit) == true
    }

    // MARK: Subscriptions

    func watches(_ key: ViewKey) -> Bool { audience.watches(key) }

    func broadcasts(of frames: [ViewFrame]) -> [Action] { audience.broadcasts(of: frames) }

    /// Subscribes a client to a view, whose document it gets as of a revision. A congested client
    /// gets no diff before it has drained.
    mutating func subscribe(_ id: ClientID, to key: ViewKey, rev: Int) {
        guard let client = clients[id] else { return }
        let subscription: Client.Subscription =
            client.isCongested ? .behind(key, rev: rev) : admit(id, to: key, rev: rev)
        clients[id]?.subscriptions.set(subscription)
    }

    /// Removes the subscription to the view with this name.
    ///
    /// - Returns: the view; `nil` if the client did not watch it, or if it has ended.
    mutating func unsubscribe(_ id: ClientID, from view: String) -> ViewKey? {
        guard let key = clients[id]?.subscriptions.remove(view)?.key else { return nil }
        remove(id, of: key)
        return key
    }

    /// Adds a client that is not connected to a view's audience.
    mutating func insert(_ id: ClientID, of key: ViewKey) { audience.insert(id, of: key) }

    mutating func remove(_ id: ClientID, of key: ViewKey) {
        audience.remove(id, of: key)
        folds[key]?.ahead.remove(id)
    }

    /// Adds a client with the current document to the view's audience. If something is unsent, the
    /// client joins after it was sent.
    private mutating func admit(
        _ id: ClientID, to key: ViewKey, rev: Int?
    ) -> Client.Subscription {
        if folds[key]?.unsentFrom != nil, let rev {
            folds[key]?.ahead.insert(id)
            return .behind(key, rev: rev)
        }
        audience.insert(id, of: key)
        return .current(key)
    }

    /// Ends a view for everybody who watches it.
    ///
    /// - Parameter watcherCount: how many watch it, including congested clients.
    mutating func end(
        _ key: ViewKey, because reason: Rejection, watcherCount: Int?,
        into actions: inout [Action]
    ) {
        let current = audience.clients(of: key)
        for id in current {
            clients[id]?.subscriptions.remove(key.name)
            actions.append(.send(id, .refusal(reason, of: key.name)))
        }
        guard watcherCount != current.count else { return }
        for (id, client) in clients {
            guard case .behind(key, _) = client.subscriptions[key.name] else { continue }
            if client.isCongested {
                clients[id]?.subscriptions.set(.ended(view: key.name, reason))
                continue
            }
            clients[id]?.subscriptions.remove(key.name)
            actions.append(.send(id, .refusal(reason, of: key.name)))
        }
    }

    /// Removes a view that has ended. Call `answerPings` afterwards.
    mutating func forget(_ key: ViewKey) {
        audience.removeAll(of: key)
        folds[key] = nil
        unsent.removeAll { $0 == key }
    }

    // MARK: Slow clients

    /// Notes that a client's output is full, so that nothing is queued for it until it has drained.
    mutating func congested(_ id: ClientID, _ views: [ViewKey: ViewLog]) {
        guard var client = clients[id], !client.isCongested else { return }
        client.isCongested = true
        for case .current(let key) in client.subscriptions {
            guard let view = views[key] else { continue }
            client.subscriptions.set(.behind(key, rev: folds[key]?.unsentFrom ?? view.rev))
            audience.remove(id, of: key)
        }
        clients[id] = client
    }

    /// Brings a client up to date whose output has room again.
    ///
    /// - Returns: the pings that waited.
    mutating func drained(
        _ id: ClientID, _ views: inout [ViewKey: ViewLog], into actions: inout [Action]
    ) -> [Client.HeldPing] {
        guard var client = clients[id], client.isCongested else { return [] }
        client.isCongested = false
        for subscription in client.subscriptions {
            switch subscription {
            case .current: break
            case .ended(let name, let reason):
                client.subscriptions.remove(name)
                actions.append(.send(id, .refusal(reason, of: name)))
            case .behind(let key, let rev):
                if let bytes = views[key]?.catchUp(since: rev).bytes {
                    actions.append(.send(id, .encoded(bytes)))
                }
                client.subscriptions.set(admit(id, to: key, rev: views[key]?.rev))
            }
        }
        let pings = client.releasePings()
        clients[id] = client
        return pings
    }
}

/// Folding views: their changes are sent as one diff when it is due.
extension Edge {
    /// Returns the minimum milliseconds between two diffs of a folding view, or `nil` for a view
    /// that sends every diff.
    func foldingInterval(of key: ViewKey) -> Int64? {
        // Few views fold.
        for (view, milliseconds) in foldingIntervals where key.label == view {
            return milliseconds
        }
        return nil
    }

    /// Sends every diff of every view from now on.
    mutating func stopFolding() { foldingIntervals = [] }

    /// Notes that a watched view has changed, and that its diff is to be sent later.
    ///
    /// - Parameter rev: the revision before the change.
    mutating func fold(_ key: ViewKey, since rev: Int, intervalMilliseconds: Int64) {
        guard audience.watches(key), folds[key]?.unsentFrom == nil else { return }
        folds[key, default: Fold(intervalMilliseconds: intervalMilliseconds)].unsentFrom = rev
        unsent.append(key)
    }

    /// When the next folded diff is due.
    var unsentDue: Instant? {
        var earliest: Instant?
        for key in unsent { earliest = Venue.earlier(earliest, folds[key]?.dueAt) }
        return earliest
    }

    /// Sends the folded diffs that are due, and the answers that waited for them.
    mutating func sendFolded(
        at now: Instant, _ views: inout [ViewKey: ViewLog], _ making: [ViewKey: ViewMaking],
        into actions: inout [Action]
    ) {
        for key in unsent {
            guard let fold = folds[key], let dueAt = fold.dueAt else { continue }
            // The clock may have been set back since.
            guard dueAt <= now || fold.sentAt > now else { continue }
            send(key, fold, &views[key], at: now, into: &actions)
            answerPings(awaiting: key, making, into: &actions)
        }
    }

    private mutating func send(
        _ key: ViewKey, _ fold: Fold, _ view: inout ViewLog?, at now: Instant,
        into actions: inout [Action]
    ) {
        let current = audience.clients(of: key)
        if let from = fold.unsentFrom, !current.isEmpty,
            let bytes = view?.catchUp(since: from, isSmallest: false).bytes
        {
            actions.append(.broadcast(current, [bytes]))
        }
        for id in fold.ahead.all {
            guard let client = clients[id], !client.isCongested,
                case .behind(key, let rev) = client.subscriptions[key.name]
            else { continue }
            if let bytes = view?.catchUp(since: rev, isSmallest: false).bytes {
                actions.append(.send(id, .encoded(bytes)))
            }
            audience.insert(id, of: key)
            clients[id]?.subscriptions.set(.current(key))
        }
        folds[key] = Fold(intervalMilliseconds: fold.intervalMilliseconds, sentAt: now)
        unsent.removeAll { $0 == key }
    }

    /// Makes unsent diffs due at once, because the clock was set back.
    mutating func clockWasSetBack() {
        for key in folds.keys { folds[key]?.sentAt = Instant(milliseconds: 0) }
    }
}

/// A pong promises that every diff up to its revision was sent before it.
extension Edge {
    /// Answers a ping, or holds it until the client has drained, or until the unsent diffs of its
    /// views were sent, also those of views that are being made again.
    mutating func answer(
        _ ping: Client.HeldPing, of id: ClientID, _ making: [ViewKey: ViewMaking],
        into actions: inout [Action]
    ) {
        guard let client = clients[id] else { return }
        if client.isCongested {
            clients[id]?.hold(ping)
        } else if let awaited = viewsAwaited(by: id, client, making) {
            clients[id]?.hold(ping)
            heldPings[id, default: []].formUnion(awaited)
        } else {
            actions.append(.send(id, .pong(n: ping.n, rev: ping.rev, now: ping.at)))
        }
    }

    /// The client's views that have something to send; `nil` if its next ping can be answered.
    private func viewsAwaited(
        by id: ClientID, _ client: Client, _ making: [ViewKey: ViewMaking]
    ) -> [ViewKey]? {
        if unsent.isEmpty, making.isEmpty { return nil }
        let awaited = client.subscriptions.compactMap(\.key)
            .filter { folds[$0]?.unsentFrom != nil || making[$0] != nil }
        return awaited.isEmpty && heldPings[id] == nil ? nil : awaited
    }

    /// Answers the pings that wait only for this view, unless it has a folded diff to send.
    mutating func answerPings(
        awaiting key: ViewKey, _ making: [ViewKey: ViewMaking], into actions: inout [Action]
    ) {
        if folds[key]?.unsentFrom != nil { return }
        // While it is being made, pings later than the document that it shows keep waiting.
        let rev = making[key]?.shownRev ?? .max
        for id in heldPings.keys.sorted(by: { $0.number < $1.number }) {
            if let last = clients[id]?.heldPings.last, last.rev > rev { continue }
            heldPings[id]?.remove(key)
            guard heldPings[id]?.isEmpty == true else { continue }
            heldPings[id] = nil
            // A congested client is answered when it has drained.
            guard clients[id]?.isCongested == false else { continue }
            for ping in clients[id]?.releasePings() ?? [] {
                actions.append(.send(id, .pong(n: ping.n, rev: ping.rev, now: ping.at)))
            }
        }
    }
}

/// The state of a view that sends a limited number of diffs per second.
private struct Fold: Sendable {
    /// The minimum time between two diffs.
    let intervalMilliseconds: Int64
    /// The revision of the document that the audience has; `nil` if nothing is unsent.
    var unsentFrom: Int?
    var sentAt = Instant(milliseconds: 0)
    /// Clients that have a later document than the audience, because they subscribed or drained
    /// while something was unsent.
    var ahead = Subscribers()

    /// When the unsent diff is due.
    var dueAt: Instant? {
        unsentFrom == nil ? nil : sentAt.adding(milliseconds: intervalMilliseconds)
    }
}
