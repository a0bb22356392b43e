import BoardKit
import Destinations
import HouseBoard
import JSON
import Sync
import URIText

/// The name of a place, a round or a friend: 1 to 80 characters on one line.
struct NearbyName: NameText {
    let text: String
}

/// The house's notes on a favourite or a visit: up to 2,000 characters. Line breaks are legal.
typealias NearbyNotes = OptionalText<2_000, 8_000>

/// The postal address of a place: up to 200 characters on one line.
typealias PlaceAddress = OptionalLine<200, 800>

/// The URL of a place's web page.
struct PlaceLink: TextValue {
    static let schema = WebAddress.schema

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let address = try? WebAddress(argument) else { throw Reason(.badURL) }
        text = address.text
    }

    var isEmpty: Bool { text.isEmpty }
}

/// The date of a visit. Whether it is in the future depends on the time zone, so that is checked
/// later.
struct VisitDate: ArgumentValue {
    static let schema = Schema(
        .text(charactersMin: 10, charactersMax: 10, pattern: #"^(19|20)\d{2}-\d{2}-\d{2}$"#))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, ["19", "20"].contains(text.prefix(2)),
            Instant(text + "T00:00:00Z") != nil
        else { throw Reason(.badVisitDate) }
        self.text = text
    }
}

/// The time at which a round closes. Whether it is in the future is checked later.
struct ClosingTime: ArgumentValue {
    static let schema = WritableInstant.schema

    let instant: Instant

    init(_ argument: JSON) throws(Reason) {
        guard let instant = argument.instant else { throw Reason(.badUntil) }
        self.instant = instant
    }
}

/// The name of a feed: 1 to 24 of `a-z 0-9 -`.
struct FeedName: ArgumentValue {
    static let schema = Schema(.text(charactersMin: 1, pattern: "^[a-z0-9-]{1,24}$"))
    /// The feed of an import that names none.
    static let main = "main"

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, (1...24).contains(text.utf8.count),
            text.utf8.allSatisfy(Self.isLegal)
        else { throw Reason(.badFeed) }
        self.text = text
    }

    private static func isLegal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// The URL of a map's images: `https://tiles.example.org/{z}/{x}/{y}.png`.
struct TileAddress: TextValue {
    static let schema = TypedAddress.schema(naming: ["z", "x", "y"])
    private static let places = ["{z}", "{x}", "{y}"]

    let text: String

    init(_ argument: JSON) throws(Reason) {
        let typed = argument.text.map { TypedAddress($0).text } ?? "-"
        let text = Self.places.reduce(typed) { text, place in
            text.replacing(PercentCoding.encode(place), with: place)
        }
        guard text.isEmpty || Self.places.allSatisfy(text.contains),
            text.isEmpty || Self.image(of: text) != nil
        else { throw Reason(.badTiles) }
        self.text = text
    }

    /// Returns the URL of one image, or `nil` if the template is invalid.
    static func image(of template: String) -> Destination? {
        try? Destination(places.reduce(template) { $0.replacing($1, with: "0") })
    }

    var isEmpty: Bool { text.isEmpty }
}

/// The attribution to show with a map's images: up to 200 characters on one line.
typealias TileAttribution = OptionalLine<200, 8_000>

/// The owner's API key at a source.
typealias SourceKey = OptionalLine<300, 12_000>
