import Foundation
import PlaceValues
import Sync

/// Yelp, whose places the board does not store.
struct YelpPlaces: PlaceSource {
    let access: SourceAccess

    var hasAddress: Bool { access.address != nil }

    var attribution: String? { "Yelp" }

    func stock(around centre: Coordinates, radius: Double, at now: Instant) -> PlaceStock? { nil }

    func lookup(around centre: Coordinates, radius: Double, at now: Instant) -> Lookup? {
        let area = SourceArea(
            latitude: centre.latitude, longitude: centre.longitude, radius: Int(radius.rounded(.up))
        )
        return access.lookup(
            .yelp(.around(area)), id: "\(area.latitude),\(area.longitude),\(area.radius)",
            concurrencyMax: 4, tellsBoard: false)
    }

    /// Returns Yelp's id of a place, or `nil` for a ref of another source.
    static func id(ofRef ref: String) -> String? {
        guard let ref = PlaceRef(ref), ref.origin == .yelp else { return nil }
        let id = String(ref.text.dropFirst(ref.origin.rawValue.count + 1))
        return YelpPlace.isID(id) ? id : nil
    }

    /// Returns the URL of a place's page at Yelp, or `nil` for a ref of another source.
    static func page(ofRef ref: String) -> String? {
        id(ofRef: ref).map { "https://www.yelp.com/biz/" + $0 }
    }

    func lookup(ofRefs refs: [String]) -> Lookup? {
        let ids = Set(refs.compactMap(Self.id)).sorted()
        guard !ids.isEmpty else { return nil }
        return access.lookup(
            .yelp(.places(ids)), id: ids.joined(separator: ","), concurrencyMax: 4,
            tellsBoard: false)
    }
}
