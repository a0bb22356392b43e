import JSON
import Sync
import TestSupport
import Testing

/// Reservations: lengths of stays, service days, and shared tables.
@Suite struct PlannerReservationTests {
    private var bench = PlannerBench()

    private static let day = "2026-05-04"

    private func row(_ reservation: String, on date: String = day) -> JSON? {
        bench.reservation(reservation, on: date)
    }

    private mutating func rebook(_ reservation: String, _ changes: [String: JSON]) throws {
        try bench.ask("rebook", changes.merging(["reservation": .string(reservation)]) { $1 })
    }

    // MARK: Stays

    @Test mutating func `uses the usual stay of the party's size`() throws {
        for (size, end) in [
            (1, "19:00"), (2, "19:00"), (3, "19:30"), (6, "19:30"), (7, "20:00"), (99, "20:00"),
        ] {
            let reservation = try bench.reserve("Ada", size, "2026-05-04T19:30")
            #expect(row(reservation)?["start"] == "2026-05-04T17:30:00.000Z")
            expectEqual(row(reservation)?["end"]?.text, "2026-05-04T\(end):00.000Z", "\(size)")
        }
        let stay: JSON = [["size": 4, "minutes": 60], ["size": 99, "minutes": 200]]
        try bench.ask("configure", ["stay": stay], by: PlannerBench.owner)
        let few = try bench.reserve("Bo", 4, "2026-05-04T19:30")
        let many = try bench.reserve("Bo", 5, "2026-05-04T19:30")
        #expect(row(few)?["end"] == "2026-05-04T18:30:00.000Z")
        #expect(row(many)?["end"] == "2026-05-04T20:50:00.000Z")
        let given = try bench.reserve("Cy", 5, "2026-05-04T19:30", ["minutes": 15])
        #expect(row(given)?["end"] == "2026-05-04T17:45:00.000Z")
    }

    @Test mutating func `keeps the length for a new start, and the start for a length`() throws {
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30", ["minutes": 100])
        try rebook(reservation, ["start": "2026-05-04T21:00"])
        #expect(row(reservation)?["start"] == "2026-05-04T19:00:00.000Z")
        #expect(row(reservation)?["end"] == "2026-05-04T20:40:00.000Z")
        try rebook(reservation, ["minutes": 30])
        #expect(row(reservation)?["start"] == "2026-05-04T19:00:00.000Z")
        #expect(row(reservation)?["end"] == "2026-05-04T19:30:00.000Z")
    }

    @Test mutating func `changes every field, and removes the optional ones`() throws {
        let reservation = try bench.reserve(
            "Ada", 2, "2026-05-04T19:30",
            ["phone": "+1 201 555 0123", "notes": "allergic", "tags": ["window"], "table": "7"])
        try rebook(
            reservation,
            [
                "name": "Bo", "size": 3, "phone": "+1 201 555 0199", "notes": "late",
                "tags": ["bar"], "table": " 9 ",
            ])
        let changed = try #require(row(reservation))
        expectEqual(changed["name"], "Bo")
        expectEqual(changed["size"], 3)
        expectEqual(changed["phone"], "+12015550199")
        expectEqual(changed["notes"], "late")
        expectEqual(changed["tags"], ["bar"])
        expectEqual(changed["table"], "9")
        try rebook(reservation, ["phone": .null, "notes": .null, "tags": .null, "table": .null])
        let less = try #require(row(reservation))
        for field in ["phone", "notes", "tags", "table"] { expectNil(less[field], "\(field)") }
        for field in ["name", "size", "start"] {
            let arguments: [String: JSON] = ["reservation": .string(reservation), field: .null]
            expectEqual(bench.code("rebook", arguments), .invalid, "\(field)")
        }
    }

    // MARK: Days

    @Test mutating func `puts a reservation after midnight on the previous service day`() throws {
        let late = try bench.reserve("Late", 2, "2026-05-05T00:30")
        let last = try bench.reserve("Last", 2, "2026-05-05T03:59")
        let first = try bench.reserve("First", 2, "2026-05-05T04:00")
        expectEqual(
            Set(bench.service(Self.day)["reservations"]?.members?.keys.map { $0 } ?? []),
            [late, last])
        expectEqual(bench.service("2026-05-05")["reservations"]?.members?.keys.map { $0 }, [first])
        expectEqual(bench.service(Self.day)["date"], "2026-05-04")
        try bench.ask("house.configure", ["dayStart": "00:15"], by: PlannerBench.owner)
        expectEqual(bench.service("2026-05-05")["reservations"]?.members?.count, 3)
        try bench.ask("house.configure", ["dayStart": "06:00"], by: PlannerBench.owner)
        expectEqual(bench.service(Self.day)["reservations"]?.members?.count, 3)
    }

    @Test mutating func `puts a night on the same service day when the clocks change`() throws {
        // The clocks go forward in the night to 29 March, and back in the night to 25 October.
        let spring = try bench.reserve("Ada", 2, "2026-03-29T03:30")
        #expect(row(spring, on: "2026-03-28")?["start"] == "2026-03-29T01:30:00.000Z")
        let autumn = try bench.reserve("Ada", 2, "2026-10-25T02:30")
        #expect(row(autumn, on: "2026-10-24")?["start"] == "2026-10-25T00:30:00.000Z")
    }

