import JSON

extension Venue {
    mutating func subscribe(
        _ id: ClientID, to view: String, since: Position?, at now: Instant
    ) {
        guard let principal = edge.clients[id]?.principal else { return }
        do throws(Rejection) {
            let (request, rule) = try request(named: view, by: principal)
            unsubscribe(id, from: request.name, at: now)
            let key = key(of: request, rule, for: principal)
            guard try make(key, request, rule, for: id) else {
                edge.holdMessages(of: id)
                making[key]?.add(ViewMaking.Waiting(client: id, view: view, since: since))
                return
            }
            let timeline = timeline(ofView: request.view)
            subscribe(id, to: key, since: since, asOf: (timeline.epoch, timeline.rev))
        } catch {
            actions.append(.send(id, .refusal(error, of: view)))
        }
    }

    /// Subscribes a client to a view that was made.
    mutating func subscribe(
        _ waiting: ViewMaking.Waiting, to key: ViewKey, _ log: Result<ViewLog, Rejection>
    ) {
        let id = waiting.client
        guard let principal = edge.clients[id]?.principal else { return }
        do throws(Rejection) {
            let log = try log.get()
            // The permission may have ended in the meantime.
            _ = try request(named: waiting.view, by: principal)
            subscribe(id, to: key, since: waiting.since, asOf: (log.epoch, log.rev))
        } catch {
            actions.append(.send(id, .refusal(error, of: waiting.view)))
        }
    }

    /// Parses a view's name, finds its declaration and checks the permission.
    ///
    /// - Throws: `not_found`, `forbidden` or `invalid`.
    private func request(
        named name: String, by principal: Principal
    ) throws(Rejection) -> (ViewRequest, ViewDeclaration) {
        let rule = try rule(of: ViewRequest.label(of: name), for: principal)
        let request = try rule.request(named: name)
        try requirePermission(for: request, by: principal)
        return (request, rule)
    }

    private func rule(
        of label: String, for principal: Principal
    ) throws(Rejection) -> ViewDeclaration {
        guard let rule = rule(label) else { throw Self.noSuchView }
        guard rule.isReadable(by: principal.role) else {
            throw Rejection(
                .forbidden, .viewOfOtherRoles, ["role": .string(principal.role.rawValue)])
        }
        return rule
    }

    private func requirePermission(
        for request: ViewRequest, by principal: Principal
    ) throws(Rejection) {
        guard board(ofView: request.view)?.permits(request, by: principal) == true else {
            throw Rejection(.forbidden, .viewOfOthers)
        }
    }

    /// Ends a board's views for the clients that its new settings no longer permit to read them.
    mutating func endForbiddenViews(of board: String) {
        for id in edge.clients.sortedIDs {
            guard let client = edge.clients[id] else { continue }
            for view in client.subscriptions.map(\.view)
            where self.board(ofView: view)?.name == board {
                do throws(Rejection) {
                    _ = try request(named: view, by: client.principal)
                } catch {
                    unsubscribe(id, from: view, at: shownAt)
                    actions.append(.send(id, .refusal(error, of: view)))
                }
            }
        }
    }

    private func key(
        of request: ViewRequest, _ rule: ViewDeclaration, for principal: Principal
    ) -> ViewKey {
        guard rule.scope == .shared else {
            return ViewKey(name: request.name, subject: principal.subject)
        }
        return ViewKey(name: request.name, isMasked: rule.maskedFor.contains(principal.role))
    }

    /// Makes a view that is made on demand, unless it exists.
    ///
    /// - Returns: `false` if it is being made elsewhere.
    private mutating func make(
        _ key: ViewKey, _ request: ViewRequest, _ rule: ViewDeclaration, for id: ClientID
    ) throws(Rejection) -> Bool {
        guard rule.isMadeOnDemand else { return true }
        if rule.scope == .shared { return try makeRequestedView(key, request, for: id) }
        guard makeSubjectView(key) else { throw Self.subjectIsGone }
        return true
    }

    mutating func unsubscribe(_ id: ClientID, from view: String, at now: Instant) {
        if let key = edge.unsubscribe(id, from: view) { release(key, at: now) }
    }

    /// - Parameter present: the current revision of the view's timeline.
    private mutating func subscribe(
        _ id: ClientID, to key: ViewKey, since: Position?, asOf present: (epoch: String, rev: Int)
    ) {
        guard let index = views.index(forKey: key) else { return }
        // Use the stored key, which all watchers of the view share.
        let key = views.keys[index]
        // A revision of another epoch, or a future one, means nothing here.
        let since = since.flatMap { since in
            since.epoch == present.epoch && (0...present.rev).contains(since.rev) ? since.rev : nil
        }
        let catchUp =
            since.map { views.values[index].catchUp(since: $0) }
            ?? .snapshot(views.values[index].snapshot())
        watched.retain(key)
        edge.subscribe(id, to: key, rev: views.values[index].rev)
        announce(catchUp, of: key.name, live: present.rev, to: id)
    }

