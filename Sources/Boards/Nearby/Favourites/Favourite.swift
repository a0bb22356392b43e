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
