extension Venue {
    /// A client says what it has painted. The venue can judge that only while it has the same
    /// revision itself; a copy that is wrong is replaced, as one is whose client found it out.
    ///
    /// What is not watched (any more), or is of a revision that the view has not reached, says
    /// nothing: it may be of a journal that there was before.
    mutating func take(_ painted: ClientMessage.Painted, of id: ClientID) {
        guard let name = rules[painted.view]?.name,
            let subscription = clients[id]?.subscriptions[name],
            let current = current(of: subscription), (0...current.rev).contains(painted.rev)
        else { return }
        let isRight = painted.rev == current.rev ? painted.hash == current.sum : nil
        actions.append(
            .painted(
                id,
                Painting(
                    view: name, rev: painted.rev, hash: painted.hash, isRight: isRight,
                    page: painted.page, agoMilliseconds: painted.agoMilliseconds,
                    isHidden: painted.isHidden)))
        guard isRight == false else { return }
        actions.append(.drifted(id, view: name, rev: painted.rev))
        sendAfresh(name, subscription, to: id)
    }

    /// A client's copy of a view has turned out wrong. What it does not watch (any more) says nothing.
    mutating func take(_ drift: ClientMessage.Drift, of id: ClientID) {
        guard let name = rules[drift.view]?.name, watches(id, name) else { return }
        actions.append(.drifted(id, view: name, rev: drift.rev))
    }

    private func current(of subscription: Client.Subscription) -> (rev: Int, sum: UInt32)? {
        switch subscription {
        case .current(let key), .behind(let key, _):
            guard let view = views[key] else { return nil }
            return (view.rev, view.document.sum)
        case .personal(let personal): return (personal.rev, personal.document.sum)
        }
    }

    private mutating func sendAfresh(
        _ name: String, _ subscription: Client.Subscription, to id: ClientID
    ) {
        switch subscription {
        case .current(let key):
            guard let snapshot = views[key]?.snapshot() else { return }
            actions.append(.send(id, .encoded(snapshot)))
        case .behind(let key, _):
            // There is no room now; from a revision before all there is the snapshot then.
            clients[id]?.subscriptions[name] = .behind(key, rev: -1)
        case .personal(let personal):
            actions.append(.send(id, .encoded(snapshot(of: personal, view: name))))
        }
    }

    /// The shared views with the revisions of their documents.
    public var viewRevisions: [(view: String, rev: Int)] {
        views.compactMap { key, view in key.isMasked ? nil : (view.name, view.rev) }
    }

    /// Who a client is; `nil` when it is not connected.
    public func principal(of id: ClientID) -> Principal? { clients[id]?.principal }

    /// What a client watches, in the order of its asking.
    public func subscriptions(of id: ClientID) -> [String] {
        clients[id]?.subscriptions.map(\.view) ?? []
    }

    /// Whether a client watches a view.
    public func watches(_ id: ClientID, _ view: String) -> Bool {
        clients[id]?.subscriptions[view] != nil
    }
}
