import JSON
import Sync
import TestSupport
import Testing

@Suite struct PlannerArrivalTests {
    private var bench = PlannerBench()
    private var reservation = ""

    init() throws {
        reservation = try bench.reserve("Ada Lovelace", 4, "2026-05-04T19:30")
    }

    private var row: JSON { bench.reservation(reservation, on: "2026-05-04") ?? .null }

    private var status: String? { row["status"]?.text }

    /// The time of the last event, in the form of documents.
    private var lastAt: JSON { .string((bench.events.last?.at ?? PlannerBench.start).description) }

    private func hostRow(_ party: String) -> JSON? {
        let host = bench.document("waitlist/host")
        return host?["parties"]?[party] ?? host?["gone"]?[party]
    }

    @Test mutating func `records an arrival as one event, which both documents show`() throws {
        let count = bench.events.count
        let party = try bench.arrive(reservation)
        expectEqual(bench.events.count, count + 1)
        expectEqual(bench.events.last?.type, "tablecast.waitlist.added")
        expectEqual(status, "arrived")
        expectEqual(row["party"]?.text, party)
        expectEqual(row["arrivedAt"], lastAt)
        expectNil(row["seatedAt"])
        expectNil(row["leftAt"])
        expectEqual(hostRow(party)?["reservation"]?.text, reservation)
        #expect(bench.week("2026-05-04")["reservations"]?[reservation]?["status"] == "arrived")
        let room = bench.document("waitlist/display")?["parties"]?[party]
        #expect(room?["reservation"] == nil)
    }

    @Test mutating func `applies the waiting list's own rules first`() throws {
        let booked: JSON = .string(reservation)
        expectEqual(
            bench.problems("waitlist.add", ["name": "Ada", "size": 0, "reservation": booked]),
            [["size", "Size must be a positive integer"]])
        expectEqual(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": 7]), .invalid)
        expectEqual(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": "r_never"]),
            .notFound)
        expectNil(bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": .null]))
        try bench.ask("cancel", ["reservation": booked])
        expectEqual(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": booked]), .conflict
        )
    }

    @Test mutating func `follows a party to the table and back`() throws {
        let party = try bench.arrive(reservation)
        let arrivedAt = row["arrivedAt"]
        try bench.party("ready", party)
        expectEqual(status, "arrived")
        try bench.party("seat", party)
        expectEqual(status, "seated")
        expectEqual(row["seatedAt"], lastAt)
        expectEqual(row["arrivedAt"], arrivedAt)
        let seated = bench.rev
        try bench.party("restore", party)
        expectEqual(status, "arrived")
        expectNil(row["seatedAt"])
        expectEqual(row["arrivedAt"], arrivedAt)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        expectEqual(status, "seated")
        try bench.ask("waitlist.undo", ["rev": JSON(seated)])
        expectEqual(status, "arrived")
        expectEqual(row["party"]?.text, party)
    }

    @Test(arguments: [("no_show", "no_show"), ("cancel", "cancelled")])
    mutating func `follows a party that leaves and returns`(
        verb: String, expected: String
    ) throws {
        let party = try bench.arrive(reservation)
        try bench.party(verb, party)
        expectEqual(status, expected)
        expectEqual(row["leftAt"], lastAt)
        expectEqual(row["party"]?.text, party)
        // Only the waiting list restores it.
        expectEqual(bench.code("restore", ["reservation": .string(reservation)]), .conflict)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        expectEqual(status, "arrived")
        expectNil(row["leftAt"])
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        expectEqual(status, expected)
        try bench.party("restore", party)
        expectEqual(status, "arrived")
        expectNil(row["leftAt"])
    }

    @Test mutating func `ends the reservation of a guest who leaves`() throws {
        let party = try bench.arrive(reservation)
        let guest = PlannerBench.waiting(party)
        try bench.ask("waitlist.cancel", ["party": .string(party)], by: guest)
        expectEqual(status, "cancelled")
    }

    @Test mutating func `reverts an undone arrival completely, and can repeat it`() throws {
        let before = bench.everything()
        let party = try bench.arrive(reservation)
        let added = bench.rev
        try bench.ask("waitlist.undo", ["rev": JSON(added)])
        expectEqual(status, "booked")
        expectEqual(bench.everything(), before)
        expectNil(row["party"])
        expectNil(row["arrivedAt"])
        // Redoing brings the same party back.
        let undone = bench.rev
        try bench.ask("waitlist.undo", ["rev": JSON(undone)])
        expectEqual(status, "arrived")
        expectEqual(row["party"]?.text, party)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        let other = try bench.arrive(reservation)
        #expect(other != party)
        expectEqual(row["party"]?.text, other)
        // A reservation never has a second party.
        expectEqual(bench.code("waitlist.undo", ["rev": JSON(undone)]), .conflict)
        expectEqual(
            bench.document("waitlist/host")?["parties"]?.members?.values.count {
                $0["reservation"]?.text == reservation
            }, 1)
    }

    @Test mutating func `refuses to undo changes before an arrival`() throws {
        try bench.ask("rebook", ["reservation": .string(reservation), "size": 3])
        let rebooked = bench.rev
        let party = try bench.arrive(reservation)
        expectEqual(bench.code("undo", ["rev": JSON(rebooked)]), .conflict)
        expectEqual(bench.code("undo", ["rev": 1]), .conflict)
        // Changes of the party do not touch the reservation.
        try bench.ask("waitlist.edit", ["party": .string(party), "name": "Bo", "size": 6])
        expectEqual(row["name"], "Ada Lovelace")
        expectEqual(row["size"], 3)
        expectEqual(row["party"]?.text, party)
    }

    @Test mutating func `does not undo events of the waiting list`() throws {
        _ = try bench.arrive(reservation)
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .notFound)
    }

    @Test mutating func `changes nothing for a party without a reservation`() throws {
        let before = bench.service("2026-05-04")
        let party = try bench.ask("waitlist.add", ["name": "Bo", "size": 2])["party"]?.text ?? ""
        try bench.party("seat", party)
        try bench.party("restore", party)
        expectEqual(bench.service("2026-05-04"), before)
    }

    @Test mutating func `keeps an arrived reservation past the end of the day`() throws {
        let party = try bench.arrive(reservation)
        bench.beginDay()
        expectEqual(status, "arrived")
        try bench.party("seat", party)
        expectEqual(status, "seated")
        try expectEqual(bench.restored().reservation(reservation, on: "2026-05-04"), row)
        expectEqual(bench.replayed().reservation(reservation, on: "2026-05-04"), row)
    }
}
