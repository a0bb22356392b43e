/// The state of a view that sends a limited number of diffs per second.
struct Fold: Sendable {
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

/// Views that fold changes: `tick` sends them as one diff when it is due.
extension Venue {
    /// Carries out an event's changes in a view.
    ///
    /// - Parameter body: its second argument says whether somebody needs the frame at once.
    mutating func change(
        _ key: ViewKey, frames: inout [ViewFrame],
        _ body: (inout ViewLog, _ isAwaited: Bool) -> ViewFrame?
    ) {
        guard let index = views.index(forKey: key) else { return }
        let isWatched = audience.watches(key)
        let interval = foldingInterval(of: key)
        let before = views.values[index].rev
        let frame = body(&views.values[index], isWatched && interval == nil)
        guard let interval else {
            if let frame { frames.append(frame) }
            return
        }
        guard isWatched, views.values[index].rev != before, folds[key]?.unsentFrom == nil
        else { return }
        folds[key, default: Fold(intervalMilliseconds: interval)].unsentFrom = before
        unsent.append(key)
    }

    /// In milliseconds; `nil` for a view that sends every diff.
    private func foldingInterval(of key: ViewKey) -> Int64? {
        foldingIntervals.isEmpty ? nil : foldingIntervals[ViewRequest.label(of: key.name)]
    }

    /// Adds a client with the current document to the view's audience. If something is unsent, the
    /// client joins after it was sent.
    mutating func admit(_ id: ClientID, to key: ViewKey) -> Client.Subscription {
        if folds[key]?.unsentFrom != nil, let rev = views[key]?.rev {
            folds[key]?.ahead.insert(id)
            return .behind(key, rev: rev)
        }
        audience.insert(id, of: key)
        return .current(key)
    }

    /// When the next folded diff is due.
    var unsentDue: Instant? {
        var earliest: Instant?
        for key in unsent { earliest = Self.earlier(earliest, folds[key]?.dueAt) }
        return earliest
    }

    /// Sends the folded diffs that are due.
    mutating func sendFolded(at now: Instant) {
        for key in unsent {
            guard let fold = folds[key], let dueAt = fold.dueAt else { continue }
            // The clock may have been set back since.
            guard dueAt <= now || fold.sentAt > now else { continue }
            send(key, fold, at: now)
        }
    }

    private mutating func send(_ key: ViewKey, _ fold: Fold, at now: Instant) {
        let current = audience.clients(of: key)
        if let from = fold.unsentFrom, !current.isEmpty,
            let bytes = views[key]?.catchUp(since: from, isSmallest: false).bytes
        {
            actions.append(.broadcast(current, [bytes]))
        }
        for id in fold.ahead.all {
            guard let client = clients[id], !client.isCongested,
                case .behind(key, let rev) = client.subscriptions[key.name]
            else { continue }
            if let bytes = views[key]?.catchUp(since: rev, isSmallest: false).bytes {
                actions.append(.send(id, .encoded(bytes)))
            }
            audience.insert(id, of: key)
            clients[id]?.subscriptions.set(.current(key))
        }
        folds[key] = Fold(intervalMilliseconds: fold.intervalMilliseconds, sentAt: now)
        unsent.removeAll { $0 == key }
        answerPings(awaiting: key)
    }

    // MARK: Pings

    /// Holds a ping until the unsent diffs of the client's views were sent, also those of views that
    /// are being made again.
    ///
    /// - Returns: `false` if nothing is unsent.
    mutating func holdPing(_ n: Int, of id: ClientID, at now: Instant) -> Bool {
        if unsent.isEmpty, making.isEmpty { return false }
        let awaited = (clients[id]?.subscriptions ?? Subscriptions())
            .compactMap(\.key)
            .filter { folds[$0]?.unsentFrom != nil || making[$0] != nil }
        if awaited.isEmpty, heldPings[id] == nil { return false }
        clients[id]?.hold(ping: n, at: now, rev: rev)
        heldPings[id, default: []].formUnion(awaited)
        return true
    }

    /// Answers the pings that wait only for this view, unless it has a folded diff to send.
    mutating func answerPings(awaiting key: ViewKey) {
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
