/// Where places come from, as the owner has chosen.
enum PlaceSourceName: String, Sendable, CaseIterable, ArgumentValue {
    /// Imported files.
    case file
    /// OpenStreetMap, as it is now.
    case overpass
    case yelp
}

/// What a source knows about places.
protocol PlaceSource: Sendable {
    /// Whom to name beside its places.
    var attribution: String? { get }

    /// The places around a position; `nil` if the source does not have them now. It may take a while.
    func stock(around centre: Coordinates, radius: Double) -> PlaceStock?

    /// The place with this ref, if the source knows it now.
    func place(_ ref: String) -> Place?
}

/// Places of a source.
struct PlaceStock: Sendable {
    let places: PlaceIndex
    /// When they were as they are.
    let asOf: String?
    /// Whether they are shown because newer ones can't be had.
    var isStale = false
    /// Whether there are more that the source did not tell.
    var isPartial = false
}

/// Imported files.
extension FeedLibrary: PlaceSource {
    func stock(around centre: Coordinates, radius: Double) -> PlaceStock? {
        PlaceStock(places: indexes.value.places, asOf: asOf)
    }

    func place(_ ref: String) -> Place? { indexes.value.places.place(ref) }
}

/// A source that has nothing.
private struct AbsentSource: PlaceSource {
    var attribution: String? { nil }

    func stock(around centre: Coordinates, radius: Double) -> PlaceStock? { nil }

    func place(_ ref: String) -> Place? { nil }
}

extension Nearby {
    /// The source that the owner has chosen.
    var source: any PlaceSource {
        switch sourceName {
        case .file: feeds
        case .overpass, .yelp: AbsentSource()
        }
    }
}
