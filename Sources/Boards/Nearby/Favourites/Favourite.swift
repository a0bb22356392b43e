import BoardKit
import JSON
import Sync

/// A place on the house's list of favourites.
struct Favourite: Sendable, Equatable {
    /// The source's ref of the place; `nil` if somebody typed the place in.
    var ref: String?
    var details: PlaceDetails
    /// The stop near which the place was found.
    var stop: String?
    var rating: Rating?
    var notes: String?
    var tags: [String] = []
    private(set) var addedAt: Instant
}

extension Favourite {
    /// Reads the data of the event that adds the favourite, or the favourite's `json`. Returns
    /// `nil` for anything else.
    ///
    /// - Parameter at: when it was added, unless the data contains the time.
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
