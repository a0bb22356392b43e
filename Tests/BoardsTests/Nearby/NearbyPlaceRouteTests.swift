import BoardKit
import JSON
import NearbyBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// The places around a position over plain HTTP.
@Suite struct NearbyPlaceRouteTests {
    private var bench = NearbyBench()

    init() { bench.loadAll() }

    private mutating func refs(
        _ query: [String: String], by principal: Principal = NearbyBench.host
    ) -> [String] {
        var query = query
        if query["refs"] == nil, query["at"] == nil { query["at"] = "stop:njt:1" }
        let places = bench.get("places", query, by: principal).json["places"]?.elements ?? []
        return places.compactMap { $0["ref"]?.text }
    }

    @Test mutating func `returns places with their distance and all known values`() throws {
        let answer = bench.get("places", ["at": "stop:njt:1"])
        expectEqual(answer.status, 200)
        var members = answer.json.members ?? [:]
        let places = members.removeValue(forKey: "places")?.elements ?? []
        let at = try #require(bench.events.last?.at)
        expectEqual(
            JSON.object(members),
            [
                "at": "stop:njt:1", "lat": 40.7165, "lon": -74.3578, "radius": 3219,
                "source": "file", "attribution": "© OpenStreetMap contributors",
                "asOf": .string(at.description), "stale": false, "partial": false, "total": 2,
                "left": ["unnamed": 1],
            ])
        expectEqual(
            places.first,
            [
                "ref": "osm:node/1", "name": "Mina's & Söhne", "kind": "restaurant",
                "cuisine": ["pizza", "pasta"], "lat": 40.717, "lon": -74.358, "metres": 58.1,
                "walk": 1, "address": "Maple St", "phone": "+1 908",
                "url": "https://mina.example/", "open": true,
            ])
    }

    @Test(
        arguments: [
            ([:], ["osm:node/1", "osm:node/2"]), (["sort": "name"], ["osm:node/2", "osm:node/1"]),
            (["radius": "100"], ["osm:node/1"]), (["open": "1"], ["osm:node/1"]),
            (["open": "0"], ["osm:node/1", "osm:node/2"]), (["kind": "cafe"], ["osm:node/2"]),
            (["cuisine": "Pasta"], ["osm:node/1"]), (["q": "sohne"], ["osm:node/1"]),
            (["priceMax": "2"], []), (["ratingMin": "4.5"], []), (["limit": "1"], ["osm:node/1"]),
        ] as [([String: String], [String])])
    mutating func `filters and sorts places`(query: [String: String], expected: [String]) {
        expectEqual(refs(query), expected)
    }

    @Test(
        arguments: [
            [:], ["at": "here"], ["at": "stop:njt:1", "radius": "99"],
            ["at": "stop:njt:1", "sort": "best"], ["at": "stop:njt:1", "open": "yes"],
            ["at": "stop:njt:1", "kind": "zoo"], ["at": "stop:njt:1", "limit": "501"],
            ["at": "stop:njt:1", "priceMax": "5"], ["at": "stop:njt:1", "ratingMin": "6"],
            ["refs": ""],
            ["refs": Array(repeating: "osm:node/1", count: 51).joined(separator: ",")],
        ] as [[String: String]])
    mutating func `rejects a bad parameter`(query: [String: String]) {
        let refused = bench.get("places", query)
        expectEqual(refused.status, 400)
        expectEqual(refused.json["problems"]?.elements?.count, 1)
    }

    @Test mutating func `answers 404 for an unknown stop, and 409 without a position`() throws {
        expectEqual(bench.get("places", ["at": "stop:njt:9"]).status, 404)
        let refused = bench.get("places", ["at": "house"])
        expectEqual(refused.status, 409)
        expectEqual(refused.json["code"], "no_position")
        try bench.ask("configure", ["lat": 40.7170, "lon": -74.3580], by: NearbyBench.owner)
        let found = bench.get("places", ["at": "house"]).json
        expectEqual(found["at"], "house")
        #expect(found["places"]?.elements?.first?["metres"] == 0)
    }

    @Test mutating func `says when to ask again if the source has nothing now`() throws {
        let here = ["at": "stop:njt:1"]
        try bench.ask("configure", ["source": "overpass"], by: NearbyBench.owner)
        let refused = bench.get("places", here)
        #expect(refused.status == 409 && refused.json["code"] == "no_address")
        let address: JSON = "https://overpass.example/api/interpreter"
        for settings in [["overpassUrl": address], ["source": "yelp"]] as [[String: JSON]] {
            try bench.ask("configure", settings, by: NearbyBench.owner)
            let answer = bench.request(.get, "places", here)
            expectEqual(answer?.status, 503)
            expectEqual(answer?.retryInSeconds, 10)
        }
    }

