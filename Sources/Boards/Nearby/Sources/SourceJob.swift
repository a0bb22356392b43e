package import PlaceValues
import Sync

/// A question to a source, with the current settings.
package struct SourceJob: ConnectorJob {
    package enum Question: Sendable, Equatable {
        /// The places of an area, from Overpass.
        case overpass(SourceArea)
        case yelp(YelpQuestion)
    }

    package var question: Question
    package var address: String
    package var allowsPrivate: Bool

    /// The kinds of places to ask Overpass for: values of `amenity`.
    package static let kinds = PlaceKind.allCases.map(\.rawValue)
}

/// The answer of a source.
package enum SourceResult: ConnectorResult {
    /// An area, which the board stores.
    case fetched(FetchedArea)
    /// Places that are not stored, because Overpass was cut off or they are Yelp's.
    case found(FoundPlaces)
}

package struct FetchedArea: Sendable, Equatable {
    let area: SourceArea
    let count: Int
    let content: ReferenceContent
}

/// Places only for the requests that asked for them.
package struct FoundPlaces: Sendable, Equatable {
    let feed: PlaceFeed

    /// The places as a stock. Takes a while for many places.
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
