extension Venue {
    /// Judges what a client has painted. That is possible only if the venue still has the same
    /// revision. A wrong copy is replaced, as if the client had found the mistake.
    ///
    /// Reports on views that are not watched, or on revisions that the view has not reached, are
    /// ignored. They may belong to an earlier journal.
    mutating func take(_ painted: ClientMessage.Painted, of id: ClientID) {
        guard let subscription = clients[id]?.subscriptions[painted.view],
            let key = subscription.key, let rev = views[key]?.rev, (0...rev).contains(painted.rev)
        else { return }
        let name = key.name
        let isRight = painted.rev == rev ? painted.hash == views[key]?.sum() : nil
        actions.append(
            .painted(
                id,
                Painting(
                    view: name, rev: painted.rev, hash: painted.hash, isRight: isRight,
                    page: painted.page, agoMilliseconds: painted.agoMilliseconds,
                    isHidden: painted.isHidden)))
        guard isRight == false else { return }
        actions.append(.drifted(id, view: name, rev: painted.rev))
        resendSnapshot(name, subscription, to: id)
    }

    /// Notes that a client's copy of a view was wrong. Ignored for views that are not watched.
    mutating func take(_ drift: ClientMessage.Drift, of id: ClientID) {
        guard let name = clients[id]?.subscriptions[drift.view]?.key?.name else { return }
        actions.append(.drifted(id, view: name, rev: drift.rev))
    }

    private mutating func resendSnapshot(
        _ name: String, _ subscription: Client.Subscription, to id: ClientID
    ) {
        switch subscription {
        case .current(let key):
            guard let snapshot = views[key]?.snapshot() else { return }
            actions.append(.send(id, .encoded(snapshot)))
            if folds[key]?.unsentFrom == nil { return }
            audience.remove(id, of: key)
            let subscription = admit(id, to: key)
            clients[id]?.subscriptions.set(subscription)
        case .behind(let key, _):
            // It catches up later. From revision -1, only a snapshot leads there.
            clients[id]?.subscriptions.set(.behind(key, rev: -1))
        case .ended: break
        }
    }

    /// Returns the shared views that have changed since the last call, with the revisions of their
    /// documents. The first call returns all of them.
    public mutating func takeChangedViews() -> [(view: String, rev: Int)] {
        let keys = changedViews ?? Set(views.keys)
        changedViews = []
        var revisions: [(view: String, rev: Int)] = []
        for key in keys where !key.isMasked && demand[key] == nil {
            if let rev = views[key]?.rev { revisions.append((key.name, rev)) }
        }
        return revisions
    }

    /// The principal of a client; `nil` if it is not connected.
    public func principal(of id: ClientID) -> Principal? { clients[id]?.principal }

    /// The views that a client watches, in the order of its subscriptions.
    public func subscriptions(of id: ClientID) -> [String] {
        clients[id]?.subscriptions.map(\.view) ?? []
    }

    /// Whether a client watches a view.
    public func watches(_ id: ClientID, _ view: String) -> Bool {
        clients[id]?.subscriptions[view] != nil
    }
}
