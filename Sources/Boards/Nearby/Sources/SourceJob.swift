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

/// What sources answer, as the board takes it.
extension SourceResult {
    /// Reads the answer of Overpass about an area. Returns `nil` if it is of no use: it makes no
    /// sense, or was broken off before the first place.
    ///
    /// - Parameter sha256: returns the digest of bytes, as hexadecimal digits.
    package init?(
        overpass answer: [UInt8], in area: SourceArea, sha256: ([UInt8]) -> String
    ) {
        guard let file = try? PlaceFile(answer) else { return nil }
        if file.isCutShort {
            guard !file.feed.places.isEmpty else { return nil }
            self = .found(FoundPlaces(feed: file.feed))
            return
        }
        let bytes = StoredPlaces.feed(file.feed)
        guard let stored = try? StoredPlaces(feed: bytes) else { return nil }
        self = .fetched(
            FetchedArea(
                area: area, count: file.feed.places.count,
                content: ReferenceContent(
                    bytes, digest: sha256(bytes), reading: AreaContent(stored))))
    }

    /// Takes what Yelp has found.
    package init(yelp finding: YelpFinding) { self = .found(FoundPlaces(finding)) }
}

extension FoundPlaces {
    /// Yelp's places that have a position.
    fileprivate init(_ finding: YelpFinding) {
        var feed = PlaceFeed(places: finding.places.compactMap(Place.init(_:)))
        feed.asOf = Instant(milliseconds: finding.fetchedAt * 1_000).description
        self.init(feed: feed)
    }
}

extension Place {
    /// Returns `nil` for a business without a position.
    fileprivate init?(_ business: YelpPlace) {
        guard let latitude = business.latitude, let longitude = business.longitude,
            let position = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(
            ref: "yelp:" + business.id, name: business.name, position: position,
            kind: business.categories.lazy.compactMap { Self.kinds[$0] }.first,
            cuisine: business.titles, address: business.address, phone: business.phone,
            url: business.url, rating: business.rating, reviews: business.reviews,
            price: business.price, hours: business.hours)
    }

    /// Yelp's categories that say what kind of place it is.
    private static let kinds: [String: PlaceKind] = [
        "cafes": .cafe, "coffee": .cafe, "bars": .bar, "cocktailbars": .bar, "wine_bars": .bar,
        "beerbar": .bar, "pubs": .pub, "gastropubs": .pub, "hotdogs": .fastFood,
        "foodcourt": .foodCourt, "icecream": .iceCream, "restaurants": .restaurant,
    ]
}
