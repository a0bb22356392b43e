import JSON
import Sync
import TestSupport
import Testing

/// The limits of covers per quarter hour, and closed times.
@Suite struct PlannerPacingTests {
    private var bench = PlannerBench()

    private static let full = "19:30 is full: 10 of 12 covers are taken"
    private static let closed = "The house is closed then"

    private mutating func limit(_ rules: JSON) throws {
        try bench.ask("configure", ["pacing": rules], by: PlannerBench.owner)
    }

    private mutating func house(_ settings: [String: JSON]) throws {
        try bench.ask("house.configure", settings, by: PlannerBench.owner)
    }

    /// Returns the reason to reject a reservation, or `nil` if it would be accepted.
    private func objection(
        _ size: Int, _ start: String, _ more: [String: JSON] = [:]
    ) -> String? {
        let refusal = bench.refusal("reserve", PlannerBench.booking("Cy", size, start, more))
        if let refusal { expectEqual(refusal.code, .conflict) }
        return refusal?.message
    }

    private func objection(rebooking reservation: String, _ changes: [String: JSON]) -> String? {
        let arguments = changes.merging(["reservation": .string(reservation)]) { $1 }
        let refusal = bench.refusal("rebook", arguments)
        if let refusal { expectEqual(refusal.code, .conflict) }
        return refusal?.message
    }

    @Test mutating func `says how full a full quarter hour is`() throws {
        try limit([["covers": 12]])
        try bench.reserve("Ada", 6, "2026-05-04T19:30")
        try bench.reserve("Bo", 4, "2026-05-04T19:44")
        expectEqual(objection(3, "2026-05-04T19:30"), Self.full)
        expectEqual(objection(3, "2026-05-04T19:40"), Self.full)
        expectNil(objection(2, "2026-05-04T19:30"))
        expectNil(objection(12, "2026-05-04T19:45"))
        expectNil(objection(12, "2026-05-04T19:29"))
        expectEqual(objection(13, "2026-05-04T12:00"), "12:00 is full: 0 of 12 covers are taken")
        expectEqual(
            bench.service("2026-05-04")["slots"],
            ["2026-05-04T17:30:00.000Z": ["covers": 10, "limit": 12]])
    }