    @Test mutating func `returns the known places of a list of refs`() throws {
        expectEqual(
            refs(["refs": "osm:node/2,osm:node/9,osm:node/1"]), ["osm:node/1", "osm:node/2"])
        let far = bench.get("places", ["refs": "osm:node/1"]).json["places"]?.elements?.first
        #expect(far?["metres"] == nil)
        try bench.ask("configure", ["lat": 40.7170, "lon": -74.3580], by: NearbyBench.owner)
        let near = bench.get("places", ["refs": "osm:node/1"]).json["places"]?.elements?.first
        #expect(near?["metres"] == 0)
        #expect(near?["walk"] == 0)
    }

    @Test
    mutating func `screens get favourites and the house's places, and guests what they are shown`()
        throws
    {
        try bench.ask("configure", ["lat": 40.7170, "lon": -74.3580], by: NearbyBench.owner)
        try bench.ask("add", ["ref": "osm:node/1"])
        let round = try bench.open()
        try bench.ask("choose", ["round": .string(round), "ref": "osm:node/2"])
        let guest = NearbyBench.guest(of: round)
        let waiting = NearbyBench.waiting("p_1")
        func status(_ query: [String: String], _ principal: Principal) -> Int {
            var copy = bench
            return copy.get("places", query, by: principal).status
        }
        let roles = BoardRegistry.shipped.deviceRoles.map(\.rawValue)
        #expect(roles.contains("waiter") && roles.contains("kitchen"))
        for name in roles where !["owner", "host", "engineer"].contains(name) {
            let screen = Principal(role: Role(rawValue: name), device: "d_1")
            expectEqual(status(["refs": "osm:node/1"], screen), 200)
            expectEqual(status(["refs": "osm:node/1,osm:node/2"], screen), 403)
            expectEqual(status(["at": "house"], screen), 200)
            expectEqual(status(["at": "stop:njt:1"], screen), 403)
        }
        expectEqual(status(["refs": "osm:node/2"], guest), 200)
        expectEqual(status(["refs": "osm:node/1"], guest), 403)
        expectEqual(status(["refs": "osm:node/2"], waiting), 403)
        expectEqual(status(["at": "house"], guest), 403)
        try bench.ask("configure", ["guests": true], by: NearbyBench.owner)
        for principal in [guest, waiting] {
            expectEqual(status(["at": "house"], principal), 200)
            expectEqual(status(["at": "stop:njt:1"], principal), 403)
            expectEqual(status(["at": "40.7,-74.3"], principal), 403)
            expectEqual(status(["refs": "osm:node/1"], principal), 200)
        }
    }

    // MARK: Rounds

    @Test mutating func `a shared round contains all options, or only the decided one`() throws {
        let round = try bench.open("A & B")
        let first = try bench.ask("choose", ["round": .string(round), "ref": "osm:node/1"])
        try bench.ask(
            "choose", ["round": .string(round), "favourite": .string(bench.add("Ada"))])
        let shared = bench.get("share", ["round": round]).json
        expectEqual(
            shared.members?.keys.sorted(),
            [
                "html", "mailto", "sms", "subject", "text", "whatsapp",
            ])
        expectEqual(shared["text"]?.text?.hasPrefix("A & B\n1) Mina's & Söhne @ Maple St\n"), true)
        expectEqual(shared["text"]?.text?.hasSuffix("\n2) Ada"), true)
        try bench.close(round, for: first["option"]?.text)
        expectEqual(bench.get("share", ["round": round]).json["text"]?.text?.contains("Ada"), false)
        let guest = NearbyBench.guest(of: round)
        expectEqual(bench.get("share", ["round": round], by: guest).status, 200)
        let other = try bench.open()
        expectEqual(bench.get("share", ["round": other], by: guest).status, 403)
        expectEqual(bench.get("share", ["round": "r_zz"]).status, 404)
    }

    @Test mutating func `hosts can get a round's ticket again`() throws {
        let round = try bench.open()
        expectEqual(
            bench.get("ticket", ["round": round]).json, ["ticket": .string("ticket of \(round)")])
        expectEqual(bench.get("ticket", ["round": "r_zz"]).status, 404)
        expectEqual(bench.get("ticket", ["round": round], by: NearbyBench.engineer).status, 403)
    }
}
