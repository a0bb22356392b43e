import BoardKit
import Destinations
import JSON

/// The tags of an element of OpenStreetMap.
struct PlaceTags {
    private let tags: [String: JSON]

    init(_ tags: [String: JSON]) { self.tags = tags }

    /// The text of the first tag that has one, on one line. Ignores tags with control characters or
    /// more than 255 characters, which OpenStreetMap does not have.
    subscript(names: String...) -> String? {
        for name in names {
            guard let written = tags[name]?.text else { continue }
            let text = TypedText(folding: written)
            guard text.hasCharacters(upTo: 255), !text.hasControlCharacters else { continue }
            return text.text
        }
        return nil
    }

    var hasAmenity: Bool { tags["amenity"] != nil || tags["disused:amenity"] != nil }

    /// The kind of place; `nil` unless it is a place to eat at present.
    var kind: PlaceKind? { self["amenity"].flatMap(PlaceKind.init(rawValue:)) }

    /// The kind of line that the element is drawn as.
    var lineKind: BaseLine.Kind {
        if tags["highway"] != nil { return .street }
        if tags["railway"] != nil { return .rail }
        let isWater =
            tags["waterway"] != nil || tags["water"] != nil
            || ["water", "coastline", "bay"].contains(self["natural"])
        return isWater ? .water : .border
    }

    func place(ref: String, name: String, kind: PlaceKind, position: Coordinates) -> Place {
        Place(
            ref: ref, name: name, position: position, kind: kind, cuisine: cuisine,
            address: address, phone: first("phone", "contact:phone"), url: url,
            wheelchair: wheelchair, hours: self["opening_hours"], openingDate: openingDate)
    }

    private var cuisine: [String] { values(of: self["cuisine"] ?? "") }

    private var address: String? {
        let parts = [
            [self["addr:housenumber"], self["addr:street"]],
            [self["addr:city"], self["addr:postcode"]],
        ].map { $0.compactMap { $0 }.joined(separator: " ") }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The place's web address. Characters that no URL may contain are escaped.
    private var url: String? {
        for name in ["website", "contact:website", "url"] {
            guard let text = first(name).map({ TypedAddress($0).text }),
                (try? Destination(text)) != nil
            else { continue }
            return text
        }
        return nil
    }

    private var wheelchair: String? {
        self["wheelchair"].flatMap { text in
            ["yes", "limited", "no", "designated"].contains(text) ? text : nil
        }
    }

    /// The opening date, which can be compared as a text: `2026-12-01`, `2026-12` or `2026`.
    private var openingDate: String? {
        guard let text = self["opening_date"] else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isDate =
            zip(parts, [4, 2, 2]).allSatisfy { part, count in
                part.utf8.count == count && part.utf8.allSatisfy(digits.contains)
            } && parts.count <= 3
        return isDate ? text : nil
    }

    /// Returns the first of a tag's values.
    private func first(_ names: String...) -> String? {
        for name in names {
            if let value = self[name].flatMap({ values(of: $0).first }) { return value }
        }
        return nil
    }

    private func values(of text: String) -> [String] { FeedList(text).texts }
}
