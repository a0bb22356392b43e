import Locks

/// The indexes of all feeds. They are made once, on first use, because that takes a while.
final class FeedIndexes: Sendable {
    struct Made: Sendable {
        let stops: StopIndex
        let places: PlaceIndex
        let base: BaseMap
    }

    let digests: [FeedKey: String]
    private let contents: [FeedKey: FeedContent]
    private let made = Locked<Made?>(nil)

    /// - Parameter contents: the feeds that are loaded.
    init(_ contents: [FeedKey: FeedContent], digests: [FeedKey: String]) {
        self.contents = contents
        self.digests = digests
    }

    var value: Made {
        made.with { made in
            if let made { return made }
            let new = make()
            made = new
            return new
        }
    }

    private func make() -> Made {
        var stops: [(name: String, rows: StoredRows<Stop>)] = []
        var zips: [StoredRows<Zip>] = []
        var places: [StoredPlaces] = []
        for (key, content) in contents.sorted(by: { $0.key < $1.key }) {
            switch content {
            case .stops(let rows): stops.append((key.name, rows))
            case .zips(let rows): zips.append(rows)
            case .places(let stored): places.append(stored)
            }
        }
        return Made(
            stops: StopIndex(stops: stops, zips: zips),
            places: PlaceIndex(places.map(\.places), unnamed: places.map(\.unnamed)),
            base: BaseMap(places.map(\.lines)))
    }
}
