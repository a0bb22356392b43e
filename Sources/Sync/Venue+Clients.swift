extension Venue {
    /// Somebody is connected; who it is was settled before.
    public mutating func connect(
        _ id: ClientID, as principal: Principal, at now: Instant
    ) -> [Action] {
        clients[id] = Client(principal: principal)
        let welcome = ServerMessage.Welcome(
            venue: record.slug, epoch: record.epoch, rev: rev, role: principal.role, now: now,
            heartbeatMilliseconds: Self.heartbeatMilliseconds,
            paintedSpreadMilliseconds: clients.count / Self.paintedReportsPerMillisecond)
        actions.append(.send(id, .welcome(welcome)))
        return takeActions()
    }

    /// A connection is gone. What it asked for goes on.
    public mutating func disconnect(_ id: ClientID) {
        guard let client = clients.removeValue(forKey: id) else { return }
        for (_, subscription) in client.subscriptions { release(subscription, of: id) }
        personalWatchers.remove(id)
    }

    /// A person has confirmed who it is, on whatever the device has open.
    public mutating func confirmed(_ device: String, until: Instant) {
        confirm(until: until) { $0 == device }
    }

    /// Another PIN is asked for, or none any more (`nil`).
    public mutating func demandConfirmation(until: Instant?) { confirm(until: until) { _ in true } }

    private mutating func confirm(until: Instant?, where isMeant: (String) -> Bool) {
        for (id, client) in clients
        where client.principal.confirmation != nil && isMeant(client.principal.device) {
            clients[id]?.principal.confirmation = Confirmation(until: until)
        }
    }

    /// Ends whatever the device has open; it has to show anew who it is.
    public mutating func signOut(_ device: String) -> [Action] {
        actions += goodbyes(to: device)
        return takeActions()
    }

    /// A client has sent one text message.
    public mutating func receive(
        _ bytes: [UInt8], from id: ClientID, at now: Instant
    ) -> [Action] {
        guard clients[id] != nil else { return [] }
        do {
            try handle(ClientMessage(parsing: bytes), from: id, at: now)
        } catch {
            refuse(error, of: id, at: now)
        }
        return takeActions()
    }

    private mutating func handle(_ message: ClientMessage, from id: ClientID, at now: Instant) {
        switch message {
        case .subscribe(let view, let since): subscribe(id, to: view, since: since)
        case .unsubscribe(let view): unsubscribe(id, from: view)
        case .mutate(let mutation):
            guard let principal = clients[id]?.principal else { return }
            decide(mutation, of: id, by: principal, at: now)
        case .painted(let painted): take(painted, of: id)
        case .ping(let n, let drift):
            if let drift { take(drift, of: id) }
            guard clients[id]?.isCongested == false else {
                clients[id]?.hold(ping: n, at: now)
                return
            }
            actions.append(.send(id, .pong(n: n, rev: rev, now: now)))
        }
    }

    private mutating func refuse(_ error: BadMessage, of id: ClientID, at now: Instant) {
        actions.append(
            .send(
                id,
                .error(
                    code: .badMessage, message: error.message, view: error.view, id: error.id)))
        if clients[id]?.badMessages.add(at: now, limit: limits.badMessagesPerMinute)
            == true
        {
            actions.append(
                .close(id, .badMessage, reason: "too many messages that are none within a minute"))
        }
    }
}
