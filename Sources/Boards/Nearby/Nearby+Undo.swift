import BoardKit
import JSON
import Sync

/// Decides undos.
extension Nearby {
    func decideUndo(_ asked: inout Asked) throws(Rejection) -> Decision {
        let rev = try asked.undoneRevision()
        // Imports, and actions of friends.
        if rounds.hasNoThing(ofEvent: rev) { throw Rejection(.conflict, .staysAsItIs) }
        let change = try undoing(rev, asked)
        try check(change, at: asked.moment.now)
        return Self.decision(
            .undone, of: subject(of: change),
            [
                "undoes": JSON(rev),
                "favourites": change.favourites.json(\.json),
                "visits": change.visits.json(\.json), "rounds": change.rounds.json(\.data),
                "options": change.options.json(\.json),
            ])
    }

    private func subject(of change: NearbyChange) -> String {
        let favourite =
            change.favourites.keys.first
            ?? change.visits.keys.first.flatMap { visits.lastKnown($0)?.favourite }
        let round =
            change.rounds.keys.first
            ?? change.options.keys.first.flatMap { options.lastKnown($0)?.round }
        return favourite?.text ?? round?.text ?? name
    }

    // MARK: Checks

    /// Checks that the result of an undo is possible.
    private func check(_ change: NearbyChange, at now: Instant) throws(Rejection) {
        for (id, state) in change.favourites {
            try check(id, becomes: state, after: change.undoes ?? 0)
        }
        for (id, state) in change.visits { try check(id, becomes: state) }
        for (id, state) in change.rounds { try check(id, becomes: state, at: now) }
        for (id, state) in change.options { try check(id, becomes: state) }
    }

    /// - Parameter rev: the event that is undone.
    private func check(
        _ id: FavouriteID, becomes state: Favourite?, after rev: Int
    ) throws(Rejection) {
        guard let state else {
            // Removing a favourite removes its earlier visits, but later ones depend on it.
            guard (visitsOf[id] ?? []).allSatisfy({ $0.rev < rev }) else {
                throw Rejection(.conflict, .neededLater)
            }
            return
        }
        try checkRoom(for: state.members())
        if favourites[id] != nil { return }
        if let ref = state.ref, favouriteOfRef[ref] != nil {
            throw Rejection(.conflict, .sameFavourite)
        }
        try checkRoomForFavourite()
    }

    private func check(_ id: VisitID, becomes state: FavouriteVisit?) throws(Rejection) {
        guard let favourite = (state ?? visits[id])?.favourite, favourites[favourite] != nil else {
            throw Rejection(.conflict, .favouriteIsGone)
        }
        guard let state else { return }
        try checkRoom(for: ["visit": state.json])
        try checkRoomForVisit(to: favourite)
    }

    private func check(
        _ id: PlaceRoundID, becomes state: PlaceRound?, at now: Instant
    ) throws(Rejection) {
        let parts = parts[id] ?? RoundParts()
        guard let state else {
            guard parts.friends.isEmpty, parts.options.isEmpty else {
                throw Rejection(.conflict, .neededLater)
            }
            return
        }
        if state.isOpen {
            if rounds[id]?.isOpen != true { try checkRoomForOpenRound() }
            guard state.until > now else { throw Rejection(.conflict, .roundTimePassed) }
        } else if let decided = state.decided, options[decided] == nil {
            throw Rejection(.conflict, .optionIsGone)
        }
    }

    private func check(_ id: OptionID, becomes state: RoundOption?) throws(Rejection) {
        let round = (state ?? options[id]).flatMap { rounds[$0.round] }
        guard round?.isOpen == true else { throw Rejection(.conflict, .roundIsClosed) }
        guard let state else { return }
        try checkRoom(for: state.members())
        try checkRoomForOption(state)
    }
}