    @Test mutating func `accepts an override, and marks it in the row`() throws {
        try limit([["covers": 4]])
        let one = try bench.reserve("Ada", 4, "2026-05-04T19:30")
        let two = try bench.reserve("Bo", 3, "2026-05-04T19:30", ["override": true])
        #expect(bench.reservation(one, on: "2026-05-04")?["override"] == nil)
        #expect(bench.reservation(two, on: "2026-05-04")?["override"] == true)
        #expect(bench.week("2026-05-04")["reservations"]?[two]?["override"] == true)
        #expect(objection(1, "2026-05-04T19:30", ["override": false]) != nil)
        // An unnecessary override is not recorded.
        let three = try bench.reserve("Cy", 3, "2026-05-04T20:00", ["override": true])
        #expect(bench.reservation(three, on: "2026-05-04")?["override"] == nil)
        expectEqual(objection(1, "2026-05-04T19:30"), "19:30 is full: 7 of 4 covers are taken")
        #expect(
            bench.service("2026-05-04")["slots"]?["2026-05-04T17:30:00.000Z"]
                == ["covers": 7, "limit": 4])
    }

    @Test mutating func `applies the first rule that fits, and no limit without one`() throws {
        try limit([
            ["days": ["MO", "TU"], "from": "19:00", "to": "20:00", "covers": 2],
            ["days": ["MO"], "covers": 4], ["from": "12:00", "to": "13:00", "covers": 6],
        ])
        // Monday.
        expectEqual(objection(3, "2026-05-04T19:00"), "19:00 is full: 0 of 2 covers are taken")
        expectEqual(objection(3, "2026-05-04T19:59"), "19:45 is full: 0 of 2 covers are taken")
        expectNil(objection(4, "2026-05-04T18:59"))
        expectEqual(objection(5, "2026-05-04T18:59"), "18:45 is full: 0 of 4 covers are taken")
        expectNil(objection(4, "2026-05-04T20:00"))
        expectEqual(objection(5, "2026-05-04T12:30"), "12:30 is full: 0 of 4 covers are taken")
        // Tuesday, Wednesday.
        expectEqual(objection(3, "2026-05-05T19:30"), "19:30 is full: 0 of 2 covers are taken")
        expectNil(objection(99, "2026-05-05T21:00"))
        expectEqual(objection(7, "2026-05-06T12:45"), "12:45 is full: 0 of 6 covers are taken")
        expectNil(objection(7, "2026-05-06T13:00"))
        try bench.reserve("Ada", 99, "2026-05-06T19:30")
        expectEqual(
            bench.service("2026-05-06")["slots"], ["2026-05-06T17:30:00.000Z": ["covers": 99]])
    }

    @Test mutating func `counts parties that are here, and not those that left`() throws {
        try limit([["covers": 12]])
        let six = try bench.reserve("Ada", 6, "2026-05-04T19:30")
        let four = try bench.reserve("Bo", 4, "2026-05-04T19:30")
        let party = try bench.arrive(six)
        expectEqual(objection(3, "2026-05-04T19:30"), Self.full)
        try bench.party("seat", party)
        expectEqual(objection(3, "2026-05-04T19:30"), Self.full)
        try bench.ask("cancel", ["reservation": .string(four)])
        expectNil(objection(6, "2026-05-04T19:30"))
        try bench.undo()
        expectEqual(objection(3, "2026-05-04T19:30"), Self.full)
        try bench.ask("no_show", ["reservation": .string(four)])
        expectNil(objection(6, "2026-05-04T19:30"))
        try bench.reserve("Cy", 6, "2026-05-04T19:30")
        // A restored reservation is accepted over the limit.
        try bench.ask("restore", ["reservation": .string(four)])
        #expect(
            bench.service("2026-05-04")["slots"]?["2026-05-04T17:30:00.000Z"]
                == ["covers": 16, "limit": 12])
    }

    @Test mutating func `checks a rebooking only if it changes the start or the size`() throws {
        try limit([["covers": 12]])
        let six = try bench.reserve("Ada", 6, "2026-05-04T19:30")
        let four = try bench.reserve("Bo", 4, "2026-05-04T19:30")
        let two = try bench.reserve("Cy", 2, "2026-05-04T20:00")
        // Its own covers do not count.
        expectNil(objection(rebooking: four, ["size": 6]))
        expectEqual(
            objection(rebooking: four, ["size": 7]), "19:30 is full: 6 of 12 covers are taken")
        expectNil(objection(rebooking: four, ["start": "2026-05-04T19:40"]))
        expectNil(objection(rebooking: two, ["start": "2026-05-04T19:30"]))
        expectEqual(objection(rebooking: two, ["start": "2026-05-04T19:30", "size": 3]), Self.full)
        expectNil(
            objection(rebooking: two, ["start": "2026-05-04T19:30", "size": 3, "override": true]))
        // Other fields can still be changed over the limit.
        try limit([["covers": 3]])
        expectNil(objection(rebooking: six, ["name": "Ann", "table": "7", "minutes": 60]))
        expectEqual(
            objection(rebooking: six, ["size": 5]), "19:30 is full: 4 of 3 covers are taken")
    }

    // MARK: Hours

    @Test mutating func `rejects reservations while the house is closed`() throws {
        let hours: JSON = ["MO": [["12:00", "15:00"], ["18:30", "01:00"]], "WE": []]
        try house(["hours": hours])
        for start in [
            "2026-05-04T12:00", "2026-05-04T14:59", "2026-05-04T18:30", "2026-05-04T23:59",
            "2026-05-05T00:00", "2026-05-05T00:59",
        ] {
            expectNil(objection(2, start), "\(start)")
        }
        for start in [
            "2026-05-04T11:59", "2026-05-04T15:00", "2026-05-04T18:29", "2026-05-05T01:00",
            "2026-05-05T19:30", "2026-05-06T19:30", "2026-05-04T00:30",
        ] {
            expectEqual(objection(2, start), Self.closed, "\(start)")
            expectNil(objection(2, start, ["override": true]), "\(start)")
        }
        let reservation = try bench.reserve("Ada", 2, "2026-05-06T19:30", ["override": true])
        #expect(bench.reservation(reservation, on: "2026-05-06")?["override"] == true)
        let other = try bench.reserve("Bo", 2, "2026-05-04T19:30")
        expectEqual(objection(rebooking: other, ["start": "2026-05-04T16:00"]), Self.closed)
        expectNil(objection(rebooking: reservation, ["name": "Ann"]))
    }

    @Test mutating func `applies an exception to its date only`() throws {
        try house([
            "hours": ["MO": [["18:30", "01:00"]], "TU": [["18:30", "23:00"]]],
            "exceptions": ["2026-05-05": [], "2026-05-11": [["12:00", "14:00"]]],
        ])
        expectEqual(objection(2, "2026-05-05T19:30"), Self.closed)
        // The night after Monday belongs to Monday.
        expectNil(objection(2, "2026-05-05T00:30"))
        expectNil(objection(2, "2026-05-12T19:30"))
        expectNil(objection(2, "2026-05-11T12:30"))
        expectEqual(objection(2, "2026-05-11T19:30"), Self.closed)
        expectEqual(objection(2, "2026-05-12T00:30"), Self.closed)
        try house(["hours": .null, "exceptions": .null])
        expectNil(objection(2, "2026-05-05T19:30"))
    }
}
