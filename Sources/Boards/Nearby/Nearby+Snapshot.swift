import BoardKit
package import JSON
package import Sync
import WaitlistBoard

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

    /// Decodes a favourite with its visits, which are looked at often.
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

extension Nearby: ImportableBoard {
    package var appliedRev: Int { lastRev }

    /// The event of an undo contains several things by their ids.
    package func fault(in members: JSON) -> String? {
        members.firstFault(ownFault)
    }

    private func ownFault(in members: JSON) -> String? {
        members.fault(in: [
            "name": CopiedText.self, "who": NearbyName.self, "address": CopiedText.self,
            "url": PlaceLink.self, "lat": Latitude.self, "lon": Longitude.self,
            "rating": Rating.self, "notes": NearbyNotes.self, "tags": PartyTags.self,
            "on": VisitDate.self, "title": NearbyName.self, "coming": Coming.self,
            "feed": FeedName.self, "kind": KnownKind.self,
        ])
    }
}

/// A text as it was copied from a source, which may be longer than what people type, or a mask.
private struct CopiedText: ArgumentValue {
    static let schema = Schema(.text(bytesMax: bytesMax))
    private static let bytesMax = 8_000

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        guard text.utf8.count <= Self.bytesMax else {
            throw Reason(.tooLong, ["max": JSON(Self.bytesMax)])
        }
    }
}

/// The kind of a place, or of a feed.
private struct KnownKind: ArgumentValue {
    static let schema = Schema(
        .choice(PlaceKind.allCases.map(\.rawValue) + FeedKind.allCases.map(\.rawValue)))

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text,
            PlaceKind(rawValue: text) != nil || FeedKind(rawValue: text) != nil
        else { throw Reason(.noChoice, ["choices": PlaceKind.choices]) }
    }
}
