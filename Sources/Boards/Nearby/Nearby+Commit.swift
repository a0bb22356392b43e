import BoardKit
import JSON
import Sync

/// Records a change in the ledgers, the indexes and the views. Checks no rules.
extension Nearby {
    mutating func commit(_ change: NearbyChange, _ event: Event) -> [RowChange] {
        var favourites = Set(change.favourites.keys)
        for (id, state) in change.visits {
            let concerned = [state?.favourite, visits.lastKnown(id)?.favourite]
            favourites.formUnion(concerned.compactMap(\.self))
        }
        var rounds = Set(change.rounds.keys)
        for (id, state) in change.options {
            let concerned = [state?.round, options.lastKnown(id)?.round]
            rounds.formUnion(concerned.compactMap(\.self))
        }
        let ids = favourites.sorted()
        let before = ids.map { picture(of: $0) }
        let changes = showing(rounds, by: event) { $0.record(change, event) }
        return changes
            + zip(ids, before).flatMap { id, old in
                Self.changes(of: id, from: old, to: picture(of: id))
            }
    }

    /// Applies a change that concerns rounds.
    ///
    /// - Returns: the changes of these rounds' rows.
    mutating func showing(
        _ rounds: Set<PlaceRoundID>, by event: Event, _ change: (inout Nearby) -> Void
    ) -> [RowChange] {
        let ids = rounds.sorted()
        let before = ids.map { picture(of: $0) }
        change(&self)
        var changes: [RowChange] = []
        for (id, old) in zip(ids, before) {
            let new = Self.changes(of: id, from: old, to: picture(of: id))
            if new.isEmpty { continue }
            changes += new
            parts[id]?.changedRev = event.rev
            lastChange.rounds.insert(id)
        }
        if !ids.isEmpty { due = parts.keys.compactMap { self.rounds[$0]?.due }.min() }
        return changes
    }

    // MARK: Indexes

    mutating func replace(_ old: Favourite?, by new: Favourite?, of id: FavouriteID) {
        count(old?.json, new?.json)
        if (old == nil) != (new == nil) {
            // The notes on its visits are removed and restored with it.
            for row in (visitsOf[id] ?? []).compactMap({ visits[$0]?.json }) {
                count(new == nil ? row : nil, new == nil ? nil : row)
            }
            if new == nil { favouriteIDs.remove(id) } else { favouriteIDs.insert(id) }
        }
        if let ref = old?.ref, favouriteOfRef[ref] == id { favouriteOfRef[ref] = nil }
        if let ref = new?.ref { favouriteOfRef[ref] = id }
    }

    mutating func replace(_ old: FavouriteVisit?, by new: FavouriteVisit?, of id: VisitID) {
        guard let favourite = (new ?? old)?.favourite else { return }
        if favouriteIDs.contains(favourite) { count(old?.json, new?.json) }
        visitsOf[favourite, default: []].removeAll { $0 == id }
        guard new != nil else { return }
        let place = visitsOf[favourite]?.partitionPoint { id < $0 } ?? 0
        visitsOf[favourite]?.insert(id, at: place)
    }

    mutating func replace(_ old: PlaceRound?, by new: PlaceRound?, of id: PlaceRoundID) {
        count(old?.data, new?.data)
        if parts[id] == nil { parts[id] = RoundParts() }
    }

    mutating func replace(_ old: RoundOption?, by new: RoundOption?, of id: OptionID) {
        guard let round = (new ?? old)?.round else { return }
        count(old?.row(votes: 0), new?.row(votes: 0))
        parts[round]?.options.removeAll { $0 == id }
        if new == nil {
            parts[round]?.dropped.insert(id)
        } else {
            let place = parts[round]?.options.partitionPoint { id < $0 } ?? 0
            parts[round]?.options.insert(id, at: place)
            parts[round]?.dropped.remove(id)
        }
    }

    mutating func set(_ id: FriendID, to state: RoundFriend?, in round: PlaceRoundID) {
        count(friends[id]?.row, state?.row)
        parts[round]?.friends.removeAll { $0 == id && state == nil }
        if friends[id] == nil { parts[round]?.friends.append(id) }
        friends[id] = state
    }

    /// Removes a round with its parts and its history.
    mutating func forget(_ id: PlaceRoundID) {
        guard let gone = parts.removeValue(forKey: id) else { return }
        count(rounds[id]?.data, nil)
        for option in gone.options { count(options[option]?.row(votes: 0), nil) }
        for friend in gone.friends { count(friends.removeValue(forKey: friend)?.row, nil) }
        options.forget(gone.dropped.union(gone.options))
        rounds.forget([id])
    }

    private mutating func count(_ old: JSON?, _ new: JSON?) {
        bytes += (new.map(Self.bytes(of:)) ?? 0) - (old.map(Self.bytes(of:)) ?? 0)
    }
}
