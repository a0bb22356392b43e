import BoardKit
import HouseBoard
package import Sync

extension Nearby: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        favourites.write(to: &writer)
        visits.write(to: &writer)
        rounds.write(to: &writer)
        options.write(to: &writer)
        writer.write(favouriteIDs.map(\.rev).sorted())
        let visited = visitsOf.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        writer.write(visited.map(\.key.rev))
        for (_, ids) in visited { writer.write(ids.map(\.rev)) }
        writer.write(parts.keys.map(\.rev).sorted())
        for (_, parts) in parts.sorted(by: { $0.key < $1.key }) { parts.write(to: &writer) }
        writer.write(friends.keys.map(\.rev).sorted())
        for (_, friend) in friends.sorted(by: { $0.key < $1.key }) { writer.write(friend) }
        feeds.write(to: &writer)
        areas.write(to: &writer)
        sourceHealth.write(to: &writer)
        house.write(to: &writer)
        writer.write(bytes)
        writer.write(lastRev)
        writer.write(venueChangedRev)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        favourites = try Ledger(from: &reader)
        visits = try Ledger(from: &reader)
        rounds = try Ledger(from: &reader)
        options = try Ledger(from: &reader)
        favouriteIDs = Set(try reader.read([Int].self).map(FavouriteID.init(rev:)))
        for rev in try reader.read([Int].self) {
            visitsOf[FavouriteID(rev: rev)] = try reader.read([Int].self).map(VisitID.init(rev:))
        }
        for rev in try reader.read([Int].self) {
            parts[PlaceRoundID(rev: rev)] = try RoundParts(from: &reader)
        }
        for rev in try reader.read([Int].self) {
            friends[FriendID(rev: rev)] = try reader.read(RoundFriend.self)
        }
        feeds = try FeedLibrary(from: &reader)
        areas = try AreaLibrary(from: &reader)
        sourceHealth = try SourceHealth(from: &reader)
        try house.restore(from: &reader)
        bytes = try reader.read()
        lastRev = try reader.read()
        venueChangedRev = try reader.read()
        shownVenue = venueMember
        for id in favouriteIDs.sorted(by: { $0 < $1 }) { try takeFavourite(id) }
        for (id, parts) in parts { keepAtHand(id, parts) }
        due = parts.keys.compactMap { rounds[$0]?.due }.min()
    }

    /// Decodes a favourite with its visits, which are looked at often.
    private mutating func takeFavourite(_ id: FavouriteID) throws(StateError) {
        favourites.keepAtHand(id)
        guard let favourite = favourites[id] else { throw StateError("a favourite is missing") }
        if let ref = favourite.ref { favouriteOfRef[ref] = id }
        for visit in visitsOf[id] ?? [] { visits.keepAtHand(visit) }
    }

    private mutating func keepAtHand(_ id: PlaceRoundID, _ parts: RoundParts) {
        rounds.keepAtHand(id)
        for option in parts.options { options.keepAtHand(option) }
    }
}

extension RoundParts {
    func write(to writer: inout StateWriter) {
        writer.write(options.map(\.rev))
        writer.write(dropped.map(\.rev).sorted())
        writer.write(friends.map(\.rev))
        writer.write(mail)
        writer.write(changedRev)
    }

    init(from reader: inout StateReader) throws(StateError) {
        options = try reader.read([Int].self).map(OptionID.init(rev:))
        dropped = Set(try reader.read([Int].self).map(OptionID.init(rev:)))
        friends = try reader.read([Int].self).map(FriendID.init(rev:))
        mail = try reader.read()
        changedRev = try reader.read()
    }
}
