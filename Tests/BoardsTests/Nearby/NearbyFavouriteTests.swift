import BoardKit
import JSON
import NearbyBoard
import Sync
import TestSupport
import Testing

@Suite struct NearbyFavouriteTests {
    private var bench = NearbyBench()

    @Test mutating func `a typed favourite has the values that were typed`() throws {
        bench.loadAll()
        let id = try bench.add(
            " Da  Ada ",
            [
                "stop": "njt:1", "rating": 4.5, "notes": "two\nlines", "tags": ["pizza"],
                "address": "1 Main St", "phone": "+1 201 555 0123", "url": "https://ada.example/",
                "lat": 40.7, "lon": -74.3,
            ])
        expectEqual(id, "f_\(String(bench.rev, radix: 36))")
        expectEqual(
            bench.favourite(id),
            [
                "name": "Da Ada", "stop": "njt:1", "rating": 4.5, "notes": "two\nlines",
                "tags": ["pizza"], "address": "1 Main St", "phone": "+12015550123",
                "url": "https://ada.example/", "lat": 40.7, "lon": -74.3, "visits": [:],
                "addedAt": .string(bench.events.last?.at.description ?? ""),
            ])
    }

    @Test mutating func `the event of an OpenStreetMap favourite copies the place`() throws {
        bench.loadAll()
        let id = try bench.ask("add", ["ref": "osm:node/1", "rating": 5])["favourite"]?.text ?? ""
        let copied: [String: JSON] = [
            "ref": "osm:node/1", "name": "Mina's & Söhne", "kind": "restaurant",
            "address": "Maple St", "phone": "+1 908", "url": "https://mina.example/",
            "lat": 40.717, "lon": -74.358, "rating": 5,
        ]
        expectEqual(bench.events.last?.data, .object(copied))
        // Later changes at the source change nothing.
        bench.load("places", BenchedNearby.places.replacing("Mina", with: "Nina"))
        let row = bench.favourite(id)?.members ?? [:]
        expectEqual(row.filter { copied[$0.key] != nil }, copied)
    }

    @Test mutating func `an edit changes only the given fields, and null removes a value`() throws {
        let id = try bench.add(
            "Ada", ["rating": 3, "notes": "old", "tags": ["a"], "lat": 1, "lon": 2])
        try bench.ask(
            "edit",
            [
                "favourite": .string(id), "name": "Bo", "rating": .null, "tags": .null,
                "lat": .null, "lon": .null,
            ])
        let row = bench.favourite(id)
        #expect(row?["name"] == "Bo")
        #expect(row?["notes"] == "old")
        for member in ["rating", "tags", "lat", "lon"] { #expect(row?[member] == nil, "\(member)") }
        expectEqual(
            bench.sentences("edit", ["favourite": .string(id)]), ["Something to change is required"]
        )
    }

    @Test
    mutating func `fields from a source can't be edited, but the house's own can`() throws {
        bench.loadAll()
        let id = try bench.ask("add", ["ref": "osm:node/1"])["favourite"]?.text ?? ""
        for (field, value) in [
            ("name", "Bo"), ("address", .null), ("phone", .null), ("url", "https://b.example"),
        ] as [(String, JSON)] {
            expectEqual(bench.code("edit", ["favourite": .string(id), field: value]), .conflict)
        }
        expectEqual(bench.code("edit", ["favourite": .string(id), "lat": 1, "lon": 2]), .conflict)
        try bench.ask("edit", ["favourite": .string(id), "rating": 0.5, "notes": "good"])
        #expect(bench.favourite(id)?["rating"] == 0.5)
    }

    @Test
    mutating func `a second favourite of the same place is a conflict until the first is removed`()
        throws
    {
        bench.loadAll()
        let id = try bench.ask("add", ["ref": "osm:node/1"])["favourite"]?.text ?? ""
        expectEqual(
            bench.message(of: "add", ["ref": "osm:node/1"]), "This place is a favourite already")
        try bench.ask("remove", ["favourite": .string(id)])
        let removed = bench.rev
        try bench.ask("add", ["ref": "osm:node/1"])
        // The first one can't be restored while the second exists.
        expectEqual(bench.code("undo", ["rev": JSON(removed)]), .conflict)
    }

    @Test mutating func `adding a place that the source does not know is not found`() throws {
        bench.loadAll()
        for ref in ["osm:node/9", "osm:node/4", "node/1", "osm:", "yelp:abc", "gmaps:1", "x"] {
            expectEqual(bench.code("add", ["ref": .string(ref)]), .notFound, "\(ref)")
        }
        expectEqual(bench.code("add", ["name": "Ada", "stop": "njt:9"]), .notFound)
        expectEqual(bench.code("add", ["name": "Ada", "stop": "1"]), .notFound)
        for source in ["overpass", "yelp"] {
            try bench.ask("configure", ["source": .string(source)], by: NearbyBench.owner)
            expectEqual(bench.code("add", ["ref": "osm:node/1"]), .notFound, "\(source)")
        }
    }

    @Test mutating func `visits are removed and restored with their favourite`() throws {
        let id = try bench.add("Ada")
        let first = try bench.visit(id, on: "2026-11-19", notes: "noisy\nbut good")
        let second = try bench.visit(id, on: "2026-05-04")
        let row = bench.favourite(id)
        #expect(
            row?["visits"] == [
                first: ["on": "2026-11-19", "notes": "noisy\nbut good"],
                second: ["on": "2026-05-04"],
            ])
        try bench.ask("unvisit", ["visit": .string(second)])
        expectEqual(bench.favourite(id)?["visits"]?.members?.count, 1)
        expectEqual(bench.code("unvisit", ["visit": .string(second)]), .conflict)
        try bench.undo()
        try bench.ask("remove", ["favourite": .string(id)])
        expectNil(bench.favourite(id))
        expectEqual(bench.code("unvisit", ["visit": .string(first)]), .conflict)
        expectEqual(bench.code("visit", ["favourite": .string(id), "on": "2026-11-01"]), .conflict)
        try bench.undo()
        expectEqual(bench.favourite(id), row)
    }

