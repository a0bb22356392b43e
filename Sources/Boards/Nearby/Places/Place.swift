import BoardKit

/// The kind of a place (OpenStreetMap's `amenity`).
enum PlaceKind: String, SavedCase, Sendable {
    case restaurant, cafe
    case fastFood = "fast_food"
    case bar, pub
    case foodCourt = "food_court"
    case iceCream = "ice_cream"
}

/// A place to eat, as a source describes it. Unknown values are `nil`.
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
    /// The text of OpenStreetMap's `opening_hours`.
    var hours: String?
    /// The date or month of its opening: `2026-12-01`, `2026-12`.
    var openingDate: String?

    /// Whether it opens only after a date.
    ///
    /// - Parameter today: `2026-11-26`
    func opensAfter(_ today: String) -> Bool {
        openingDate.map { $0 > today } ?? false
    }

    /// Returns whether the place is open, or `nil` if the hours are unknown.
    func state(in week: LocalWeek) -> PlaceHours.State? {
        hours.flatMap(PlaceHours.init)?.state(in: week)
    }
}

/// The content of an import or a fetch: places, and the lines to draw below them.
struct PlaceFeed: Sendable, Equatable {
    var places: [Place] = []
    /// The positions of places without a name, which are only counted.
    var unnamed: [Coordinates] = []
    var lines: [BaseLine] = []
    /// The attribution to show with the data.
    var attribution: String?
    /// The time that the data dates from.
    var asOf: String?
    /// Whether places are missing, because the source stopped early or has too many.
    var isPartial = false
}

/// A line to draw on the map: a street, a railway, a river or a border.
struct BaseLine: Sendable, Equatable {
    enum Kind: String, SavedCase, Sendable {
        case street, rail, water
        /// Borders, and all other lines.
        case border
    }

    let kind: Kind
    /// The paths of the line. Outlines end where they begin.
    let paths: [[Coordinates]]
}
