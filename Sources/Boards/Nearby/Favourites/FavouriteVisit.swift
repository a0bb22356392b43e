import BoardKit
import JSON
import Sync

/// A visit to a favourite.
struct FavouriteVisit: Sendable, Equatable {
    private(set) var favourite: FavouriteID
    /// The date: `2026-05-04`.
    private(set) var on: String
    private(set) var notes: String?
}

extension FavouriteVisit {
    /// Reads the data of the event that records the visit. Returns `nil` for anything else.
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
