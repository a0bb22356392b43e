import BoardKit
import JSON
import Sync

/// The details of a place that the board stores, either typed in or copied from a source.
struct PlaceDetails: Sendable, Equatable {
    var name: String?
    var kind: PlaceKind?
    var address: String?
    var phone: String?
    /// An address that begins with `http://` or `https://`.
    var url: String?
    private var latitude: Double?
    private var longitude: Double?

    var position: Coordinates? {
        guard let latitude, let longitude else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }

    init() {}

    /// Copies the details of a place from OpenStreetMap. Leaves them empty for a place from Yelp,
    /// which may not be stored.
    init(copying place: Place) {
        guard PlaceRef(place.ref)?.origin == .openStreetMap else { return }
        name = place.name
        kind = place.kind
        address = place.address
        phone = place.phone
        url = place.url
        latitude = place.position.latitude
        longitude = place.position.longitude
    }
}

extension Coordinates {
    /// Reads two members. Returns `nil` if one is not a number, or is out of range.
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

/// The member `place` of an option.
extension PlaceDetails: MemberValue {
    static var ofMissing: PlaceDetails? { PlaceDetails() }

}

extension PlaceDetails: SavedFields {
    static let blank = PlaceDetails()

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("name", &name, old.name, for: .everybody)
        try fields("kind", &kind, old.kind, for: .everybody)
        try fields("address", &address, old.address, for: .everybody)
        try fields("phone", &phone, old.phone, for: .everybody)
        try fields("url", &url, old.url, for: .everybody)
        try fields("lat", &latitude, old.latitude, for: .everybody)
        try fields("lon", &longitude, old.longitude, for: .everybody)
    }
}

/// A source's identifier of a place: `osm:node/900000000018`, `yelp:gR9DTbKCvezQlqvD7_FzPw`.
struct PlaceRef: Sendable, Equatable {
    enum Origin: String, CaseIterable, Sendable {
        case openStreetMap = "osm"
        case yelp
    }

    let text: String
    let origin: Origin

    /// Returns `nil` for a malformed ref, or one of an unknown source.
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
