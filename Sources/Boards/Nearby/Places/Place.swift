import BoardKit

/// What a place is (OpenStreetMap's `amenity`).
enum PlaceKind: String, SavedCase, Sendable {
    case restaurant, cafe
    case fastFood = "fast_food"
    case bar, pub
    case foodCourt = "food_court"
    case iceCream = "ice_cream"
}

/// Somewhere to eat, as a source has it. What the source does not say is `nil`.
struct Place: Sendable, Equatable {
    /// `osm:node/900000000018`
    let ref: String
    let name: String
    let position: Coordinates
    var kind: PlaceKind?
    var cuisine: [String] = []
    var address: String?
    var phone: String?
    /// An address that begins with `http://` or `https://`.
    var url: String?
    var rating: Double?
    var reviews: Int?
    /// 1 to 4.
    var price: Int?
    /// `yes`, `limited`, `no` or `designated`.
    var wheelchair: String?
    /// OpenStreetMap's `opening_hours`, as it is written.
    var hours: String?
    /// The date or the month from which it is open: `2026-12-01`, `2026-12`.
    var openingDate: String?

    /// Whether it opens only after a date.
    ///
    /// - Parameter today: `2026-11-26`
    func opensAfter(_ today: String) -> Bool {
        openingDate.map { $0 > today } ?? false
    }

    /// Returns `nil` if the hours are unknown.
    func state(in week: LocalWeek) -> PlaceHours.State? {
        hours.flatMap(PlaceHours.init)?.state(in: week)
    }
}

/// What an import or a fetch brings: places, and what is drawn below them.
struct PlaceFeed: Sendable, Equatable {
    var places: [Place] = []
    /// Where places without a name are, which are only counted.
    var unnamed: [Coordinates] = []
    var lines: [BaseLine] = []
    /// Whom to name beside the data.
    var attribution: String?
    /// When the data was as it is.
    var asOf: String?
    /// Whether places are missing, because the source stopped early or has too many.
    var isPartial = false
}

/// A street, a railway, a river, a border: something with a form that is drawn on the map.
struct BaseLine: Sendable, Equatable {
    enum Kind: String, SavedCase, Sendable {
        case street, rail, water
        /// Borders, and everything else.
        case border
    }

    let kind: Kind
    /// The lines of which it consists. Outlines end where they begin.
    let paths: [[Coordinates]]
}
