import Foundation
import PlaceValues
import Sync

/// OpenStreetMap, fetched from Overpass area by area and stored.
struct OverpassSource: PlaceSource {
    let areas: AreaLibrary
    let access: SourceAccess

    var hasAddress: Bool { access.address != nil }

    var attribution: String? { areas.attribution ?? FeedLibrary.usualAttribution }

    func stock(around centre: Coordinates, radius: Double, at now: Instant) -> PlaceStock? {
        guard let (entry, content) = areas.newest(containing: centre, radius: radius) else {
            return nil
        }
        return PlaceStock(
            places: content.index, asOf: content.stored.asOf ?? entry.at.description,
            isStale: !entry.isFresh(at: now), isPartial: content.stored.isPartial)
    }

    /// Asks for a somewhat larger circle, which also answers the next phone a few metres away.
    func lookup(around centre: Coordinates, radius: Double, at now: Instant) -> Lookup? {
        if let (entry, _) = areas.newest(containing: centre, radius: radius), entry.isFresh(at: now)
        {
            return nil
        }
        let rounded = { (degrees: Double) in (degrees * 1_000).rounded() / 1_000 }
        let step = 500.0
        let area = SourceArea(
            latitude: rounded(centre.latitude), longitude: rounded(centre.longitude),
            radius: Int(((radius + Self.roundingMetres) / step).rounded(.up) * step))
        return access.lookup(
            .overpass(area), id: "\(area.latitude),\(area.longitude),\(area.radius)",
            concurrencyMax: 2, tellsBoard: true)
    }

    /// The maximum distance by which rounding moves a position.
    private static let roundingMetres = 80.0

    func place(_ ref: String) -> Place? { areas.place(ref) }
}
