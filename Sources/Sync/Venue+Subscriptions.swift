import JSON

extension Venue {
    mutating func subscribe(_ id: ClientID, to view: String, since: Position?) {
        guard let principal = clients[id]?.principal else { return }
        guard let rule = rules[view] else {
            actions.append(
                .send(
                    id, .error(code: .notFound, message: "There is no such view", view: view)))
            return
        }
        guard rule.readers.contains(principal.role) else {
            actions.append(
                .send(
                    id,
                    .error(
                        code: .forbidden,
                        message: "A device of role \(principal.role) may not read this view",
                        view: view)))
            return
        }
        // The name that all share, instead of one that each client has brought along.
        let view = rule.name
        unsubscribe(id, from: view)
        // A revision of another epoch, or one that this journal has not reached, says nothing.
        let known = since.flatMap { since in
            since.epoch == record.epoch && (0...rev).contains(since.rev) ? since.rev : nil
        }
        switch rule.scope {
        case .shared:
            subscribe(
                id, to: ViewKey(name: view, isMasked: rule.maskedFor.contains(principal.role)),
                since: known)
        case .personal: subscribePersonally(id, to: view, party: principal.party, since: known)
        }
    }

    mutating func unsubscribe(_ id: ClientID, from view: String) {
        guard let subscription = clients[id]?.subscriptions.remove(view) else {
            return
        }
        release(subscription, of: id)
        if clients[id]?.watchesPersonally == false { personalWatchers.remove(id) }
    }

    mutating func release(_ subscription: Client.Subscription, of id: ClientID) {
        if case .current(let key) = subscription { views[key]?.subscribers.remove(id) }
    }

    private mutating func subscribe(_ id: ClientID, to key: ViewKey, since: Int?) {
        guard var view = views.removeValue(forKey: key) else { return }
        let catchUp =
            since.map { view.catchUp(since: $0) } ?? .snapshot(view.snapshot())
        // One whose output is full gets its answer, and no diff before it has drained.
        let isCongested = clients[id]?.isCongested == true
        if !isCongested { view.subscribers.insert(id) }
        clients[id]?.subscriptions[key.name] =
            isCongested ? .behind(key, rev: view.rev) : .current(key)
        views[key] = view
        announce(catchUp, of: key.name, to: id)
    }

    private mutating func announce(
        _ catchUp: SharedView.CatchUp, of view: String, to id: ClientID
    ) {
        switch catchUp {
        case .nothing:
            actions.append(.send(id, .subscribed(view: view, resumed: true)))
        case .diff(let bytes):
            actions.append(.send(id, .subscribed(view: view, resumed: true)))
            actions.append(.send(id, .encoded(bytes)))
        case .snapshot(let bytes):
            actions.append(.send(id, .subscribed(view: view, resumed: false)))
            actions.append(.send(id, .encoded(bytes)))
        }
        actions.append(.send(id, .live(view: view, rev: rev)))
    }

    private mutating func subscribePersonally(
        _ id: ClientID, to view: String, party: String?, since: Int?
    ) {
        guard let party, let personal = personalDocument(view: view, party: party) else {
            actions.append(
                .send(
                    id,
                    .error(code: .notFound, message: "This party is not on the list", view: view)))
            return
        }
        clients[id]?.subscriptions[view] = .personal(personal)
        personalWatchers.insert(id)
        let isCurrent = since.map { $0 >= personal.rev } ?? false
        announce(
            isCurrent ? .nothing : .snapshot(snapshot(of: personal, view: view)), of: view, to: id)
    }

    func personalDocument(view: String, party: String) -> PersonalDocument? {
        shown.lazy.compactMap { $0.personalDocument(view: view, party: party) }.first
    }

    func snapshot(of personal: PersonalDocument, view: String) -> [UInt8] {
        let message: JSON = [
            "type": "snapshot", "view": .string(view), "epoch": .string(record.epoch),
            "rev": JSON(personal.rev), "hash": .string(personal.document.hash),
            "doc": personal.document.json,
        ]
        return message.canonical
    }

