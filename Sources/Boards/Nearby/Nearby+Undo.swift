import BoardKit
import JSON
import Sync

/// Decides what is taken back.
extension Nearby {
    func decideUndo(_ asked: inout Asked) throws(Rejection) -> Decision {
        let number: RevisionNumber? = asked.arguments.required("rev")
        guard asked.arguments.areGood, let rev = number?.rev else {
            throw asked.arguments.rejection
        }
        if isFinal(rev) { throw Rejection(.conflict, .staysAsItIs) }
        let lastRevs = lastRevs(ofEvent: rev)
        guard !lastRevs.isEmpty else { throw Rejection(.notFound, .noEvent) }
        try asked.check(lastRevs)
        let change = try undoing(rev)
        try check(change, at: asked.moment.now)
        return Self.decision(
            .undone, of: subject(of: change),
            [
                "undoes": JSON(rev),
                "favourites": Self.told(change.favourites) { .object($0.members) },
                "visits": Self.told(change.visits) { $0.row },
                "rounds": Self.told(change.rounds) { $0.data },
                "options": Self.told(change.options) { .object($0.data) },
            ])
    }

    /// The states that undoing an event gives. Throws if something later depends on the event.
    func undoing(_ rev: Int) throws(Rejection) -> NearbyChange {
        var change = NearbyChange()
        change.undoes = rev
        for id in favourites.things(ofEvent: rev) {
            change.set(id, to: try favourites.stateBefore(rev, of: id))
        }
        for id in visits.things(ofEvent: rev) {
            change.set(id, to: try visits.stateBefore(rev, of: id))
        }
        for id in rounds.things(ofEvent: rev) {
            change.set(id, to: try rounds.stateBefore(rev, of: id))
        }
        for id in options.things(ofEvent: rev) {
            change.set(id, to: try options.stateBefore(rev, of: id))
        }
        return change
    }

    /// Whether it is an event that nobody can take back: an import, or something that a friend did.
    private func isFinal(_ rev: Int) -> Bool {
        do throws(Rejection) {
            return try rounds.thing(ofEvent: rev) == nil
        } catch {
            return false
        }
    }

    /// The last revision of each thing that an event has changed.
    private func lastRevs(ofEvent rev: Int) -> [Int] {
        favourites.things(ofEvent: rev).map { favourites.lastRev(of: $0) }
            + visits.things(ofEvent: rev).map { visits.lastRev(of: $0) }
            + rounds.things(ofEvent: rev).map { rounds.lastRev(of: $0) }
            + options.things(ofEvent: rev).map { options.lastRev(of: $0) }
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

    /// The states by id, `null` for what does not exist; `nil` if there are none.
    private static func told<ID: RevisionID, State>(
        _ states: [ID: State?], _ json: (State) -> JSON
    ) -> JSON? {
        if states.isEmpty { return nil }
        var told: [String: JSON] = [:]
        for (id, state) in states { told[id.text] = state.map(json) ?? .null }
        return .object(told)
    }

    // MARK: Checks

    /// Checks what an undo would lead to.
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
            // A removal takes along what was noted before it.
            guard (visitsOf[id] ?? []).allSatisfy({ $0.rev < rev }) else {
                throw Rejection(.conflict, .neededLater)
            }
            return
        }
        try checkRoom(for: state.members)
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
        try checkRoom(for: ["visit": state.row])
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
        try checkRoom(for: state.data)
        try checkRoomForOption(state)
    }
}
