extension Venue {
    func isInUse(_ index: Int, among boards: [any Board]) -> Bool {
        catalogue.isInUse(index, among: boards)
    }

    /// Whether a board in use currently permits anything to people who come by a join link.
    ///
    /// - Parameter id: the link's id.
    public func isOpen(toJoinLink id: String) -> Bool {
        let guest = Principal(joinLink: id)
        return shown.indices.contains { index in
            let board = shown[index]
            return isInUse(index, among: shown)
                && board.declaration.actions.contains { action in
                    action.isOpenByJoinLink && board.isOpen(action, to: guest)
                }
        }
    }

    /// The keys of the effects that boards show as waiting or given up.
    public var shownEffects: [String] { shown.flatMap(\.shownEffects) }

    /// The connectors of the boards in use, by board.
    public var connectors: [String: [Connector]] {
        var found: [String: [Connector]] = [:]
        for index in shown.indices where isInUse(index, among: shown) {
            let connectors = shown[index].connectors
            if !connectors.isEmpty { found[shown[index].name] = connectors }
        }
        return found
    }

    /// The declaration of a view, if its board is in use.
    func rule(_ view: String) -> ViewDeclaration? {
        guard let board = catalogue.boardIndex(ofView: view), isInUse(board, among: shown) else {
            return nil
        }
        return catalogue.views[view]
    }

    /// The names of a board's views whose past a role may read: those that follow from the journal
    /// and are the same for every watcher. Empty if the board is not in use.
    public func journaledViews(of board: String, for role: Role) -> [String] {
        guard let index = catalogue.index(of: board), isInUse(index, among: shown) else {
            return []
        }
        return shown[index].declaration.views.filter { view in
            !view.isMadeOnDemand && view.isReadable(by: role) && isJournaled(view: view.name)
        }.map(\.name)
    }

    /// Tells clients that watch a view of a board that is no longer in use that the view has ended.
    mutating func endUnusedViews() {
        for id in edge.clients.sortedIDs {
            for view in (edge.clients[id]?.subscriptions ?? Subscriptions()).map(\.view)
            where rule(ViewRequest.label(of: view)) == nil {
                unsubscribe(id, from: view, at: shownAt)
                actions.append(.send(id, .refusal(Self.noSuchView, of: view)))
            }
        }
    }

    static let noSuchView = Rejection(.notFound, .noView)
}
