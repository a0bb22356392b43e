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
    /// From 1 to 10; `nil` if nobody has rated it.
    var halfStars: Int?
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
        let ref = data["ref"]?.text
        let details = PlaceDetails(data)
        guard ref != nil || details.name != nil else { return nil }
        self.init(ref: ref, details: details, addedAt: data["addedAt"]?.instant ?? at)
        changeOwn(by: data)
    }

    /// Applies the members of an event that are present; `null` removes a value.
    mutating func change(by data: JSON) {
        details.change(by: data)
        changeOwn(by: data)
    }

    private mutating func changeOwn(by data: JSON) {
        if let stop = data["stop"] { self.stop = stop.text }
        if let rating = data["rating"] { halfStars = Rating.halfStars(rating) }
        if let notes = data["notes"] { self.notes = notes.text }
        if let tags = data["tags"] { self.tags = tags.texts ?? [] }
    }

    /// The members of the row that everybody sees.
    var publicMembers: [String: JSON] {
        var members = details.members
        members["ref"] = ref.map(JSON.string)
        members["stop"] = stop.map(JSON.string)
        members["rating"] = halfStars.map(Rating.json)
        members["tags"] = tags.isEmpty ? nil : .array(tags.map(JSON.string))
        members["addedAt"] = .string(addedAt.description)
        return members
    }

    /// Everything about it, but not its visits.
    var members: [String: JSON] {
        var members = publicMembers
        members["notes"] = notes.map(JSON.string)
        return members
    }
}

extension Favourite: FieldState {
    static let blank = Favourite(details: PlaceDetails(), addedAt: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&ref, old.ref)
        try fields(&details, old.details)
        try fields(&stop, old.stop)
        try fields(&halfStars, old.halfStars)
        try fields(&notes, old.notes)
        try fields(&tags, old.tags)
        try fields(&addedAt, old.addedAt)
    }
}
