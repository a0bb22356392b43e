package import PlaceValues
import Sync

/// Converts the answers of sources.
extension SourceResult {
    /// Reads Overpass's answer about an area. Returns `nil` if it is malformed, or was cut off
    /// before the first place.
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

    package init(yelp finding: YelpFinding) { self = .found(FoundPlaces(finding)) }
}

extension FoundPlaces {
    /// Creates a result from Yelp's places that have a position.
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

    /// The kinds of places for Yelp's categories.
    private static let kinds: [String: PlaceKind] = [
        "cafes": .cafe, "coffee": .cafe, "bars": .bar, "cocktailbars": .bar, "wine_bars": .bar,
        "beerbar": .bar, "pubs": .pub, "gastropubs": .pub, "hotdogs": .fastFood,
        "foodcourt": .foodCourt, "icecream": .iceCream, "restaurants": .restaurant,
    ]
}
