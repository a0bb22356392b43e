import BoardKit
import JSON
import Sync

/// What the board keeps of a place: as somebody typed it in, or as it was copied from a source.
struct PlaceDetails: Sendable, Equatable {
    var name: String?
    var kind: PlaceKind?
    var address: String?
    var phone: String?
    /// An address that begins with `http://` or `https://`.
    var url: String?
    var position: Coordinates?

    init() {}

    /// Copies a place of OpenStreetMap's. Of Yelp's places nothing may be kept, so there are no
    /// details of them.
    init(copying place: Place) {
        guard PlaceRef(place.ref)?.origin == .openStreetMap else { return }
        name = place.name
        kind = place.kind
        address = place.address
        phone = place.phone
        url = place.url
        position = place.position
    }
}

extension PlaceDetails {
    init(_ data: JSON) { change(by: data) }

    /// Applies the members of an event that are present; `null` removes a value.
    mutating func change(by data: JSON) {
        name = data["name"]?.text ?? name
        kind = data["kind"]?.text.flatMap(PlaceKind.init(rawValue:)) ?? kind
        if let address = data["address"] { self.address = address.text }
        if let phone = data["phone"] { self.phone = phone.text }
        if let url = data["url"] { self.url = url.text }
        if let latitude = data["lat"], let longitude = data["lon"] {
            position = Coordinates(latitude, longitude)
        }
    }

    /// The members of a row, and of an event's data.
    var members: [String: JSON] {
        var members: [String: JSON] = [:]
        members["name"] = name.map(JSON.string)
        members["kind"] = kind.map { .string($0.rawValue) }
        members["address"] = address.map(JSON.string)
        members["phone"] = phone.map(JSON.string)
        members["url"] = url.map(JSON.string)
        members["lat"] = position.map { .number($0.latitude) }
        members["lon"] = position.map { .number($0.longitude) }
        return members
    }
}

extension Coordinates {
    /// Returns `nil` if there are no such numbers.
    init?(_ latitude: JSON?, _ longitude: JSON?) {
        guard case .number(let latitude) = latitude, case .number(let longitude) = longitude else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Coordinates: SavedValue {
    func isSame(as other: Coordinates) -> Bool { self == other }
}

extension PlaceDetails: SavedFields {
    static let blank = PlaceDetails()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&name, old.name)
        try fields(&kind, old.kind)
        try fields(&address, old.address)
        try fields(&phone, old.phone)
        try fields(&url, old.url)
        try fields(&position, old.position)
    }
}

/// What a source calls a place: `osm:node/900000000018`, `yelp:gR9DTbKCvezQlqvD7_FzPw`.
struct PlaceRef: Sendable, Equatable {
    enum Origin: String, CaseIterable, Sendable {
        case openStreetMap = "osm"
        case yelp
    }

    let text: String
    let origin: Origin

    /// Returns `nil` if no source has such refs.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, text.utf8.count <= Self.bytesMax,
            let origin = Origin(rawValue: String(parts[0]))
        else { return nil }
        self.text = text
        self.origin = origin
    }

    private static let bytesMax = 100
}
