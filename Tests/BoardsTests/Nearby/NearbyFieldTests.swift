import JSON
import Sync
import TestSupport
import Testing

/// Problems of fields, in the order of the contract.
@Suite struct NearbyFieldTests {
    private var bench = NearbyBench()

    @Test mutating func `all problems of a favourite are told in order`() {
        expectEqual(
            bench.sentences(
                "add",
                [
                    "name": "", "rating": 5.5,
                    "notes": .string(String(repeating: "n", count: 2001)),
                    "tags": "pizza", "address": .string(String(repeating: "a", count: 201)),
                    "phone": "12", "url": "ftp://ada.example", "lat": 90.1, "lon": -180.5,
                    "stars": 5,
                ]),
            [
                "Name is a required field.", "Rating must be from 0.5 to 5 in halves",
                "Notes must be at most 2000 characters",
                "Tags must be at most 8, of 1 to 24 characters each",
                "Address must be at most 200 characters",
                "Phone must be a number with its country code, such as +1 201 555 0123",
                "Url must be an address that begins with http:// or https://",
                "Lat must be a number from -90 to 90", "Lon must be a number from -180 to 180",
                "Stars is not a field of this action",
            ])
    }

    @Test(
        arguments: [
            (
                "name", .string(String(repeating: "n", count: 81)),
                "Name must be at most 80 characters"
            ),
            ("name", "a\u{7}b", "Name must not contain control characters"),
            ("name", "\u{200B}", "Name is a required field."), ("rating", 0, nil),
            ("rating", 0.5, ""), ("rating", 4.25, nil), ("rating", "5", nil), ("rating", 5, ""),
            ("url", "https://ada.example/a?b#c", ""), ("url", "//ada.example", nil),
            ("url", .string("https://a.example/" + String(repeating: "x", count: 483)), nil),
            ("notes", "a\nb", ""), ("address", "", ""),
        ] as [(String, JSON, String?)])
    func `a field is taken or refused`(field: String, value: JSON, sentence: String?) {
        var arguments: [String: JSON] = ["name": "Ada"]
        arguments[field] = value
        let told = bench.sentences("add", arguments)
        // The default is the field's usual sentence.
        if let sentence { expectEqual(told, (sentence.isEmpty ? [] : [sentence])) }
        expectEqual(told.isEmpty, (sentence == ""))
    }

    @Test func `a position has both parts or none`() {
        expectEqual(
            bench.sentences("add", ["name": "Ada", "lat": 1]), ["Lon is a required field."])
        expectEqual(
            bench.sentences("add", ["name": "Ada", "lon": 1]), ["Lat is a required field."])
        expectEqual(bench.sentences("add", ["name": "Ada", "lon": .null, "lat": .null]), [])
        expectEqual(
            bench.sentences("edit", ["favourite": "f_1", "lat": 1, "lon": .null]),
            ["Lon is a required field."])
    }

    @Test func `a ref is given without what the source says`() {
        expectEqual(
            bench.sentences("add", ["ref": "osm:node/1", "name": "Ada"]),
            ["Ref can't be given with a name"])
        expectEqual(
            bench.sentences("add", ["ref": "osm:node/1", "address": "x", "lat": 1]),
            ["Address can't be given with a ref", "Lat can't be given with a ref"])
        expectEqual(bench.sentences("add", ["rating": 5]), ["Name is a required field."])
        expectEqual(
            bench.sentences("edit", ["favourite": "f_1", "ref": "osm:node/1", "notes": "x"]),
            ["Ref is not a field of this action"])
    }

    @Test func `rounds and friends have a title and a name`() {
        expectEqual(bench.sentences("open"), ["Title is a required field."])
        expectEqual(
            bench.sentences("open", ["title": "x", "when": "noon"]),
            ["When must be an instant, such as 2026-11-20T18:04:05.123Z"])
        expectEqual(
            bench.sentences("join"), ["Round is a required field.", "Name is a required field."])
    }

    @Test(
        arguments: [
            ("lat", 91, "Lat must be a number from -90 to 90"),
            ("radius", 99, "Radius must be an integer from 100 to 40000"),
            ("units", "ft", "Units must be one of auto, km, mi"),
            ("source", "google", "Source must be one of file, overpass, yelp"),
            (
                "overpassUrl", "overpass",
                "Overpass url must be an address that begins with http:// or https://"
            ),
            (
                "tileUrl", "https://tiles.example/{z}/{x}.png",
                "Tile url must be an address that has z, x and y in braces"
            ),
            ("tileUrl", "https://tiles.example/{z}/{x}/{y}.png?key=a", nil),
            ("guests", "yes", "Guests must be true or false"),
        ] as [(String, JSON, String?)])
    func `a setting is taken or refused`(name: String, value: JSON, sentence: String?) {
        let told = bench.sentences("configure", [name: value], by: NearbyBench.owner)
        expectEqual(told, (sentence.map { [$0] } ?? []))
    }

    @Test mutating func `a house has both parts of its position or none`() throws {
        let owner = NearbyBench.owner
        expectEqual(
            bench.sentences("configure", ["lat": 1], by: owner), ["Lon is a required field."])
        try bench.ask("configure", ["lat": 40.7, "lon": -74.3], by: owner)
        expectEqual(
            bench.sentences("configure", ["lon": .null], by: owner), ["Lon is a required field."])
        try bench.ask("configure", ["lat": 40.8], by: owner)
        let venue = bench.document("nearby/display")?["venue"]
        #expect(venue?["lat"] == 40.8)
        #expect(venue?["lon"] == -74.3)
        try bench.ask("configure", ["lat": .null, "lon": .null], by: owner)
        #expect(bench.document("nearby/display")?["venue"]?["lat"] == nil)
        expectEqual(bench.code("configure", ["units": "km"], by: NearbyBench.host), .forbidden)
    }

    @Test mutating func `a feed is only brought by the import of a file`() {
        expectEqual(
            bench.message(of: "import", ["feed": "njt", "kind": "stops"]),
            "Only the import of a file brings a feed")
        expectEqual(
            bench.sentences("import", ["feed": "A b", "kind": "trams"]),
            [
                "Feed must be 1 to 24 of a-z, 0-9 and -",
                "Kind must be one of stops, zips, places",
            ])
    }
}
