import BoardKit
import JSON
import Sync

/// A favourite with its visits, as the views show it.
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

    /// The row for everybody, without notes and visits.
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
