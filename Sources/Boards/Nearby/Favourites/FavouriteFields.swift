import BoardKit
import JSON
import Sync
import WaitlistBoard

/// The fields of a new favourite, in the order in which their problems are reported.
struct NewFavourite {
    let ref: ItemID?
    /// The values that somebody typed in.
    let values: [String: JSON]
    let stop: ItemID?

    private static let typed = ["address", "phone", "url", "lat", "lon"]

    init(_ arguments: inout Arguments) {
        let hasRef = arguments.hasValue("ref")
        let hasBoth = hasRef && arguments.hasValue("name")
        ref = arguments.optional("ref")
        if hasBoth, arguments.hasNoProblem(at: ["ref"]) { arguments.add(.refWithName, at: "ref") }
        let name: NearbyName? =
            hasRef ? arguments.optional("name") : arguments.required("name")
        stop = arguments.optional("stop")
        let rating: Rating? = arguments.optional("rating")
        let notes: NearbyNotes? = arguments.optional("notes")
        let tags: PartyTags? = arguments.optional("tags")
        var values: [String: JSON] = [:]
        if hasRef {
            for field in Self.typed where arguments.hasValue(field) {
                arguments.refuse(field, .givenWithRef)
            }
        }
        let address: PlaceAddress? = arguments.optional("address")
        let phone: PhoneNumber? = arguments.optional("phone")
        let url: PlaceLink? = arguments.optional("url")
        if !hasRef { arguments.requireWholePosition() }
        let latitude: Latitude? = arguments.optional("lat")
        let longitude: Longitude? = arguments.optional("lon")
        values["name"] = name.map { .string($0.text) }
        values["stop"] = stop.map { .string($0.text) }
        values["rating"] = rating.map { Rating.json($0.halfStars) }
        values["notes"] = notes.map { .string($0.text) }
        values["tags"] = tags.map { .array($0.texts.map(JSON.string)) }
        values["address"] = address.map { .string($0.text) }
        values["phone"] = phone.map { .string($0.text) }
        values["url"] = url.map { .string($0.text) }
        values["lat"] = latitude.map { .number($0.degrees) }
        values["lon"] = longitude.map { .number($0.degrees) }
        self.values = values
    }
}

/// The new values of a favourite's fields.
struct FavouriteEdit {
    private static let ofSource = ["name", "address", "phone", "url", "lat", "lon"]
    private static let ofHouse = ["stop", "rating", "notes", "tags"]

    /// By field; `null` removes the value.
    let values: [String: JSON]
    let stop: ValueChange<ItemID>?

    /// Whether it changes what a source says of places.
    let changesPlace: Bool

    init(_ arguments: inout Arguments) {
        changesPlace = arguments.hasAny(of: Self.ofSource)
        let isEmpty = !changesPlace && !arguments.hasAny(of: Self.ofHouse)
        let name: NearbyName? = arguments.replacement(of: "name")
        if isEmpty { arguments.add(.nothingToChange, at: "name") }
        stop = arguments.change(of: "stop")
        let rating: ValueChange<Rating>? = arguments.change(of: "rating")
        let notes: ValueChange<NearbyNotes>? = arguments.change(of: "notes")
        let tags: ValueChange<PartyTags>? = arguments.change(of: "tags")
        let address: ValueChange<PlaceAddress>? = arguments.change(of: "address")
        let phone: ValueChange<PhoneNumber>? = arguments.change(of: "phone")
        let url: ValueChange<PlaceLink>? = arguments.change(of: "url")
        arguments.requireWholePosition()
        let latitude: ValueChange<Latitude>? = arguments.change(of: "lat")
        let longitude: ValueChange<Longitude>? = arguments.change(of: "lon")
        var values: [String: JSON] = [:]
        values["name"] = name.map { .string($0.text) }
        values["stop"] = stop?.json { .string($0.text) }
        values["rating"] = rating?.json { Rating.json($0.halfStars) }
        values["notes"] = notes?.json { .string($0.text) }
        values["tags"] = tags?.json { .array($0.texts.map(JSON.string)) }
        values["address"] = address?.json { .string($0.text) }
        values["phone"] = phone?.json { .string($0.text) }
        values["url"] = url?.json { .string($0.text) }
        values["lat"] = latitude?.json { .number($0.degrees) }
        values["lon"] = longitude?.json { .number($0.degrees) }
        self.values = values
    }
}

extension Arguments {
    /// Requires both parts of a position if one is there.
    fileprivate mutating func requireWholePosition() {
        let hasLatitude = hasValue("lat")
        guard hasLatitude != hasValue("lon") else { return }
        let missing = hasLatitude ? "lon" : "lat"
        refuse(missing, .required)
    }
}