    private mutating func announce(
        _ catchUp: ViewLog.CatchUp, of view: String, live rev: Int, to id: ClientID
    ) {
        actions.reserveCapacity(actions.count + 3)
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

    /// Notes that a client's output is full. From then on nothing is queued for it. It catches up
    /// when it has drained, so it misses no final state.
    public mutating func congested(_ id: ClientID) { edge.congested(id, views) }

    /// Call this after the actions of one input were carried out.
    ///
    /// - Parameter congested: the clients whose output became full.
    /// - Returns: when `tick` is due; `nil` if nothing is pending.
    public mutating func endTurn(congested clients: Set<ClientID>) -> Instant? {
        for client in clients { congested(client) }
        keepBoardsDue()
        return nextDue()
    }

    /// Notes that a client's output has room again. It gets one folded diff of each view, or a
    /// snapshot.
    public mutating func drained(_ id: ClientID) -> [Action] {
        for ping in edge.drained(id, &views, into: &actions) {
            edge.answer((ping.n, ping.at, rev), of: id, making, into: &actions)
        }
        return takeActions()
    }

    /// Reads a view once.
    ///
    /// - Parameter parameters: in any order. Ignored for a view that has none.
    public mutating func read(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal
    ) throws(ViewRefusal) -> ViewReading {
        switch try prepareReading(view, parameters, by: principal) {
        case .ready(let reading): reading
        case .toBeMade(let make): try make()
        }
    }

    /// Reads a view once, but only if its document exists. Otherwise the caller makes the document,
    /// possibly on another thread.
    ///
    /// - Parameter parameters: in any order. Ignored for a view that has none.
    public mutating func prepareReading(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal
    ) throws(ViewRefusal) -> PreparedReading {
        do throws(Rejection) {
            let rule = try rule(of: view, for: principal)
            // A view without parameters ignores the query, because earlier clients send some.
            let request = try rule.request(rule.parameters.isEmpty ? [] : parameters)
            try requirePermission(for: request, by: principal)
            let key = key(of: request, rule, for: principal)
            if making[key] == nil, let reading = views[key]?.read() { return .ready(reading) }
            guard rule.scope == .shared else {
                guard var log = subjectLog(key) else { throw Self.subjectIsGone }
                return .ready(log.read())
            }
            let makeLog = requestedLog(key, request)
            return .toBeMade { () throws(ViewRefusal) in
                do throws(Rejection) {
                    var log = try makeLog()
                    return log.read()
                } catch {
                    throw ViewRefusal(error)
                }
            }
        } catch {
            throw ViewRefusal(error)
        }
    }

    /// Reads a view of a venue that was brought to an earlier revision. Boards in memory have no
    /// past.
    public mutating func readPast(
        _ view: String, _ parameters: [(name: String, value: String)], by principal: Principal
    ) throws(ViewRefusal) -> ViewReading {
        guard isJournaled(view: view) else { throw .notFound }
        return try read(view, parameters, by: principal)
    }

    /// The document of a shared view, unmasked.
    public func document(of view: String) -> Document? {
        views[ViewKey(name: view)]?.document
    }

    public func event(_ event: Event, maskedFor role: Role) -> Event {
        guard role != .owner, let index = catalogue.index(of: event.board) else {
            return event
        }
        var masked = event
        masked.data = shown[index].masked(event.data)
        return masked
    }
}

/// The reason why a view can't be read.
public enum ViewRefusal: Error, Sendable, Equatable {
    case notFound
    case forbidden
    /// A parameter is wrong. The sentence says what would be right.
    case invalid(String)
    /// The view is set aside.
    case setAside

    init(_ rejection: Rejection) {
        self =
            switch rejection.code {
            case .invalid: .invalid(rejection.message ?? "A parameter is not right")
            case .forbidden: .forbidden
            case .unavailable: .setAside
            default: .notFound
            }
    }
}

/// The snapshot message of a view, and the document's epoch and revision.
public typealias ViewReading = (snapshot: [UInt8], epoch: String, rev: Int)

/// A view that is read once.
public enum PreparedReading: Sendable {
    case ready(ViewReading)
    /// Makes the document, as of now. May be called on any thread.
    case toBeMade(@Sendable () throws(ViewRefusal) -> ViewReading)
}
