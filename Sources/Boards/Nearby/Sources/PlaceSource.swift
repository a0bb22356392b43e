import BoardKit
import JSON
import Sync

/// The source of places that the owner has chosen.
enum PlaceSourceName: String, Sendable, CaseIterable, StoredValue {
    /// Imported files.
    case file
    /// OpenStreetMap's current data.
    case overpass
    case yelp
}

/// Places that a source has.
struct PlaceStock: Sendable {
    let places: PlaceIndex
    /// The time that the places date from.
    let asOf: String?
    /// Whether newer places should be fetched.
    var isStale = false
    /// Whether the source left out some places.
    var isPartial = false
}

/// A source of places, and the lookups for those that it lacks.
protocol PlaceSource: Sendable {
    /// The attribution to show with its places.
    var attribution: String? { get }

    /// Whether the address to ask is set.
    var hasAddress: Bool { get }

    /// Returns the places around a position, or `nil` if the source does not have them now. May
    /// take a while.
    func stock(around centre: Coordinates, radius: Double, at now: Instant) -> PlaceStock?

    /// Returns the lookup to make first, or `nil` if the stock can't be improved.
    func lookup(around centre: Coordinates, radius: Double, at now: Instant) -> Lookup?

    /// Returns the place with this ref, if the source has it now.
    func place(_ ref: String) -> Place?

    /// Returns the lookup of places that the source does not have now.
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

/// The access to a server of places.
struct SourceAccess: Sendable {
    /// The server, and since when it has these settings: a failure counts until they change.
    let server: String
    /// `nil` until the owner sets it.
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