    @Test mutating func `keeps past reservations on their day`() throws {
        let one = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        let two = try bench.reserve("Bo", 2, "2026-05-04T19:30")
        try bench.ask("cancel", ["reservation": .string(one)])
        try bench.ask("no_show", ["reservation": .string(two)])
        #expect(row(one)?["status"] == "cancelled")
        #expect(row(two)?["status"] == "no_show")
        expectEqual(bench.service(Self.day)["slots"], [:])
        try bench.ask("restore", ["reservation": .string(one)])
        #expect(row(one)?["status"] == "booked")
        #expect(row(one)?["leftAt"] == nil)
        expectEqual(bench.events.last?.type, "tablecast.planner.restored")
    }

    @Test mutating func `moves a rebooked reservation to its new day`() throws {
        bench.watch(["planner/service?date=2026-05-04", "planner/service?date=2026-05-05"])
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        try rebook(reservation, ["start": "2026-05-05T19:30"])
        expectEqual(
            bench.service(Self.day),
            [
                "date": "2026-05-04", "reservations": [:], "slots": [:],
            ])
        #expect(row(reservation, on: "2026-05-05") != nil)
        expectEqual(
            bench.service("2026-05-05")["slots"], ["2026-05-05T17:30:00.000Z": ["covers": 2]])
    }

    // MARK: Tables

    private func clashing(_ date: String = day) -> Set<String> {
        let rows = bench.service(date)["reservations"]?.members ?? [:]
        return Set(rows.filter { $0.value["clash"] == true }.keys)
    }

    @Test mutating func `accepts and marks two overlapping reservations of a table`() throws {
        let table: [String: JSON] = ["table": "7", "minutes": 60]
        let one = try bench.reserve("Ada", 2, "2026-05-04T19:00", table)
        let two = try bench.reserve("Bo", 2, "2026-05-04T19:45", table)
        let after = try bench.reserve("Cy", 2, "2026-05-04T20:45", table)
        try bench.reserve("Di", 2, "2026-05-04T19:45", ["table": "8", "minutes": 60])
        try bench.reserve("Ed", 2, "2026-05-04T19:45")
        expectEqual(clashing(), [one, two])
        let week = bench.week(Self.day)["reservations"]
        #expect(week?[one]?["clash"] == true)
        #expect(week?[after]?["clash"] == nil)
        try rebook(two, ["start": "2026-05-04T20:00"])
        expectEqual(clashing(), [two, after])
        try bench.ask("cancel", ["reservation": .string(two)])
        expectEqual(clashing(), [])
        try bench.ask("restore", ["reservation": .string(two)])
        expectEqual(clashing(), [two, after])
        try rebook(after, ["table": "9"])
        expectEqual(clashing(), [])
        try bench.undo()
        expectEqual(clashing(), [two, after])
    }

    @Test mutating func `finds a clash across the border of a day`() throws {
        let late = try bench.reserve("Ada", 2, "2026-05-05T03:30", ["table": "7"])
        let early = try bench.reserve("Bo", 2, "2026-05-05T04:30", ["table": "7"])
        expectEqual(clashing(), [late])
        expectEqual(clashing("2026-05-05"), [early])
    }

    // MARK: Limits

    @Test func `has default settings until the owner changes them`() throws {
        var bench = PlannerBench()
        let settings = bench.document("planner/settings")?["settings"]
        #expect(settings?["lateMinutes"] == 15)
        #expect(settings?["pollSeconds"] == 60)
        #expect(
            settings?["stay"] == [
                ["size": 2, "minutes": 90], ["size": 6, "minutes": 120],
                ["size": 99, "minutes": 150],
            ])
        let owner = PlannerBench.owner
        let pacing: JSON = [
            ["days": ["FR", "SA"], "from": "19:00", "to": "21:00", "covers": 12],
            ["covers": 500],
        ]
        try bench.ask("configure", ["pacing": pacing, "lateMinutes": 120], by: owner)
        #expect(bench.document("planner/settings")?["settings"]?["pacing"] == pacing)
        #expect(bench.document("planner/settings")?["settings"]?["lateMinutes"] == 120)
        try bench.ask("configure", ["lateMinutes": .null], by: owner)
        #expect(bench.document("planner/settings")?["settings"]?["lateMinutes"] == 15)
        let many = JSON.array((1...11).map { ["size": JSON($0), "minutes": 60] })
        let rules = JSON.array((0..<21).map { _ in ["covers": 5] })
        let wrong: [(String, JSON)] = [
            ("lateMinutes", 0), ("lateMinutes", 121), ("lateMinutes", "15"), ("pollSeconds", 9),
            ("pollSeconds", 3601), ("stay", many), ("stay", [["size": 4]]),
            ("stay", [["size": 4, "minutes": 60], ["size": 4, "minutes": 90]]),
            ("stay", [["size": 4, "minutes": 60], ["size": 2, "minutes": 90]]),
            ("stay", [["size": 4, "minutes": 14]]), ("stay", [["size": 4, "minutes": 481]]),
            ("stay", [["size": 100, "minutes": 60]]), ("stay", "long"),
            ("pacing", rules), ("pacing", [["covers": 0]]), ("pacing", [["covers": 501]]),
            ("pacing", [[:]]), ("pacing", [["days": ["XX"], "covers": 5]]),
            ("pacing", [["from": "7", "covers": 5]]), ("pacing", [["to": "25:00", "covers": 5]]),
            ("pacing", [["colour": "red", "covers": 5]]), ("pacing", 12),
        ]
        for (field, value) in wrong {
            let problems = bench.problems("configure", [field: value], by: owner)
            expectEqual(problems.map { $0[0] }, [field], "\(field) \(value.canonicalText)")
        }
    }
}
