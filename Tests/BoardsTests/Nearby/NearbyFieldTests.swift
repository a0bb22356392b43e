import JSON
import Sync
import TestSupport
import Testing

/// Rules of fields that no schema expresses. The vector `boards-fields` has those of each field.
@Suite struct NearbyFieldTests {
    private var bench = NearbyBench()

    @Test func `a position has both a latitude and a longitude, or neither`() {
        expectEqual(
            bench.sentences("add", ["name": "Ada", "lat": 1]), ["Lon is a required field."])
        expectEqual(
            bench.sentences("add", ["name": "Ada", "lon": 1]), ["Lat is a required field."])
        expectEqual(bench.sentences("add", ["name": "Ada", "lon": .null, "lat": .null]), [])
        expectEqual(
            bench.sentences("edit", ["favourite": "f_1", "lat": 1, "lon": .null]),
            ["Lon is a required field."])
    }

    @Test func `a ref excludes the fields that its source provides`() {
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

    @Test func `a round has a title and a friend a name`() {
        expectEqual(bench.sentences("open"), ["Title is a required field."])
        expectEqual(
            bench.sentences("open", ["title": "x", "when": "noon"]),
            ["When must be an instant, such as 2026-11-20T18:04:05.123Z"])
        expectEqual(
            bench.sentences("join"), ["Round is a required field.", "Name is a required field."])
    }

    @Test(
        arguments: [
            (
                "tileUrl", "https://tiles.example/{z}/{x}.png",
                "Tile url must be an address that has z, x and y in braces"
            ),
            ("tileUrl", "https://tiles.example/{z}/{x}/{y}.png?key=a", nil),
        ] as [(String, JSON, String?)])
    func `a setting is accepted or rejected`(name: String, value: JSON, sentence: String?) {
        let told = bench.sentences("configure", [name: value], by: NearbyBench.owner)
        expectEqual(told, (sentence.map { [$0] } ?? []))
    }

    @Test mutating func `the house has both a latitude and a longitude, or neither`() throws {
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

    @Test mutating func `a feed can only be imported from a file`() {
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