    @Test mutating func `a visit can't be in the future in the venue's time zone`() throws {
        let id = try bench.add("Ada")
        // It is 03:30 in UTC, and still the day before in New York.
        bench.now = Instant("2026-11-21T03:30:00Z") ?? bench.now
        try bench.visit(id, on: "2026-11-20")
        expectEqual(
            bench.sentences("visit", ["favourite": .string(id), "on": "2026-11-21"]),
            [
                "On must be a date that is not in the future, such as 2026-05-04"
            ])
        expectEqual(bench.code("visit", ["favourite": .string(id), "on": "2026-02-29"]), .invalid)
    }

    @Test
    mutating func `an unknown favourite is not found, and a removed one only restored`() throws {
        let id = try bench.add("Ada")
        let added = bench.rev
        for other in ["f_zz", "r_1", "", "f_0"] {
            let code: RejectCode = other.isEmpty ? .invalid : .notFound
            expectEqual(bench.code("remove", ["favourite": .string(other)]), code, "\(other)")
        }
        try bench.ask("remove", ["favourite": .string(id)])
        for verb in ["remove", "edit"] {
            let arguments: [String: JSON] = ["favourite": .string(id), "notes": "x"]
            let given = verb == "edit" ? arguments : ["favourite": .string(id)]
            expectEqual(bench.message(of: verb, given), "The favourite was removed", "\(verb)")
        }
        try bench.undo()
        try bench.undo(added)
        expectEqual(bench.code("remove", ["favourite": .string(id)]), .notFound)
    }

    @Test mutating func `a change based on an earlier revision is stale`() throws {
        let id = try bench.add("Ada")
        let rev = bench.rev
        try bench.ask("edit", ["favourite": .string(id), "rating": 4], ifRev: rev)
        let refused = bench.refusal("edit", ["favourite": .string(id), "rating": 5], ifRev: rev)
        expectEqual(refused?.code, .stale)
        expectEqual(bench.refusal("remove", ["favourite": .string(id)], ifRev: rev)?.code, .stale)
        expectEqual(bench.refusal("undo", ["rev": JSON(bench.rev)], ifRev: rev)?.code, .stale)
    }
}
