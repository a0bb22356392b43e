extension Venue {
    /// Connects a client whose identity was already checked.
    public mutating func connect(
        _ id: ClientID, as principal: Principal, at now: Instant
    ) -> [Action] {
        edge.connect(id, as: principal)
        let welcome = ServerMessage.Welcome(
            venue: record.slug, epoch: record.epoch, rev: rev, role: principal.role, now: now,
            heartbeatMilliseconds: Self.heartbeatMilliseconds)
        actions.append(.send(id, .welcome(welcome)))
        return takeActions()
    }

    /// Disconnects a client. Its pending mutations continue.
    public mutating func disconnect(_ id: ClientID, at now: Instant) {
        for key in edge.disconnect(id) { release(key, at: now) }
    }

    /// Notes that a person has entered the PIN on this device.
    public mutating func confirmed(_ device: String, until: Instant) {
        edge.confirm(until: until) { $0 == device }
    }

    /// Notes that the PIN was changed, or removed (`nil`).
    public mutating func requireConfirmation(until: Instant?) {
        edge.confirm(until: until) { _ in true }
    }

    /// Closes the device's connections. It has to sign in again.
    public mutating func signOut(_ device: String) -> [Action] {
        actions += closeActions(for: device)
        return takeActions()
    }

    /// Handles one text message of a client.
    public mutating func receive(
        _ bytes: [UInt8], from id: ClientID, at now: Instant
    ) -> [Action] {
        guard edge.clients.contains(id) else { return [] }
        do {
            try handleInOrder(ClientMessage(parsing: bytes), from: id, at: now)
        } catch {
            refuse(error, of: id, at: now)
        }
        return takeActions()
    }

    /// Handles a client's message once all of its earlier ones are handled.
    private mutating func handleInOrder(
        _ message: ClientMessage, from id: ClientID, at now: Instant
    ) {
        guard edge.clients[id]?.isHeld == true else {
            return handle(message, from: id, at: now)
        }
        if edge.queue(message, of: id) { return }
        switch message {
        case .mutate(let mutation):
            let rejection = Rejection.tooMuch(retryInMilliseconds: Self.queuePauseMilliseconds)
            actions.append(.send(id, .reject(id: mutation.id, rejection)))
        case .subscribe(let view, _):
            let rejection = Rejection(.rateLimited, .tooFast)
            actions.append(.send(id, .refusal(rejection, of: view)))
        case .unsubscribe, .ping:
            // Neither has an answer that says no, and dropping it would leave the client in the dark.
            actions.append(.close(id, .rateLimited, reason: "too many messages"))
        case .painted: break
        }
    }

    private static let queuePauseMilliseconds = 100

    /// Handles the messages that a client sent while one of its messages was held.
    mutating func resume(_ id: ClientID, at now: Instant) {
        edge.releaseMessages(of: id)
        for message in edge.takeLaterMessages(of: id) {
            handleInOrder(message, from: id, at: now)
        }
    }

    private mutating func handle(_ message: ClientMessage, from id: ClientID, at now: Instant) {
        guard let principal = edge.clients[id]?.principal else { return }
        switch message {
        case .subscribe(let view, let since):
            subscribe(id, to: view, since: since, at: now)
        case .unsubscribe(let view): unsubscribe(id, from: view, at: now)
        case .mutate(let mutation):
            decide(mutation, of: id, by: principal, at: now)
        case .painted: break
        case .ping(let n, let drift):
            if let drift { take(drift, of: id) }
            edge.answer((n, now, rev), of: id, making, into: &actions)
        }
    }

    private mutating func refuse(_ error: BadMessage, of id: ClientID, at now: Instant) {
        actions.append(
            .send(
                id,
                .error(
                    code: .badMessage, message: error.message, view: error.view, id: error.id)))
        if edge.addBadMessage(of: id, at: now, limit: limits.badMessagesPerMinute) {
            actions.append(
                .close(id, .badMessage, reason: "too many invalid messages within a minute"))
        }
    }

    /// Notes that a client's copy of a view was wrong. Ignored for views that are not watched.
    private mutating func take(_ drift: ClientMessage.Drift, of id: ClientID) {
        guard let name = edge.clients[id]?.subscriptions[drift.view]?.key?.name else { return }
        actions.append(.drifted(id, view: name, rev: drift.rev))
    }

    public func principal(of id: ClientID) -> Principal? { edge.clients[id]?.principal }

    /// Returns the views that a client watches, in the order of its subscriptions, with the number
    /// of revisions of each that it has not been sent.
    public func subscriptions(of id: ClientID) -> [(view: String, behindRevs: Int)] {
        edge.clients[id]?.subscriptions.map {
            guard case .behind(let key, let rev) = $0, let newest = views[key]?.rev
            else { return ($0.view, 0) }
            return (key.name, newest - max(0, rev))
        } ?? []
    }
}
