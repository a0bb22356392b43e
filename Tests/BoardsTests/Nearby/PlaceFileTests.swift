import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct PlaceFileTests {
    private func read(_ text: String, countMax: Int = 100) throws(FeedFault) -> PlaceFile {
        try PlaceFile(Array(text.utf8), countMax: countMax)
    }

    private func overpass(_ elements: String...) throws(FeedFault) -> PlaceFile {
        try read("{\"elements\":[\(elements.joined(separator: ",\n"))]}")
    }

    /// Returns the place of an element with these tags.
    private func place(_ tags: String) throws -> Place? {
        try overpass(
            "{\"type\":\"node\",\"id\":1,\"lat\":1,\"lon\":2,\"tags\":{\(tags)}}"
        ).feed.places.first
    }

    private let bar = #""amenity":"bar","name":"The Bar""#

    @Test func `an Overpass element becomes a place with the values of its tags`() throws {
        let file = try read(
            """
            {"version":0.6,"osm3s":{"timestamp_osm_base":"2026-05-04T10:00:00Z",
             "copyright":"The data is made available under ODbL."},
             "elements":[{"type":"node","id":900000000018,"lat":40.7354249,"lon":-74.0659792,
              "tags":{"amenity":"fast_food","name":" Roti  Turntable ","cuisine":"pizza; kebab;;",
              "addr:housenumber":"533","addr:street":"River Ter","addr:city":"Hoboken",
              "addr:postcode":"07030","contact:phone":"+1 201-555-0121; +1 201-555-0122",
              "website":"https://roti.example/?a=1","wheelchair":"limited",
              "opening_hours":"24/7","opening_date":"2026-12-01"}}]}
            """)
        let position = try #require(Coordinates("40.7354249,-74.0659792"))
        expectEqual(
            file.feed,
            PlaceFeed(
                places: [
                    Place(
                        ref: "osm:node/900000000018", name: "Roti Turntable",
                        position: position, kind: .fastFood, cuisine: ["pizza", "kebab"],
                        address: "533 River Ter, Hoboken 07030", phone: "+1 201-555-0121",
                        url: "https://roti.example/?a=1", wheelchair: "limited",
                        hours: "24/7", openingDate: "2026-12-01")
                ], attribution: "The data is made available under ODbL.",
                asOf: "2026-05-04T10:00:00Z"))
        #expect(file.problems.isEmpty)
    }

    @Test(arguments: PlaceKind.allCases)
    func `a place has one of the known kinds`(kind: PlaceKind) throws {
        try expectEqual(place("\"amenity\":\"\(kind.rawValue)\",\"name\":\"A\"")?.kind, kind)
    }

    @Test func `elements that are not, or no longer, places to eat are left out`() throws {
        for tags in [
            #""amenity":"bench","name":"A""#, #""disused:amenity":"bar","name":"A""#,
            #""name":"A""#, #""amenity":7,"name":"A""#, "",
        ] {
            let file = try overpass(
                "{\"type\":\"node\",\"id\":1,\"lat\":1,\"lon\":2,\"tags\":{\(tags)}}", "7")
            #expect(file.isEmpty && file.problems.isEmpty, "\(tags)")
        }
    }

    @Test func `prefers the local name, then the English one, and counts places without a name`()
        throws
    {
        try expectEqual(place(#""amenity":"bar","name":"Á","name:en":"A""#)?.name, "Á")
        try expectEqual(place(#""amenity":"bar","name":" ","name:en":"A""#)?.name, "A")
        let file = try overpass(
            #"{"type":"node","id":1,"lat":1,"lon":2,"tags":{"amenity":"bar"}}"#,
            #"{"type":"node","id":2,"lat":3,"lon":4,"tags":{"amenity":"bar","name:de":"X"}}"#)
        #expect(file.feed.places.isEmpty)
        expectEqual(file.feed.unnamed, [Coordinates("1,2"), Coordinates("3,4")])
    }

    @Test func `an address consists of the available parts`() throws {
        let parts = [
            (#""addr:street":"Elm St""#, "Elm St"), (#""addr:housenumber":"1""#, "1"),
            (#""addr:city":"Hoboken""#, "Hoboken"),
            (#""addr:street":"Elm St","addr:postcode":"07030""#, "Elm St, 07030"),
        ]
        for (tags, address) in parts { try expectEqual(place("\(bar),\(tags)")?.address, address) }
        try expectNil(place(bar)?.address)
    }

    @Test func `only web addresses become links`() throws {
        let good = [
            ("http://a.example", "http://a.example"),
            ("https://a.example/ä <x>?b#c", "https://a.example/%C3%A4%20%3Cx%3E?b#c"),
            ("https://[2001:db8::1]/; https://b.example", "https://[2001:db8::1]/"),
        ]
        for (url, link) in good {
            try expectEqual(place("\(bar),\"url\":\"\(url)\"")?.url, link)
            try expectEqual(
                place("\(bar),\"contact:website\":\"\(url)\",\"website\":\"x\"")?.url, link)
        }
        let bad = [
            "www.a.example", "javascript:alert(1)", "https://", "https:///x", "http://a b",
            "ftp://a.example", "//a.example", "https://u@a.example", "http:// a.example",
            "https://" + String(repeating: "a", count: 500) + ".example",
        ]
        for url in bad {
            try expectNil(place("\(bar),\"website\":\"\(url)\"")?.url, "\(url)")
        }
    }

    @Test func `a malformed value is treated as absent`() throws {
        let odd = try place(#"\#(bar),"wheelchair":"maybe","opening_date":"soon","cuisine":";""#)
        #expect(odd?.wheelchair == nil && odd?.openingDate == nil && odd?.cuisine == [])
        try expectNil(place(#"\#(bar),"phone":"a\u0000b""#)?.phone)
    }

    @Test(arguments: ["1e308", "-1e308", "9223372036854775807", "-9223372036854775808"])
    func `an impossible number is treated as absent`(number: String) throws {
        let file = try overpass(
            "{\"type\":\"node\",\"id\":\(number),\"lat\":1,\"lon\":2,\"tags\":{\(bar)}}",
            "{\"type\":\"node\",\"id\":7,\"lat\":\(number),\"lon\":\(number),\"tags\":{\(bar)}}",
            "{\"type\":\"way\",\"id\":8,\"tags\":{},\"geometry\":[{\"lat\":\(number),\"lon\":2}]}")
        expectEqual(file.feed.places.map(\.ref), ["osm:feature/1"])
        expectEqual(file.problems.lines, ["line 2: The place has no position"])
        expectEqual(file.feed.lines, [])
    }

    @Test func `an opening date is a day, a month or a year`() throws {
        for (date, isLater) in [
            ("2026-11-26", false), ("2026-11-27", true), ("2026-11", false), ("2026-12", true),
            ("2026", false), ("2027", true), ("1 Dec 2026", false), ("2026-12-1", false),
        ] {
            let place = try place("\(bar),\"opening_date\":\"\(date)\"")
            expectEqual(place?.opensAfter("2026-11-26"), isLater, "\(date)")
        }
    }

    @Test func `a way or a relation is at its center, or in the middle of its geometry`() throws {
        let tags = "\"tags\":{\(bar)}"
        let geometry = #""geometry":[{"lat":1,"lon":2},{"lat":3,"lon":8},null,{"lat":1,"lon":2}]"#
        let file = try overpass(
            "{\"type\":\"way\",\"id\":1,\"center\":{\"lat\":5,\"lon\":6},\(geometry),\(tags)}",
            "{\"type\":\"way\",\"id\":2,\(geometry),\(tags)}",
            "{\"type\":\"relation\",\"id\":3,\"members\":[{\(geometry)},{}],\(tags)}",
            "{\"type\":\"way\",\"id\":4,\"geometry\":[{\"lat\":1,\"lon\":179},"
                + "{\"lat\":1,\"lon\":-177}],\(tags)}",
            "{\"type\":\"way\",\"id\":5,\(tags)}",
            "{\"type\":\"node\",\"id\":6,\"lat\":91,\"lon\":0,\(tags)}")
        expectEqual(
            file.feed.places.map(\.ref),
            [
                "osm:way/1", "osm:way/2", "osm:relation/3", "osm:way/4",
            ])
        expectEqual(
            file.feed.places.map(\.position),
            [
                Coordinates("5,6"), Coordinates("2,5"), Coordinates("2,5"), Coordinates("1,-179"),
            ])
        expectEqual(
            file.problems.lines,
            [
                "line 5: The place has no position", "line 6: The place has no position",
            ])
    }

    @Test func `the last element with an id replaces earlier ones`() throws {
        let node = #"{"type":"node","id":1,"lat":1,"lon":2,"tags":"#
        let file = try overpass(
            node + #"{"amenity":"bar","name":"A"}}"#,
            #"{"type":"way","id":1,"center":{"lat":1,"lon":2},"tags":{"amenity":"pub","name":"W"}}"#,
            node + #"{"amenity":"cafe","name":"B"}}"#)
        expectEqual(file.feed.places.map(\.name), ["B", "W"])
        #expect(
            try overpass(
                node + #"{"amenity":"bar","name":"A"}}"#, node + #"{"amenity":"bench"}}"#
            ).isEmpty)
    }

    @Test func `elements without an id are numbered in the order of the file`() throws {
        let file = try overpass(
            "{}", #"{"lat":1,"lon":2,"tags":{"amenity":"bar","name":"A"}}"#,
            #"{"type":"area","id":1,"lat":1,"lon":2,"tags":{"amenity":"bar","name":"B"}}"#)
        expectEqual(file.feed.places.map(\.ref), ["osm:feature/2", "osm:feature/3"])
    }

    private func feature(_ properties: String, _ geometry: String, id: String = "") -> String {
        "{\"type\":\"Feature\",\(id)\"properties\":{\(properties)},\"geometry\":\(geometry)}"
    }

    private func collection(_ features: String...) throws(FeedFault) -> PlaceFile {
        try read(
            "{\"type\":\"FeatureCollection\",\"attribution\":\"Census\",\"features\":["
                + features.joined(separator: ",\n") + "]}")
    }

    @Test func `GeoJSON properties are the tags, and one of them the ref`() throws {
        let point = #"{"type":"Point","coordinates":[2,1,30]}"#
        let square = #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2],[0,2],[0,0]]]}"#
        let file = try collection(
            feature("\(bar),\"@id\":\"node/7\",\"id\":\"x\"", point),
            feature("\(bar),\"id\":\"way/8\"", square, id: "\"id\":\"y\","),
            feature(bar, point, id: "\"id\":9,"), feature(bar, point),
            feature("\(bar),\"id\":\"a,b\"", point),
            feature("\(bar),\"id\":\"osm:node/10\"", point), feature("\(bar),\"id\":\"n\"", "null"))
        expectEqual(
            file.feed.places.map(\.ref),
            [
                "osm:node/7", "osm:way/8", "osm:9", "osm:feature/4", "osm:feature/5",
                "osm:node/10",
            ])
        expectEqual(
            file.feed.places.map(\.position).prefix(2), [Coordinates("1,2"), Coordinates("1,2")])
        expectEqual(file.feed.attribution, "Census")
        expectEqual(file.problems.lines, ["line 7: The place has no position"])
    }

    @Test func `lines and outlines without an amenity form the base map`() throws {
        let path = #"{"type":"LineString","coordinates":[[2,1],[3,1]]}"#
        let area = #"{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[0,0]]],[[[5,5],[6,6]]]]}"#
        let file = try collection(
            feature(#""highway":"residential","name":"Elm St""#, path),
            feature(#""railway":"rail""#, path), feature(#""natural":"water""#, area),
            feature(#""waterway":"river""#, path), feature(#""name":"Essex""#, area),
            feature(#""amenity":"parking""#, area),
            feature(#""name":"A point""#, #"{"type":"Point","coordinates":[2,1]}"#),
            feature(
                "", "{\"type\":\"GeometryCollection\",\"geometries\":[\(path),\(area)]}"))
        expectEqual(
            file.feed.lines.map(\.kind), [.street, .rail, .water, .water, .border, .border])
        expectEqual(file.feed.lines.map(\.paths.count), [1, 1, 2, 1, 2, 3])
        expectEqual(
            file.feed.lines[0].paths,
            [
                [Coordinates("1,2"), Coordinates("1,3")].compactMap { $0 }
            ])
        let ways = try overpass(
            #"{"type":"way","id":1,"tags":{"highway":"path"},"geometry":[{"lat":1,"lon":2},"#
                + #"{"lat":1,"lon":3},null,{"lat":1,"lon":5},{"lat":1,"lon":6}]}"#,
            #"{"type":"way","id":2,"tags":{"highway":"path"},"center":{"lat":1,"lon":2}}"#)
        expectEqual(ways.feed.lines.map(\.paths.count), [2])
    }

    @Test func `places beyond a feed's limit are problems`() throws {
        let nodes = (1...4).map {
            "{\"type\":\"node\",\"id\":\($0 % 3),\"lat\":1,\"lon\":2,\"tags\":{\(bar)}}"
        }.joined(separator: ",\n")
        let file = try read("{\"elements\":[\(nodes)]}", countMax: 2)
        expectEqual(file.feed.places.map(\.ref), ["osm:node/1", "osm:node/2"])
        expectEqual(file.problems.lines, ["line 3: A feed has at most 2 places"])
        #expect(file.feed.isPartial)
        let unnamed = try read(
            "{\"elements\":[\(nodes.replacing("name", with: "n"))]}", countMax: 2)
        expectEqual(
            unnamed.problems.lines, ["line 3: A feed has at most 2 places without a name"])
        expectEqual(PlaceFile.countMax, 50_000)
    }

    @Test func `a remark shows that the answer was cut short`() throws {
        let file = try read(
            #"{"elements":[],"remark":"runtime error: Query timed out in \"query\" at line 3"}"#)
        #expect(file.isEmpty && file.isCutShort && file.feed.isPartial)
        let remark = "runtime error: Query timed out in \"query\" at line 3"
        expectEqual(file.remark, remark)
        expectEqual(file.problems.lines, ["remark: " + remark])
        #expect(try !overpass().isCutShort)
    }

    @Test func `rejects a file of another kind and says what was expected`() {
        let expected = FeedFault(
            .wrongKind, "The file must be Overpass JSON or a GeoJSON FeatureCollection")
        for text in [
            "", "[]", "<html>", "{}", #"{"type":"Feature","features":[]}"#, #"{"elements":{}}"#,
        ] {
            #expect(throws: expected, "\(text)") { try read(text) }
        }
        let cut = FeedFault(.unreadable, "The text ends where a value should be (line 2)")
        #expect(throws: cut) { try read("{\"elements\":[\n") }
    }

    @Test func `an import needs places or lines`() throws {
        let empty = FeedFault(.unreadable, "No place can be read")
        #expect(throws: empty) { try PlaceFile.imported(Array(#"{"elements":[]}"#.utf8)) }
        var problems = FeedProblems()
        problems.add("runtime error: none", at: "remark")
        let failed = FeedFault(.unreadable, "runtime error: none", problems: problems)
        #expect(throws: failed) {
            try PlaceFile.imported(Array(#"{"elements":[],"remark":"runtime error: none"}"#.utf8))
        }
        let lines = try PlaceFile.imported(
            Array(
                (#"{"type":"FeatureCollection","features":[{"properties":{},"geometry":"#
                    + #"{"type":"LineString","coordinates":[[2,1],[3,1]]}}]}"#).utf8))
        expectEqual(lines.feed.lines.count, 1)
    }
}
