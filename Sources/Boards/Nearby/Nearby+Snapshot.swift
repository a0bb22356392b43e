import BoardKit
package import Sync

extension Nearby: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writeLedgers(to: &writer)
        writer.write(favouriteIDs.sorted())
        writer.write(visitsOf.filter { !$0.value.isEmpty })
        writer.write(parts)
        writer.write(friends)
        feeds.write(to: &writer)
        areas.write(to: &writer)
        sourceHealth.write(to: &writer)
        writer.write(house)
        writer.write(bytes)
        writer.write(lastRev)
        writer.write(venueChangedRev)
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        try restoreLedgers(from: &reader)
        favouriteIDs = Set(try reader.read([FavouriteID].self))
        visitsOf = try reader.read()
        parts = try reader.read()
        friends = try reader.read()
        feeds = try FeedLibrary(from: &reader)
        areas = try AreaLibrary(from: &reader)
        sourceHealth = try SourceHealth(from: &reader)
        house = try reader.read()
        bytes = try reader.read()
        lastRev = try reader.read()
        venueChangedRev = try reader.read()
        shownVenue = venueMember
        for id in favouriteIDs.sorted() { try takeFavourite(id) }
        for (id, parts) in parts {
            rounds.keepAtHand(id)
            for option in parts.options { options.keepAtHand(option) }
        }
        due = parts.keys.compactMap { rounds[$0]?.due }.min()
    }

    /// Decodes a favourite with its visits, which are read often.
    private mutating func takeFavourite(_ id: FavouriteID) throws(StateError) {
        guard let favourite = favourites.keepAtHand(id) else {
            throw StateError("a favourite is missing")
        }
        if let ref = favourite.ref { favouriteOfRef[ref] = id }
        for visit in visitsOf[id] ?? [] { visits.keepAtHand(visit) }
    }
}

extension RoundParts: SavedFields {
    static let blank = RoundParts()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&options, old.options)
        try fields(&dropped, old.dropped)
        try fields(&friends, old.friends)
        try fields(&mail, old.mail)
        try fields(&changedRev, old.changedRev)
    }
}
