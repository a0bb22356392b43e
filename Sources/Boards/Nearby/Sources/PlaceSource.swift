import BoardKit
import Foundation
import JSON
import PlaceValues
import Sync

/// Where places come from, as the owner has chosen.
enum PlaceSourceName: String, Sendable, CaseIterable, StoredValue {
    /// Imported files.
    case file
    /// OpenStreetMap, as it is now.
    case overpass
    case yelp
}

/// Places of a source.
struct PlaceStock: Sendable {
    let places: PlaceIndex
    /// When they were as they are.
    let asOf: String?
    /// Whether newer ones should be had.
    var isStale = false
    /// Whether there are more that the source did not tell.
    var isPartial = false
}

/// What a source knows about places, and how it is asked for more.
protocol PlaceSource: Sendable {
    /// Whom to name beside its places.
    var attribution: String? { get }

    /// Whether it is known where to ask.
    var hasAddress: Bool { get }

    /// The places around a position; `nil` if the source does not have them now. It may take a while.
    func stock(around centre: Coordinates, radius: Double, at now: Instant) -> PlaceStock?

    /// What to ask first; `nil` if the stock is as good as it can be.
    func lookup(around centre: Coordinates, radius: Double, at now: Instant) -> Lookup?

    /// The place with this ref, if the source has it now.
    func place(_ ref: String) -> Place?

    /// What to ask for places that the source does not have now.
    func lookup(ofRefs refs: [String]) -> Lookup?
}

extension PlaceSource {
    var hasAddress: Bool { true }

    func lookup(around centre: Coordinates, radius: Double, at now: Instant) -> Lookup? { nil }

    func place(_ ref: String) -> Place? { nil }

    func lookup(ofRefs refs: [String]) -> Lookup? { nil }
}

/// Imported files.
extension FeedLibrary: PlaceSource {
    func stock(around centre: Coordinates, radius: Double, at now: Instant) -> PlaceStock? {
        PlaceStock(places: indexes.value.places, asOf: asOf, isPartial: isPartial)
    }

    func place(_ ref: String) -> Place? { indexes.value.places.place(ref) }
}

extension Nearby {
    /// The source that the owner has chosen.
    var source: any PlaceSource {
        switch sourceName {
        case .file: feeds
        case .overpass: OverpassSource(areas: areas, access: access("overpassUrl"))
        case .yelp: YelpPlaces(access: access("yelpUrl"))
        }
    }

    private func access(_ setting: String) -> SourceAccess {
        SourceAccess(
            server: "\(sourceName.rawValue) \(sourceHealth.settingsRev)",
            address: boardSettings?[setting]?.text,
            allowsPrivate: boardSettings?["allowPrivate"]?.flag ?? false)
    }
}

/// How a server of places is asked.
struct SourceAccess: Sendable {
    /// The server, and since when it has these settings: a failure counts until they change.
    let server: String
    /// `nil` if the owner has set none.
    let address: String?
    let allowsPrivate: Bool

    func lookup(
        _ question: SourceJob.Question, id: String, concurrencyMax: Int, tellsBoard: Bool
    ) -> Lookup? {
        guard let address else { return nil }
        return Lookup(
            id: id, server: server, concurrencyMax: concurrencyMax,
            job: SourceJob(question: question, address: address, allowsPrivate: allowsPrivate),
            tellsBoard: tellsBoard, action: NearbyAction.report.rawValue)
    }
}

/// OpenStreetMap, asked area by area. What was fetched is kept.
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

    /// Asks for somewhat more than the circle, so that the next phone a few metres further is
    /// answered with it too.
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

    /// How far rounding moves a position at most.
    private static let roundingMetres = 80.0

    func place(_ ref: String) -> Place? { areas.place(ref) }
}

/// Yelp, of whose places nothing is kept here.
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

    /// Yelp's id of a place; `nil` for a ref of another source.
    static func id(ofRef ref: String) -> String? {
        guard let ref = PlaceRef(ref), ref.origin == .yelp else { return nil }
        let id = String(ref.text.dropFirst(ref.origin.rawValue.count + 1))
        return YelpPlace.isID(id) ? id : nil
    }

    /// The address of a place's page at Yelp; `nil` for a ref of another source.
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
