import BoardKit
import JSON
import NearbyBoard
import Sync
import TestSupport
import Testing

/// Imports of stops, postcodes and places.
@Suite struct NearbyFeedTests {
    private var bench = NearbyBench()

    private var feeds: JSON? { bench.document("nearby/settings")?["feeds"] }

    private mutating func stopCount() -> Int? {
        bench.get("search", ["q": ""]).json["total"]?.integer
    }

    @Test mutating func `an import is one event, and the owner's view lists the feed`() throws {
        let answer = bench.load("stops", BenchedNearby.stops, feed: "njt")
        expectEqual(answer.status, 200)
        expectEqual(answer.json, ["imported": 3, "problems": [], "more": 0])
        let event = try #require(bench.events.last)
        expectEqual(event.kind, "imported")
        expectEqual(event.subject, "njt")
        let digest = try #require(event.data["reference"]?["sha256"])
        expectEqual(
            event.data,
            [
                "feed": "njt", "kind": "stops", "count": 3,
                "reference": ["name": "stops/njt", "sha256": digest],
            ])
        expectEqual(
            feeds,
            [
                "njt": [
                    "kind": "stops", "count": 3, "at": .string(event.at.description),
                    "sha256": digest,
                ]
            ])
        expectEqual(stopCount(), 3)
    }

    @Test mutating func `importing the same file again makes no event`() throws {
        bench.loadAll()
        let count = bench.events.count
        for _ in 1...2 {
            expectEqual(bench.load("stops", BenchedNearby.stops, feed: "njt").json["imported"], 3)
            expectEqual(bench.load("places", BenchedNearby.places).json["imported"], 3)
        }
        // Neither does a file with the same content in another form.
        let marked =
            [0xEF, 0xBB, 0xBF] + Array(BenchedNearby.zips.replacing("\n", with: "\r\n").utf8)
        expectEqual(bench.load("zips", marked).json["imported"], 1)
        expectEqual(bench.events.count, count)
    }

    @Test mutating func `an import replaces only its own feed`() throws {
        bench.load("stops", BenchedNearby.stops, feed: "njt")
        bench.load("stops", "stop_id,stop_name,stop_lat,stop_lon\n1,Ada,1,2\n")
        expectEqual(stopCount(), 4)
        bench.load("stops", "stop_id,stop_name,stop_lat,stop_lon\n1,Bo,1,2\n", feed: "njt")
        expectEqual(stopCount(), 2)
        #expect(bench.get("search", ["q": "bo"]).json["stops"]?.elements?.first?["id"] == "njt:1")
    }

    @Test mutating func `feeds of several kinds may share a name`() {
        bench.load("stops", BenchedNearby.stops)
        expectEqual(feeds?.members?.keys.sorted(), ["main"])
        bench.load("zips", BenchedNearby.zips)
        bench.load("places", BenchedNearby.places, feed: "osm")
        expectEqual(feeds?.members?.keys.sorted(), ["osm", "stops/main", "zips/main"])
        expectEqual(stopCount(), 3)
    }

    @Test mutating func `a dry run returns the same report and changes nothing`() {
        let dry = bench.load("places", Array(BenchedNearby.places.utf8), isDry: true)
        expectEqual(bench.events, [])
        let done = bench.load("places", BenchedNearby.places)
        expectEqual(dry.json, done.json)
        expectEqual(done.json["lines"], 1)
    }

    @Test
    mutating func `an import lists unreadable lines, and rejects a file of another kind`() {
        let damaged = bench.load(
            "stops", "stop_id,stop_name,stop_lat,stop_lon\n1,Ada,91,2\n2,Bo,1,2\n")
        expectEqual(
            damaged.json["problems"],
            [
                ["at": "line 2", "message": "stop_lat must be a number from -90 to 90"]
            ])
        expectEqual(damaged.json["imported"], 1)
        let before = feeds
        for (kind, file, status) in [
            ("stops", "stop_id,stop_name,stop_lat,stop_lon\n1,Ada,91,2\n", 422),
            ("stops", "<html>", 415), ("zips", "a,b\n1,2\n", 415), ("places", "[]", 415),
            ("places", "{\"elements\":[]}", 422),
            ("zips", "zip,city,lat,lon\n\u{FFFD},x,200,1\n", 422),
        ] {
            let refused = bench.load(kind, file)
            expectEqual(refused.status, status, "\(kind) \(file)")
            expectEqual(refused.json["message"]?.text?.isEmpty, false)
        }
        expectEqual(bench.load("stops", [0x73, 0xFF]).status, 415)
        expectEqual(feeds, before)
        for name in ["", "A", "a b", String(repeating: "a", count: 25)] {
            expectEqual(bench.load("zips", BenchedNearby.zips, feed: name).status, 400, "\(name)")
        }
    }

    @Test
    mutating func `an incomplete file is marked as partial, and never replaces a larger feed`() {
        let cut = """
            {"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"amenity":"cafe","name":"A"}}],
            "remark":"runtime error: Query timed out after 25 seconds."}
            """
        let first = bench.load("places", cut)
        expectEqual(first.json["partial"], true)
        expectEqual(
            first.json["problems"],
            [["at": "remark", "message": "runtime error: Query timed out after 25 seconds."]])
        expectEqual(bench.get("places", ["at": "1,2"]).json["partial"], true)
        for isDry in [true, false] {
            bench.load("places", BenchedNearby.places)
            let count = bench.events.count
            let refused = bench.load("places", Array(cut.utf8), isDry: isDry)
            expectEqual(refused.status, 409)
            expectEqual(
                refused.json["message"],
                "The file was cut short, and has only 1 of the feed's 3 places")
            expectEqual(bench.events.count, count)
        }
        expectEqual(bench.get("places", ["at": "1,2"]).json["partial"], false)
    }

    @Test mutating func `two simultaneous imports are both kept`() {
        bench.load("stops", Array(BenchedNearby.stops.utf8), feed: "njt") { bench in
            bench.load("stops", "stop_id,stop_name,stop_lat,stop_lon\n1,Ada,1,2\n")
            bench.load("places", BenchedNearby.places)
        }
        expectEqual(stopCount(), 4)
        expectEqual(bench.get("places", ["at": "stop:njt:1"]).json["total"], 2)
    }

    @Test mutating func `a reopened venue has the imported feeds`() throws {
        bench.loadAll()
        let expected = bench.get("places", ["at": "stop:njt:1"]).json
        let found = bench.get("search", ["q": "07901"]).json
        for var other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.get("places", ["at": "stop:njt:1"]).json, expected)
            expectEqual(other.get("search", ["q": "07901"]).json, found)
            expectNil(other.code("add", ["ref": "osm:node/1"]))
            expectEqual(other.events.count, bench.events.count)
        }
    }

    @Test mutating func `only hosts and owners can import`() {
        for principal in [NearbyBench.screen, NearbyBench.engineer, NearbyBench.guest(of: "r_1")] {
            let answer = bench.request(
                .post, "stops", content: Array(BenchedNearby.stops.utf8), by: principal)
            expectEqual(answer?.status, 403)
        }
    }
}
