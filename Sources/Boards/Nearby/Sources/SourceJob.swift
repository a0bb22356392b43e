package import PlaceValues
import Sync

/// What is asked of a source, as the settings are now.
package struct SourceJob: ConnectorJob {
    package enum Question: Sendable, Equatable {
        /// Which places Overpass has in an area.
        case overpass(SourceArea)
        case yelp(YelpQuestion)
    }

    package var question: Question
    /// Where the source is.
    package var address: String
    package var allowsPrivate: Bool

    /// The kinds of places that Overpass is asked for: values of `amenity`.
    package static let kinds = PlaceKind.allCases.map(\.rawValue)
}

/// What a source has answered.
package enum SourceResult: ConnectorResult {
    /// An area, which the board keeps.
    case fetched(FetchedArea)
    /// Places that are not kept: Overpass was broken off, or they are Yelp's.
    case found(FoundPlaces)
}

/// An area as it was fetched.
package struct FetchedArea: Sendable, Equatable {
    let area: SourceArea
    let count: Int
    let content: ReferenceContent
}

/// Places for those who asked, and for nobody else.
package struct FoundPlaces: Sendable, Equatable {
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
    package var description: String {
        switch self {
        case .fetched(let area): "\(area.count) places fetched"
        case .found(let found): "\(found.feed.places.count) places found"
        }
    }
}
