import BoardKit
import Foundation

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

/// The folded names and cuisines of places, for filters and for sorting by name.
struct PlaceTexts: Sendable {
    /// For each place the name and the cuisines, each with a byte after it that no text has.
    private var bytes: [UInt8] = []
    private var starts: [UInt32] = [0]

    private static let end: UInt8 = 0x0A

    mutating func append(_ place: Place) {
        for text in [place.name] + place.cuisine {
            bytes += FoldedText.foldWords(text).utf8
            bytes.append(Self.end)
        }
        starts.append(UInt32(bytes.count))
    }

    /// Whether a folded text is in the name or in a cuisine.
    func contains(_ text: String, row: Int) -> Bool { find(Array(text.utf8), row: row) }

    /// - Parameter cuisine: the whole of it, folded.
    func hasCuisine(_ cuisine: String, row: Int) -> Bool {
        find([Self.end] + Array(cuisine.utf8) + [Self.end], row: row)
    }

    /// The name in the order in which names are sorted.
    func name(row: Int) -> ArraySlice<UInt8> {
        bytes[Int(starts[row])..<Int(starts[row + 1])].prefix { $0 != Self.end }
    }

    /// The first eight bytes of the name as a number, which is compared faster.
    func beginning(row: Int) -> UInt64 {
        let name = name(row: row).prefix(8)
        let number = name.reduce(0) { $0 << 8 | UInt64($1) }
        return number << UInt64(8 * (8 - name.count))
    }

    private func find(_ text: [UInt8], row: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            UnsafeRawBufferPointer(rebasing: bytes[Int(starts[row])..<Int(starts[row + 1])])
                .firstOffset(of: text, from: 0) != nil
        }
    }
}
