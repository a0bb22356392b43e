import JSON
import Sync
import TestSupport
import Testing

/// The search for stops over plain HTTP, and the lines below a map.
@Suite struct NearbySearchRouteTests {
    private var bench = NearbyBench()

    init() { bench.loadAll() }

    private mutating func ids(_ query: [String: String]) -> [String] {
        let stops = bench.get("search", query).json["stops"]?.elements ?? []
        return stops.compactMap { $0["id"]?.text }
    }

    @Test mutating func `returns a stop with its known values and the reason for the match`() {
        let found = bench.get("search", ["q": "summit"]).json
        expectEqual(
            found,
            [
                "q": "summit", "total": 1,
                "stops": [
                    [
                        "id": "njt:1", "name": "Summit", "town": "Summit", "lat": 40.7165,
                        "lon": -74.3578, "why": "name",
                    ]
                ],
            ])
        let byCode = bench.get("search", ["q": "07901"]).json["stops"]?.elements ?? []
        expectEqual(byCode.map { $0["why"]?.text }, ["zip", "zip"])
        #expect(byCode.first?["metres"] == 0)
    }

    @Test mutating func `finds stops by distance, with the position in either parameter`() {
        for query in [["at": "40.74,-74.16"], ["q": "40.74,-74.16"]] {
            expectEqual(ids(query), ["njt:2", "njt:3", "njt:1"])
        }
        expectEqual(bench.get("search", ["at": "40.74,-74.16"]).json["q"], "40.74,-74.16")
    }

    @Test mutating func `a limit shortens the answer, but total counts all`() {
        let found = bench.get("search", ["q": "newark", "limit": "1"]).json
        expectEqual(found["stops"]?.elements?.count, 1)
        expectEqual(found["total"], 2)
        expectEqual(ids([:]).count, 3)
        expectEqual(ids(["q": "  "]).count, 3)
    }

    @Test(arguments: [
        (["limit": "0"], "Limit must be an integer from 1 to 200"),
        (["limit": "many"], "Limit must be an integer from 1 to 200"),
        (["at": "house"], "At must be house, stop:<id> or lat,lon"),
        (["at": "91,0"], "At must be house, stop:<id> or lat,lon"),
    ])
    mutating func `rejects a bad parameter`(query: [String: String], sentence: String) {
        let refused = bench.get("search", query)
        expectEqual(refused.status, 400)
        expectEqual(refused.json["problems"]?.elements?.map { $0["message"] }, [.string(sentence)])
    }

    @Test mutating func `returns the lines around a position as GeoJSON`() throws {
        let found = bench.get("base", ["at": "stop:njt:1", "radius": "500"])
        expectEqual(found.status, 200)
        expectEqual(found.json["type"], "FeatureCollection")
        let kinds = found.json["features"]?.elements?.map { $0["properties"]?["kind"] }
        expectEqual(kinds, ["street"])
        expectEqual(bench.get("base", ["at": "0,0"]).json["features"], [])
        expectEqual(bench.get("base", ["at": "stop:njt:9"]).status, 404)
        expectEqual(bench.get("base", ["at": "house"]).status, 409)
        expectEqual(bench.get("base").status, 400)
        let guest = NearbyBench.guest(of: "r_1")
        expectEqual(bench.get("base", ["at": "stop:njt:1"], by: guest).status, 200)
        // Other guests get no map unless they may see the house's places.
        let waiting = NearbyBench.waiting("p_1")
        expectEqual(bench.get("base", ["at": "stop:njt:1"], by: waiting).status, 403)
        try bench.ask("configure", ["guests": true], by: NearbyBench.owner)
        expectEqual(bench.get("base", ["at": "stop:njt:1"], by: waiting).status, 200)
    }

    @Test mutating func `only staff can search`() {
        for principal in [NearbyBench.screen, NearbyBench.guest(of: "r_1")] {
            expectEqual(bench.get("search", ["q": "x"], by: principal).status, 403)
        }
        expectEqual(bench.get("search", ["q": "x"], by: NearbyBench.engineer).status, 200)
    }
}