    /// A client's output is full. From here on nothing is queued for it; it will miss no final
    /// state, since it catches up when it has drained.
    public mutating func congested(_ id: ClientID) {
        guard var client = clients[id], !client.isCongested else { return }
        client.isCongested = true
        for (name, subscription) in client.subscriptions {
            guard case .current(let key) = subscription, let view = views[key] else { continue }
            client.subscriptions[name] = .behind(key, rev: view.rev)
            views[key]?.subscribers.remove(id)
        }
        clients[id] = client
    }

    /// All that one input has brought about is carried out.
    ///
    /// - Parameter congested: those whose output turned out to be full.
    /// - Returns: when `tick` has something to do; `nil` when nothing is pending.
    public mutating func settle(congested clients: Set<ClientID>) -> Instant? {
        for client in clients { congested(client) }
        return nextDue()
    }

    /// A client's output has room again: what it missed is folded into one diff, or a snapshot.
    public mutating func drained(_ id: ClientID) -> [Action] {
        guard var client = clients[id], client.isCongested else { return [] }
        client.isCongested = false
        for (name, subscription) in client.subscriptions {
            guard case .behind(let key, let rev) = subscription,
                var view = views.removeValue(forKey: key)
            else { continue }
            switch view.catchUp(since: rev) {
            case .nothing: break
            case .diff(let bytes), .snapshot(let bytes):
                actions.append(.send(id, .encoded(bytes)))
            }
            view.subscribers.insert(id)
            views[key] = view
            client.subscriptions[name] = .current(key)
        }
        let pings = client.releasePings()
        clients[id] = client
        tellPersonalWatcher(id)
        for ping in pings {
            actions.append(.send(id, .pong(n: ping.n, rev: rev, now: ping.at)))
        }
        return takeActions()
    }

    /// Sends a guest what changed in the guest's own view.
    mutating func tellPersonalWatcher(_ id: ClientID) {
        guard let client = clients[id], !client.isCongested, let party = client.principal.party
        else { return }
        for (view, subscription) in client.subscriptions {
            guard case .personal(let last) = subscription else { continue }
            guard let personal = personalDocument(view: view, party: party) else {
                unsubscribe(id, from: view)
                actions.append(
                    .send(
                        id,
                        .error(
                            code: .notFound, message: "This party is not on the list", view: view)))
                continue
            }
            if personal.rev == last.rev { continue }
            clients[id]?.subscriptions[view] = .personal(personal)
            let diff = SharedView.diff(
                view: view, from: last.rev, to: personal.rev, hash: personal.document.hash,
                at: shownAt, last.document.operations(to: personal.document))
            actions.append(.send(id, .encoded(diff.canonical)))
        }
    }

    /// A view as it is, for somebody who asks for it once.
    ///
    /// - Returns: the snapshot message and the document's revision.
    public mutating func read(
        _ view: String, by principal: Principal
    ) throws(ViewRefusal) -> (snapshot: [UInt8], rev: Int) {
        guard let rule = rules[view] else { throw .notFound }
        guard rule.readers.contains(principal.role) else { throw .forbidden }
        switch rule.scope {
        case .shared:
            let key = ViewKey(name: view, isMasked: rule.maskedFor.contains(principal.role))
            guard var shared = views.removeValue(forKey: key) else { throw .notFound }
            defer { views[key] = shared }
            return (shared.snapshot(), shared.rev)
        case .personal:
            guard let party = principal.party,
                let personal = personalDocument(view: view, party: party)
            else { throw .notFound }
            return (snapshot(of: personal, view: view), personal.rev)
        }
    }

    /// The document of a shared view, unmasked, as the server's own pages render it.
    public func document(of view: String) -> Document? {
        views[ViewKey(name: view, isMasked: false)]?.document
    }

    /// An event's data as somebody of this role may see it.
    public func event(_ event: Event, maskedFor role: Role) -> Event {
        guard role != .owner, let board = shown.first(where: { $0.name == event.board }) else {
            return event
        }
        var masked = event
        masked.data = board.masked(event.data)
        return masked
    }
}

/// Why a view was not read.
public enum ViewRefusal: Error, Sendable {
    case notFound
    case forbidden
}
