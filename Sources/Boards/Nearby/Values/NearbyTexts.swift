import BoardKit
import Destinations
import HouseBoard
import JSON
import Sync
import URIText

/// What a place, a round or a friend is called: 1 to 80 characters on one line.
struct NearbyName: NameText {
    let text: String
}

/// What the house notes of a favourite, or of a visit: up to 2,000 characters. Line breaks are legal.
typealias NearbyNotes = OptionalText<2_000, 8_000>

/// Where a place is: up to 200 characters on one line.
typealias PlaceAddress = OptionalLine<200, 800>

/// The address of a place's page on the web.
struct PlaceLink: TextValue {
    static let schema = WebAddress.schema

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let address = try? WebAddress(argument) else { throw Reason(.badURL) }
        text = address.text
    }

    var isEmpty: Bool { text.isEmpty }
}

/// The date of a visit. Whether it is in the future depends on the time zone, so that is judged later.
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

/// When a round closes. Whether it is in the future is judged later.
struct ClosingTime: ArgumentValue {
    static let schema = WritableInstant.schema

    let instant: Instant

    init(_ argument: JSON) throws(Reason) {
        guard let instant = argument.instant else { throw Reason(.badUntil) }
        self.instant = instant
    }
}

/// What a feed is called: 1 to 24 of `a-z 0-9 -`.
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

/// The address of the images of a map: `https://tiles.example.org/{z}/{x}/{y}.png`.
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

    /// Where one of the images is; `nil` if the template is none.
    static func image(of template: String) -> Destination? {
        try? Destination(places.reduce(template) { $0.replacing($1, with: "0") })
    }

    var isEmpty: Bool { text.isEmpty }
}

/// Whom to name beside the images of a map: up to 200 characters on one line.
typealias TileAttribution = OptionalLine<200, 8_000>

/// The key with which a source knows the owner.
typealias SourceKey = OptionalLine<300, 12_000>
