import JSON
import Sync
import Testing

/// Reservations whose party walks onto the waiting list, and what becomes of them there.
@Suite struct PlannerArrivalTests {
    private var bench = PlannerBench()
    private var reservation = ""

    init() throws {
        reservation = try bench.reserve("Ada Lovelace", 4, "2026-05-04T19:30")
    }

    private var row: JSON { bench.reservation(reservation, on: "2026-05-04") ?? .null }

    private var status: String? { row["status"]?.text }

    /// The time of the last event, as documents have it.
    private var lastAt: JSON { .string((bench.events.last?.at ?? PlannerBench.start).description) }

    private func hostRow(_ party: String) -> JSON? {
        let host = bench.document("waitlist/host")
        return host?["parties"]?[party] ?? host?["gone"]?[party]
    }

    @Test mutating func `an arrival is one event, and both documents know it`() throws {
        let count = bench.events.count
        let party = try bench.arrive(reservation)
        #expect(bench.events.count == count + 1)
        #expect(bench.events.last?.type == "tablecast.waitlist.added")
        #expect(status == "arrived")
        #expect(row["party"]?.text == party)
        #expect(row["arrivedAt"] == lastAt)
        #expect(row["seatedAt"] == nil)
        #expect(row["leftAt"] == nil)
        #expect(hostRow(party)?["reservation"]?.text == reservation)
        #expect(bench.week("2026-05-04")["reservations"]?[reservation]?["status"] == "arrived")
        let room = bench.document("waitlist/display")?["parties"]?[party]
        #expect(room?["reservation"] == nil)
    }

    @Test mutating func `the waiting list's own rules come first`() throws {
        let booked: JSON = .string(reservation)
        #expect(
            bench.problems("waitlist.add", ["name": "Ada", "size": 0, "reservation": booked])
                == [["size", "Size must be a positive integer"]])
        #expect(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": 7]) == .invalid)
        #expect(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": "r_never"])
                == .notFound)
        #expect(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": .null]) == nil)
        try bench.ask("cancel", ["reservation": booked])
        #expect(
            bench.code("waitlist.add", ["name": "Ada", "size": 2, "reservation": booked])
                == .conflict)
    }

    @Test mutating func `a reservation follows its party to the table and back`() throws {
        let party = try bench.arrive(reservation)
        let arrivedAt = row["arrivedAt"]
        try bench.party("ready", party)
        #expect(status == "arrived")
        try bench.party("seat", party)
        #expect(status == "seated")
        #expect(row["seatedAt"] == lastAt)
        #expect(row["arrivedAt"] == arrivedAt)
        let seated = bench.rev
        try bench.party("restore", party)
        #expect(status == "arrived")
        #expect(row["seatedAt"] == nil)
        #expect(row["arrivedAt"] == arrivedAt)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        #expect(status == "seated")
        try bench.ask("waitlist.undo", ["rev": JSON(seated)])
        #expect(status == "arrived")
        #expect(row["party"]?.text == party)
    }

    @Test(arguments: [("no_show", "no_show"), ("cancel", "cancelled")])
    mutating func `a reservation follows its party that leaves, and back`(
        verb: String, expected: String
    ) throws {
        let party = try bench.arrive(reservation)
        try bench.party(verb, party)
        #expect(status == expected)
        #expect(row["leftAt"] == lastAt)
        #expect(row["party"]?.text == party)
        // Only the waiting list brings it back.
        #expect(bench.code("restore", ["reservation": .string(reservation)]) == .conflict)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        #expect(status == "arrived")
        #expect(row["leftAt"] == nil)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        #expect(status == expected)
        try bench.party("restore", party)
        #expect(status == "arrived")
        #expect(row["leftAt"] == nil)
    }

    @Test mutating func `a guest who leaves takes the reservation along`() throws {
        let party = try bench.arrive(reservation)
        let guest = Principal(guestOf: Subject(board: "waitlist", id: party))
        try bench.ask("waitlist.cancel", ["party": .string(party)], by: guest)
        #expect(status == "cancelled")
    }

    @Test mutating func `an arrival that is undone never was, and can come again`() throws {
        let before = bench.everything()
        let party = try bench.arrive(reservation)
        let added = bench.rev
        try bench.ask("waitlist.undo", ["rev": JSON(added)])
        #expect(status == "booked")
        #expect(bench.everything() == before)
        #expect(row["party"] == nil)
        #expect(row["arrivedAt"] == nil)
        // The undoing is undone: the same party is here again.
        let undone = bench.rev
        try bench.ask("waitlist.undo", ["rev": JSON(undone)])
        #expect(status == "arrived")
        #expect(row["party"]?.text == party)
        try bench.ask("waitlist.undo", ["rev": JSON(bench.rev)])
        let other = try bench.arrive(reservation)
        #expect(other != party)
        #expect(row["party"]?.text == other)
        // There is never a second party of one reservation.
        #expect(bench.code("waitlist.undo", ["rev": JSON(undone)]) == .conflict)
        #expect(
            bench.document("waitlist/host")?["parties"]?.members?.values.count {
                $0["reservation"]?.text == reservation
            } == 1)
    }

    @Test mutating func `what came before an arrival can't be undone any more`() throws {
        try bench.ask("rebook", ["reservation": .string(reservation), "size": 3])
        let rebooked = bench.rev
        let party = try bench.arrive(reservation)
        #expect(bench.code("undo", ["rev": JSON(rebooked)]) == .conflict)
        #expect(bench.code("undo", ["rev": 1]) == .conflict)
        // Changes of the party do not touch the reservation.
        try bench.ask("waitlist.edit", ["party": .string(party), "name": "Bo", "size": 6])
        #expect(row["name"] == "Ada Lovelace")
        #expect(row["size"] == 3)
        #expect(row["party"]?.text == party)
    }

    @Test mutating func `what the waiting list did is not the planner's to undo`() throws {
        _ = try bench.arrive(reservation)
        #expect(bench.code("undo", ["rev": JSON(bench.rev)]) == .notFound)
    }

    @Test mutating func `a party without a reservation changes nothing here`() throws {
        let before = bench.service("2026-05-04")
        let party = try bench.ask("waitlist.add", ["name": "Bo", "size": 2])["party"]?.text ?? ""
        try bench.party("seat", party)
        try bench.party("restore", party)
        #expect(bench.service("2026-05-04") == before)
    }

    @Test mutating func `it goes on over the end of the day`() throws {
        let party = try bench.arrive(reservation)
        bench.beginDay()
        #expect(status == "arrived")
        try bench.party("seat", party)
        #expect(status == "seated")
        #expect(try bench.restored().reservation(reservation, on: "2026-05-04") == row)
        #expect(bench.replayed().reservation(reservation, on: "2026-05-04") == row)
    }
}
