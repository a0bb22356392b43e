import HouseBoard
import ICalendar
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Rules beyond the contract: overrides, stays, size limits and search.
@Suite struct ReservationRuleTests {
    private var bench = PlannerBench()

    private static let day = "2026-05-04"

    private func row(_ id: String, on date: String = day) -> JSON? {
        bench.reservation(id, on: date)
    }

    private mutating func rebook(_ id: String, _ changes: [String: JSON]) throws {
        try bench.ask("rebook", changes.merging(["reservation": .string(id)]) { $1 })
    }

    @Test mutating func `keeps an override for the time and size that it was given for`() throws {
        try bench.ask("configure", ["pacing": [["covers": 2]]], by: PlannerBench.owner)
        let id = try bench.reserve("Ada", 3, "2026-05-04T19:30", ["override": true])
        try rebook(id, ["notes": "late", "size": 3])
        #expect(row(id)?["override"] == true)
        expectEqual(
            bench.code("rebook", ["reservation": .string(id), "override": .null]), .conflict)
        try rebook(id, ["size": 2])
        #expect(row(id)?["override"] == nil)
        try rebook(id, ["override": true])
        #expect(row(id)?["override"] == nil)
        try rebook(id, ["size": 3, "override": true])
        #expect(row(id)?["override"] == true)
    }

    @Test mutating func `overrides the limit for a restored reservation`() throws {
        try bench.ask("configure", ["pacing": [["covers": 4]]], by: PlannerBench.owner)
        let one = try bench.reserve("Ada", 3, "2026-05-04T19:30")
        try bench.ask("cancel", ["reservation": .string(one)])
        try bench.ask("restore", ["reservation": .string(one)])
        #expect(row(one)?["override"] == nil)
        try bench.ask("cancel", ["reservation": .string(one)])
        try bench.reserve("Bo", 4, "2026-05-04T19:30")
        try bench.ask("restore", ["reservation": .string(one)])
        #expect(row(one)?["override"] == true)
        // Once there is room, the override is no longer needed.
        try bench.ask("cancel", ["reservation": .string(one)])
        try bench.ask("configure", ["pacing": .null], by: PlannerBench.owner)
        try bench.ask("restore", ["reservation": .string(one)])
        #expect(row(one)?["override"] == nil)
    }

    @Test mutating func `adapts a usual stay to the size, but not a given one`() throws {
        let usual = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        let given = try bench.reserve("Ada", 2, "2026-05-04T19:30", ["minutes": 60])
        for id in [usual, given] { try rebook(id, ["size": 7]) }
        #expect(row(usual)?["end"] == "2026-05-04T20:00:00.000Z")
        #expect(row(given)?["end"] == "2026-05-04T18:30:00.000Z")
        try rebook(given, ["minutes": .null])
        #expect(row(given)?["end"] == "2026-05-04T20:00:00.000Z")
    }

    @Test mutating func `applies a pacing rule to service days, also after midnight`() throws {
        let pacing: JSON = [["days": ["MO"], "from": "23:00", "to": "02:00", "covers": 2]]
        try bench.ask("configure", ["pacing": pacing], by: PlannerBench.owner)
        for start in ["2026-05-04T23:00", "2026-05-05T00:30", "2026-05-05T01:59"] {
            let arguments = PlannerBench.booking("Ada", 3, start)
            expectEqual(bench.code("reserve", arguments), .conflict, "\(start)")
        }
        for start in ["2026-05-04T22:59", "2026-05-05T02:00", "2026-05-05T23:30"] {
            let arguments = PlannerBench.booking("Ada", 3, start)
            expectNil(bench.code("reserve", arguments), "\(start)")
        }
    }

    @Test mutating func `keeps the time of day of a booking in another time zone`() throws {
        let id = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        try bench.ask("house.configure", ["timeZone": "Europe/London"], by: PlannerBench.owner)
        #expect(row(id)?["start"] == "2026-05-04T18:30:00.000Z")
        expectEqual(bench.service(Self.day)["slots"], ["2026-05-04T18:30:00.000Z": ["covers": 2]])
        try expectEqual(bench.restored().service(Self.day), bench.service(Self.day))
    }

