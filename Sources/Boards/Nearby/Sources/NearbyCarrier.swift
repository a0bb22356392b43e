import BoardKit
import Destinations
import PlaceSources
import Sync

/// Asks the sources of all venues.
///
/// Yelp's answers stay here, in memory, for as long as they may.
struct NearbyCarrier: ConnectorCarrier {
    private let overpass: OverpassClient
    private let yelp: YelpSource
    private let sha256: @Sendable ([UInt8]) -> String

    /// The name of the setting in the store of secrets.
    private static let yelpKey = "settings/yelpKey"

    init(_ surroundings: OutgoingSurroundings) {
        overpass = OverpassClient(surroundings)
        yelp = YelpSource(surroundings)
        sha256 = surroundings.sha256
    }

    func known(_ job: any ConnectorJob) -> (any ConnectorResult)? {
        guard let job = job as? SourceJob, case .yelp(let question) = job.question else {
            return nil
        }
        return yelp.known(question, at: job.address).map { SourceResult.found(FoundPlaces($0)) }
    }

    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer {
        guard let job = job as? SourceJob else { return .failed(.unknownTarget, secondsMin: nil) }
        do throws(SourceTrouble) {
            switch job.question {
            case .overpass(let area): return .done([try fetch(area, job)])
            case .yelp(let question):
                guard let key = try? secrets.secret(Self.yelpKey) else {
                    return .failed(.unreadable, secondsMin: nil)
                }
                let finding = try yelp.answer(
                    question, at: job.address, key: key, allowsPrivate: job.allowsPrivate)
                return .done([SourceResult.found(FoundPlaces(finding))])
            }
        } catch {
            return .failed(EffectFailure(error.failure), secondsMin: error.secondsMin)
        }
    }

    private func fetch(_ area: SourceArea, _ job: SourceJob) throws(SourceTrouble) -> SourceResult {
        let answer = try overpass.places(
            in: area, kinds: PlaceKind.allCases.map(\.rawValue), at: job.address,
            allowsPrivate: job.allowsPrivate)
        guard let file = try? PlaceFile(answer) else { throw SourceTrouble(.notWhole) }
        if file.isCutShort {
            guard !file.feed.places.isEmpty else { throw SourceTrouble(.notWhole) }
            return .found(FoundPlaces(feed: file.feed))
        }
        let bytes = StoredPlaces.feed(file.feed)
        guard let stored = try? StoredPlaces(feed: bytes) else { throw SourceTrouble(.notWhole) }
        return .fetched(
            FetchedArea(
                area: area, count: file.feed.places.count,
                content: ReferenceContent(
                    bytes, digest: sha256(bytes), reading: AreaContent(stored))))
    }
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
