import BoardKit
import JSON
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