    @Test mutating func `rejects a 2,001st reservation of a service day`() throws {
        for number in 0..<2_000 {
            try bench.reserve("Guest \(number)", 2, "2026-05-04T19:30")
        }
        let more = PlannerBench.booking("One more", 2, "2026-05-05T03:00")
        expectEqual(
            bench.refusal("reserve", more)?.message, "A service day has at most 2000 reservations")
        let other = try bench.reserve("Ada", 2, "2026-05-05T19:30")
        let moved: [String: JSON] = [
            "reservation": .string(other), "start": "2026-05-04T20:00",
        ]
        expectEqual(bench.code("rebook", moved), .conflict)
        try bench.undo(2_000)
        try bench.ask("rebook", moved)
        expectEqual(bench.code("undo", ["rev": 2_002]), .conflict)
    }

    @Test mutating func `keeps a day's document small enough to send`() throws {
        let emoji = String(repeating: "👩‍👩‍👧‍👦", count: 500)
        var count = 0
        while count < 2_000,
            (try? bench.reserve("Ada", 2, "2026-05-04T19:30", ["notes": .string(emoji)])) != nil
        {
            count += 1
        }
        #expect(count > 100 && count < 2_000)
        let bytes = bench.message("planner/service", [("date", Self.day)])?.count ?? 0
        #expect(bytes > 2_000_000 && bytes < 3 << 20)
    }

    @Test mutating func `does not change other days`() throws {
        bench.watch(["planner/week?monday=2026-05-04", "planner/week?monday=2026-05-11"])
        try bench.reserve("Ada", 2, "2026-05-04T19:30")
        let event = try #require(bench.events.last)
        let planner = try #require(bench.venue.board(Planner.self))
        func changes(_ view: String, _ name: String, _ date: String) -> Int? {
            let request = ViewRequest(
                view: view, arguments: [name: .string(date)], name: "\(view)?\(name)=\(date)")
            return planner.changes(in: request, by: event)?.count
        }
        expectEqual(changes("planner/service", "date", Self.day), 2)
        expectEqual(changes("planner/service", "date", "2026-05-05"), 0)
        expectEqual(changes("planner/week", "monday", Self.day), 1)
        expectEqual(changes("planner/week", "monday", "2026-05-11"), 0)
    }

    @Test mutating func `finds reservations by name and phone, with attendance`() throws {
        let phone: [String: JSON] = ["phone": "+1 201 555 0123"]
        let first = try bench.reserve("Zoë Ángel", 2, "2026-05-04T19:30", phone)
        let second = try bench.reserve("Zoe Angel", 2, "2026-05-05T19:30", phone)
        let third = try bench.reserve("Bo Angelis", 2, "2026-05-04T12:00")
        try bench.party("seat", try bench.arrive(first))
        try bench.ask("no_show", ["reservation": .string(second)])
        try bench.add("Angel's day", "2026-05-06T12:00", 60, ["location": "Cellar"])
        let planner = try #require(bench.venue.board(Planner.self))
        func found(_ query: String) -> [JSON] {
            planner.foundReservations(SearchQuery(query), atMost: 50)
        }
        func ids(_ query: String) -> [String?] { found(query).map { $0["reservation"]?.text } }
        expectEqual(ids("ZOE"), [second, first])
        expectEqual(ids("ang zoe"), [second, first])
        expectEqual(ids("angel"), [second, first, third])
        expectEqual(ids("0123"), [second, first])
        expectEqual(ids("555-0123"), [second, first])
        expectEqual(ids("gel"), [])
        expectEqual(ids("9999"), [])
        let row = try #require(found("0123").last)
        #expect(row["visits"] == 1 && row["noShows"] == 1)
        #expect(row["phone"] == "+12015550123" && row["status"] == "seated")
        expectNil(found("Bo")[0]["visits"])
        let events = planner.foundEvents(SearchQuery("cell"), atMost: 50)
        expectEqual(events.map { $0["title"] }, ["Angel's day"])
    }

    @Test func `refuses a reservation from a guest who uses the join link`() throws {
        var bench = bench
        let id = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        try bench.ask("house.configure", ["selfCheckIn": "direct"], by: PlannerBench.owner)
        let link = bench.venue.profile.joinLink ?? ""
        let refusal = bench.refusal(
            "waitlist.add", ["name": "Ada", "size": 2, "reservation": .string(id)],
            by: Principal(joinLink: link))
        expectEqual(refusal?.problems.map(\.field), ["reservation"])
    }
}
