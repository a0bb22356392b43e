import BoardKit
import Destinations
import JSON
import PlaceSources
import Sync

/// What is asked of a source, as the settings are now.
struct SourceJob: ConnectorJob {
    enum Question: Sendable, Equatable {
        /// Which places Overpass has in an area.
        case overpass(SourceArea)
        case yelp(YelpQuestion)
    }

    var question: Question
    /// Where the source is.
    var address: String
    var allowsPrivate: Bool
}

/// What a source has answered.
enum SourceResult: ConnectorResult {
    /// An area, which the board keeps.
    case fetched(FetchedArea)
    /// Places that are not kept: Overpass was broken off, or they are Yelp's.
    case found(FoundPlaces)
}

/// An area as it was fetched.
struct FetchedArea: Sendable, Equatable {
    let area: SourceArea
    let count: Int
    let content: ReferenceContent
}

/// Places for those who asked, and for nobody else.
struct FoundPlaces: Sendable, Equatable {
    let feed: PlaceFeed

    /// Takes a moment if there are many places.
    var stock: PlaceStock? {
        guard let stored = try? StoredPlaces(feed: StoredPlaces.feed(feed)) else { return nil }
        return PlaceStock(
            places: AreaContent(stored).index, asOf: feed.asOf, isPartial: feed.isPartial)
    }
}

/// Printing a result never shows content of a source.
extension SourceResult: CustomStringConvertible {
    var description: String {
        switch self {
        case .fetched(let area): "\(area.count) places fetched"
        case .found(let found): "\(found.feed.places.count) places found"
        }
    }
}
