import Sync

/// What one asks for around a position.
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
}

/// A place as it is seen from a position at an instant.
struct PlaceFound: Sendable, Equatable {
    let place: Place
    let metres: Double
    /// `nil` if the hours are unknown.
    let isOpen: Bool?
    let closesAt: Instant?

    init(_ place: Place, metres: Double, in week: LocalWeek) {
        self.place = place
        self.metres = metres
        let state = place.state(in: week)
        isOpen = state?.isOpen
        closesAt = state?.closesAt
    }

    var walk: Int { Coordinates.walk(metres: metres) }
}

/// The filters and the order of a query, with its texts folded once.
struct PlaceChoice {
    /// A place within the radius.
    struct Candidate {
        let place: Place
        let metres: Double
    }

    private let query: PlaceQuery
    private let text: String
    private let cuisine: String?

    init(_ query: PlaceQuery) {
        self.query = query
        text = FoldedText.foldWords(query.text ?? "")
        cuisine = query.cuisine.map(FoldedText.foldWords)
    }

    /// Whether more than positions and kinds is needed to choose and to sort.
    var needsPlaces: Bool {
        query.isOpen || query.priceMax != nil || query.ratingMin != nil || cuisine != nil
            || !text.isEmpty || query.sort != .distance
    }

    /// Whether a place is known to pass the filters.
    func keeps(_ place: Place, in week: LocalWeek) -> Bool {
        if let most = query.priceMax, place.price.map({ $0 > most }) ?? true { return false }
        if let least = query.ratingMin, place.rating.map({ $0 < least }) ?? true { return false }
        let cuisines = cuisine == nil && text.isEmpty ? [] : place.cuisine.map(FoldedText.foldWords)
        if let cuisine, !cuisines.contains(cuisine) { return false }
        if !text.isEmpty, !cuisines.contains(where: { $0.contains(text) }),
            !FoldedText.foldWords(place.name).contains(text)
        {
            return false
        }
        return !query.isOpen || place.state(in: week)?.isOpen ?? false
    }

    /// Sorts what is in the order of the refs: the unknown last, and equal ones by their distance.
    func sorted(_ candidates: [Candidate]) -> [Candidate] {
        switch query.sort {
        case .distance: candidates.sorted { $0.metres < $1.metres }
        case .rating: sorted(candidates) { $0.rating.map { -$0 } ?? .infinity }
        case .price: sorted(candidates) { $0.price.map(Double.init) ?? .infinity }
        case .name:
            candidates.map { (Array(FoldedText.foldWords($0.place.name).utf8), $0) }
                .sorted { one, other in
                    one.0 == other.0
                        ? one.1.metres < other.1.metres
                        : one.0.lexicographicallyPrecedes(other.0)
                }.map(\.1)
        }
    }

    private func sorted(
        _ candidates: [Candidate], by key: (Place) -> Double
    ) -> [Candidate] {
        candidates.map { (key($0.place), $0) }
            .sorted { ($0.0, $0.1.metres) < ($1.0, $1.1.metres) }.map(\.1)
    }
}
