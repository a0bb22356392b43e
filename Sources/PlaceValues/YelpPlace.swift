package import JSON
import PeerNumbers

/// A business as described by Yelp Fusion. Only its id may be stored; the rest may be kept in
/// memory for 24 hours.
public struct YelpPlace: Sendable, Equatable {
    public var id: String
    public var name: String
    /// In degrees.
    public var latitude: Double?
    public var longitude: Double?
    /// The aliases of the categories, such as `pizza`.
    public var categories: [String]
    /// The titles of the categories, such as `Pizza`.
    public var titles: [String]
    public var address: String?
    public var phone: String?
    public var url: String?
    /// The rating from 1 to 5, if there are reviews.
    public var rating: Double?
    public var reviews: Int?
    /// The price level, from 1 to 4 currency signs.
    public var price: Int?
    /// The opening hours in the form of OpenStreetMap's `opening_hours`, if known.
    public var hours: String?
    public var isClosedForGood: Bool

    /// Parses a business. Returns `nil` without an id or a name. A member of a wrong type and an
    /// empty text count as absent.
    package init?(_ json: JSON) {
        guard let id = json["id"]?.text, Self.isID(id), let name = Self.text(json["name"]) else {
            return nil
        }
        self.id = id
        self.name = name
        let coordinates = json["coordinates"]
        latitude = coordinates?["latitude"]?.double
        longitude = coordinates?["longitude"]?.double
        let categories = json["categories"]?.elements ?? []
        self.categories = categories.compactMap { Self.text($0["alias"]) }
        titles = categories.compactMap { Self.text($0["title"]) }
        let lines = json["location"]?["display_address"]?.elements ?? []
        address = Self.joined(lines.compactMap(Self.text))
        phone = Self.text(json["display_phone"]) ?? Self.text(json["phone"])
        url = Self.text(json["url"])
        reviews = json["review_count"]?.integer.flatMap {
            Untrusted($0).within(0...1_000_000_000)
        }
        let rating = json["rating"]?.double
        self.rating = (reviews ?? 0) > 0 ? rating.flatMap { (1...5).contains($0) ? $0 : nil } : nil
        price = Self.text(json["price"]).flatMap { (1...4).contains($0.count) ? $0.count : nil }
        hours = YelpHours.text(json["hours"])
        isClosedForGood = json["is_closed"]?.flag ?? false
    }

    /// Returns whether a text can be an id, which is safe in a URL and in a list of refs.
    public static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    private static func text(_ json: JSON?) -> String? {
        json?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func joined(_ lines: [String]) -> String? {
        lines.isEmpty ? nil : lines.joined(separator: ", ")
    }
}

extension JSON {
    fileprivate var double: Double? {
        if case .number(let number) = self { return number }
        return nil
    }
}

/// The regular opening hours of a business.
enum YelpHours {
    private static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// Returns the hours in OpenStreetMap's form, such as `Mo 11:30-15:00,17:30-22:00; Tu off`, or
    /// `nil` if there are none or some are invalid.
    static func text(_ json: JSON?) -> String? {
        let regular = json?.elements?.first { $0["hours_type"]?.text ?? "REGULAR" == "REGULAR" }
        guard let open = regular?["open"]?.elements, !open.isEmpty else { return nil }
        var ranges: [Int: [String]] = [:]
        for range in open {
            guard let day = range["day"]?.integer, days.indices.contains(day),
                let start = time(range["start"]), let end = time(range["end"])
            else { return nil }
            let isWholeDay = start == end
            ranges[day, default: []].append(isWholeDay ? "00:00-24:00" : "\(start)-\(end)")
        }
        return days.enumerated().map { day, name in
            let open = ranges[day].map { $0.sorted().joined(separator: ",") }
            return "\(name) \(open ?? "off")"
        }.joined(separator: "; ")
    }

    /// Converts `1730` to `17:30`.
    private static func time(_ json: JSON?) -> String? {
        guard let text = json?.text, text.utf8.count == 4,
            let number = Untrusted(text)?.within(0...2359), number % 100 < 60
        else { return nil }
        return text.prefix(2) + ":" + text.suffix(2)
    }
}
