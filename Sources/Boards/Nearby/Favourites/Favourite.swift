import BoardKit
import JSON
import Sync

/// A place that the house keeps, as its events have made it.
struct Favourite: Sendable, Equatable {
    /// `nil` for one that was typed in.
    var ref: String?
    var details: PlaceDetails
    /// The stop at which it was found.
    var stop: String?
    var rating: Rating?
    var notes: String?
    var tags: [String] = []
    private(set) var addedAt: Instant
}

extension Favourite {
    /// Reads the data of the event that adds it, or what `data` writes. Returns `nil` for anything
    /// else.
    ///
    /// - Parameter at: when it was added, unless the data says so.
    init?(_ data: JSON, at: Instant) {
        self = .blank
        addedAt = at
        guard change(by: data), ref != nil || details.name != nil else { return nil }
    }
}

extension Favourite: FieldState {
    static let blank = Favourite(details: PlaceDetails(), addedAt: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("ref", &ref, old.ref, for: .everybody)
        try details.visit(&fields, old.details)
        try fields("stop", &stop, old.stop, for: .everybody)
        try fields("rating", &rating, old.rating, for: .everybody)
        try fields("notes", &notes, old.notes)
        try fields("tags", &tags, old.tags, for: .everybody)
        try fields("addedAt", &addedAt, old.addedAt, for: .everybody, isGiven: false)
    }
}

/// A visit to a favourite, as its events have made it.
struct FavouriteVisit: Sendable, Equatable {
    private(set) var favourite: FavouriteID
    /// The date: `2026-05-04`.
    private(set) var on: String
    private(set) var notes: String?
}

extension FavouriteVisit {
    /// Reads the data of the event that notes it. Returns `nil` for anything else.
    init?(_ data: JSON, to favourite: FavouriteID) {
        self.init(data)
        self.favourite = favourite
    }
}

extension FavouriteVisit: FieldState {
    static let blank = FavouriteVisit(favourite: FavouriteID(rev: 0), on: "", notes: nil)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&favourite, old.favourite)
        try fields("on", &on, old.on)
        try fields("notes", &notes, old.notes)
    }
}

/// A favourite as the views show it.
struct FavouritePicture: Sendable, Equatable {
    let favourite: Favourite
    let visits: [VisitID: FavouriteVisit]

    /// The row for hosts.
    var row: JSON {
        var members = favourite.members()
        var rows: [String: JSON] = [:]
        for (id, visit) in visits { rows[id.text] = visit.json }
        members["visits"] = .object(rows)
        return .object(members)
    }

    /// The row for everybody: without notes and visits.
    var publicRow: JSON { .object(favourite.members(for: .everybody)) }

    func hasSamePublicRow(as other: FavouritePicture) -> Bool {
        var favourite = favourite
        favourite.notes = other.favourite.notes
        return favourite == other.favourite
    }
}

extension Nearby {
    /// Returns `nil` if there is no such favourite.
    func picture(of id: FavouriteID) -> FavouritePicture? {
        guard let favourite = favourites[id] else { return nil }
        var found: [VisitID: FavouriteVisit] = [:]
        for visit in visitsOf[id] ?? [] { found[visit] = visits[visit] }
        return FavouritePicture(favourite: favourite, visits: found)
    }

    static func changes(
        of id: FavouriteID, from old: FavouritePicture?, to new: FavouritePicture?
    ) -> [RowChange] {
        if old == new { return [] }
        var changes = [
            RowChange(
                view: hostView, member: "favourites", row: id.text,
                making: new.map { picture in { @Sendable in picture.row } })
        ]
        if let old, let new, new.hasSamePublicRow(as: old) { return changes }
        changes.append(
            RowChange(
                view: displayView, member: "favourites", row: id.text,
                making: new.map { picture in { @Sendable in picture.publicRow } }))
        return changes
    }
}
