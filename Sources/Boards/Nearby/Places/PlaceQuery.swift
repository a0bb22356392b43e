import Sync

/// A request for places around a position.
struct PlaceQuery: Sendable {
    enum Sort: String, CaseIterable, Sendable { case distance, rating, price, name }

    let centre: Coordinates
    let radius: Double
    var sort = Sort.distance
    var isOpen = false
    var kind: PlaceKind?
    var cuisine: String?
    var priceMax: Int?
    var ratingMin: Double?
    /// A part of the name or of a cuisine.
    var text: String?
    var limit = 200

    init(centre: Coordinates, radius: Double) {
        self.centre = centre
        self.radius = radius
    }

    /// Whether filtering or sorting needs ratings, prices or hours.
    var needsPlaces: Bool {
        isOpen || priceMax != nil || ratingMin != nil || sort == .rating || sort == .price
    }

    /// Returns the sort key by rating or price. Unknown values come last.
    func key(of place: Place) -> Double {
        switch sort {
        case .rating: place.rating.map { -$0 } ?? .infinity
        case .price: place.price.map(Double.init) ?? .infinity
        case .distance, .name: 0
        }
    }

    /// Whether a place passes the filters by rating, price and hours. Unknown values do not pass.
    func keeps(_ place: Place, in week: LocalWeek) -> Bool {
        if let priceMax, place.price.map({ $0 > priceMax }) ?? true { return false }
        if let ratingMin, place.rating.map({ $0 < ratingMin }) ?? true { return false }
        return !isOpen || place.state(in: week)?.isOpen ?? false
    }
}

/// A place as seen from a position at an instant.
struct PlaceFound: Sendable, Equatable {
    let place: Place
    /// The distance; `nil` without a position.
    let metres: Double?
    /// `nil` if the hours are unknown.
    let isOpen: Bool?
    let closesAt: Instant?

    init(_ place: Place, metres: Double?, in week: LocalWeek) {
        self.place = place
        self.metres = metres
        let state = place.state(in: week)
        isOpen = state?.isOpen
        closesAt = state?.closesAt
    }

    var walk: Int? { metres.map(Coordinates.walk(metres:)) }
}
