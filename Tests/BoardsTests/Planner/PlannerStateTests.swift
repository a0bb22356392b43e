import JSON
import Sync
import TestSupport
import Testing

/// The legal actions in each state.
@Suite struct PlannerStateTests {
    private var bench = PlannerBench()
    private static let owner = PlannerBench.owner

    // MARK: Unknown ids

    @Test mutating func `does not find an unknown id`() throws {
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        let never: JSON = "x_never"
        let asked: [(String, [String: JSON])] = [
            (
                "add",
                ["title": "x", "date": "2026-05-04", "calendar": never]
            ),
            ("edit", ["event": never, "title": "x"]),
            ("edit", ["event": never, "at": "20260504T173000Z", "title": "x"]),
            ("edit", ["event": .string(event), "calendar": never]),
            ("delete", ["event": never]), ("undo", ["rev": 999]),
            ("rebook", ["reservation": never, "name": "Bo"]), ("cancel", ["reservation": never]),
            ("no_show", ["reservation": never]), ("restore", ["reservation": never]),
            ("edit_calendar", ["calendar": never, "name": "x"]),
            ("remove_calendar", ["calendar": never]),
            ("add_feed", ["name": "x", "calendars": [never], "details": "full"]),
            ("remove_feed", ["feed": never]),
            ("waitlist.add", ["name": "Ada", "size": 2, "reservation": never]),
            ("waitlist.add", ["name": "Ada", "size": 2, "reservation": .string(event)]),
        ]
        for (action, arguments) in asked {
            expectEqual(
                bench.code(action, arguments, by: Self.owner), .notFound, "\(action) \(arguments)")
        }
    }

    @Test func `reports invalid arguments before unknown ids`() {
        let bench = PlannerBench()
        expectEqual(bench.code("edit", ["event": "x_never", "title": ""]), .invalid)
        expectEqual(bench.code("rebook", ["reservation": "x_never", "size": 0]), .invalid)
        expectEqual(
            bench.code("waitlist.add", ["name": "", "size": 2, "reservation": "x_never"]), .invalid)
    }

    // MARK: Occurrences

    @Test mutating func `finds an occurrence by its start only`()
        throws
    {
        let timed = try bench.add(
            "Tasting", "2026-05-04T19:30", 60, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        let days = try bench.addDays("Fair", "2026-05-04", 1, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        for at in ["20260504T173000Z", "20260511T173000Z", "20260518T173000Z"] {
            expectNil(bench.editCode(timed, ["title": "x"], at: at))
        }
        for at in ["20260504", "20260511", "20260518"] {
            expectNil(bench.editCode(days, ["title": "x"], at: at))
        }
        let none = [
            "20260505T173000Z", "20260525T173000Z", "20260504T193000", "20260504",
            "20260504T173001Z", "20260427T173000Z", "2026-05-04T17:30:00Z", "x", "",
        ]
        for at in none where !at.isEmpty {
            for scope in ["one", "following", "all"] {
                let code = bench.editCode(timed, ["title": "x"], at: at, scope: scope)
                expectEqual(code, .notFound, "\(at) \(scope)")
                expectEqual(bench.deleteCode(timed, at: at, scope: scope), .notFound, "\(at)")
            }
        }
        expectEqual(bench.editCode(days, ["title": "x"], at: "20260504T000000Z"), .notFound)
        expectEqual(bench.editCode(days, ["title": "x"], at: "20260505"), .notFound)
    }

    @Test mutating func `finds no occurrence of a one-time event`() throws {
        let timed = try bench.add("Tasting", "2026-05-04T19:30")
        let days = try bench.addDays("Fair", "2026-05-04")
        for scope in [nil, "one", "following", "all"] {
            expectEqual(
                bench.editCode(timed, ["title": "x"], at: "20260504T173000Z", scope: scope),
                .conflict)
            expectEqual(bench.deleteCode(timed, at: "20260504T173000Z", scope: scope), .conflict)
            expectEqual(bench.deleteCode(days, at: "20260504", scope: scope), .conflict)
        }
    }

    @Test mutating func `does not find a deleted occurrence`() throws {
        let event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        try bench.delete(event, at: "20260511T173000Z")
        for scope in [nil, "one", "following", "all"] {
            let code = bench.editCode(
                event, ["title": "x"], at: "20260511T173000Z", scope: scope)
            expectEqual(code, .notFound)
            expectEqual(bench.deleteCode(event, at: "20260511T173000Z", scope: scope), .notFound)
        }
    }

    // MARK: Deleted items

    @Test mutating func `rejects every action but undo on a deleted event`() throws {
        let single = try bench.add("Tasting", "2026-05-04T19:30")
        let series = try bench.add(
            "Class", "2026-05-04T10:00", 60, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        try bench.delete(single)
        try bench.delete(series)
        for event in [single, series] {
            expectEqual(bench.editCode(event, ["title": "x"]), .conflict)
            expectEqual(bench.editCode(event, ["repeat": .null]), .conflict)
            expectEqual(bench.deleteCode(event), .conflict)
        }
        expectEqual(bench.editCode(series, ["title": "x"], at: "20260504T080000Z"), .conflict)
        expectEqual(bench.deleteCode(series, at: "20260511T080000Z", scope: "following"), .conflict)
        try bench.undo(bench.rev - 1)
        expectNil(bench.editCode(single, ["title": "x"]))
    }

    @Test
    mutating func
        `a removed calendar is a conflict for everything but undo, and so is what it had`()
        throws
    {
        let calendar = try bench.addCalendar("Kitchen")
        let named: JSON = .string(calendar)
        let event = try bench.add("Stock", "2026-05-04T10:00", 60, ["calendar": named])
        let other = try bench.add("Tasting", "2026-05-04T19:30")
        try bench.ask("remove_calendar", ["calendar": named], by: Self.owner)
        expectNil(bench.row(event, in: "2026-05-04"))
        #expect(bench.calendars["calendars"]?[calendar] == nil)
        let asked: [(String, [String: JSON])] = [
            ("edit_calendar", ["calendar": named, "name": "x"]),
            ("remove_calendar", ["calendar": named]),
            ("add", ["title": "x", "date": "2026-05-04", "calendar": named]),
            ("edit", ["event": .string(other), "calendar": named]),
            ("edit", ["event": .string(event), "title": "x"]),
            ("delete", ["event": .string(event)]),
            ("add_feed", ["name": "x", "calendars": [named], "details": "busy"]),
        ]
        for (action, arguments) in asked {
            expectEqual(
                bench.code(action, arguments, by: Self.owner), .conflict, "\(action) \(arguments)")
        }
        try bench.undo()
        #expect(bench.row(event, in: "2026-05-04")?["title"] == "Stock")
        expectNil(bench.editCode(event, ["title": "x"]))
    }

    @Test mutating func `names the calendars that every house has in the house's language`() throws
    {
        func names() -> [String?] {
            ["main", "reservations"].map { bench.calendars["calendars"]?[$0]?["name"]?.text }
        }
        try bench.ask("house.configure", ["languages": ["es", "en"]], by: Self.owner)
        expectEqual(names(), ["Casa", "Reservas"])
        let renamed: [String: JSON] = ["calendar": "main", "name": "Sala"]
        try bench.ask("edit_calendar", renamed, by: Self.owner)
        try bench.ask("house.configure", ["languages": ["de"]], by: Self.owner)
        expectEqual(names(), ["Sala", "Reservierungen"])
        for other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.calendars, bench.calendars)
        }
    }

    @Test mutating func `has two fixed calendars, and no events among the reservations`() throws {
        expectEqual(
            Set(bench.calendars["calendars"]?.members?.keys.map { $0 } ?? []),
            ["main", "reservations"])
        #expect(bench.calendars["calendars"]?["main"]?["name"] == "House")
        for calendar in ["main", "reservations"] as [JSON] {
            let named = ["calendar": calendar]
            expectEqual(bench.code("remove_calendar", named, by: Self.owner), .conflict)
            let renamed = named.merging(["name": "Other", "color": "red"]) { $1 }
            expectNil(bench.code("edit_calendar", renamed, by: Self.owner))
        }
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        expectEqual(
            bench.code(
                "add", ["title": "x", "date": "2026-05-04", "calendar": "reservations"]), .conflict)
        expectEqual(bench.editCode(event, ["calendar": "reservations"]), .conflict)
    }

    // MARK: Reservations

    private static let reservationActions = [
        "rebook", "cancel", "no_show", "restore", "waitlist.add",
    ]

    /// The steps that lead to each state of a reservation, and the legal actions there.
    private static let states: [(state: String, steps: [String], legal: Set<String>)] = [
        ("booked", [], ["rebook", "cancel", "no_show", "waitlist.add"]),
        ("arrived", ["arrive"], []),
        ("arrived", ["arrive", "waitlist.ready"], []),
        ("seated", ["arrive", "waitlist.seat"], []),
        ("cancelled", ["cancel"], ["restore"]),
        ("no_show", ["no_show"], ["restore"]),
        ("booked", ["cancel", "restore"], ["rebook", "cancel", "no_show", "waitlist.add"]),
        ("cancelled", ["arrive", "waitlist.cancel"], []),
        ("no_show", ["arrive", "waitlist.no_show"], []),
        ("arrived", ["arrive", "waitlist.no_show", "waitlist.restore"], []),
    ]

    @Test(arguments: 0..<10)
    func `permits only the legal actions in each state of a reservation`(
        number: Int
    ) throws {
        let (state, steps, legal) = Self.states[number]
        var bench = PlannerBench()
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        let named: [String: JSON] = ["reservation": .string(reservation)]
        var party = ""
        for step in steps {
            if step == "arrive" {
                party = try bench.arrive(reservation)
            } else {
                try bench.ask(step, step.contains(".") ? ["party": .string(party)] : named)
            }
        }
        #expect(
            bench.reservation(reservation, on: "2026-05-04")?["status"] == .string(state))
        for action in Self.reservationActions {
            let more: [String: JSON] =
                switch action {
                case "rebook": ["name": "Bo"]
                case "waitlist.add": ["name": "Ada", "size": 2]
                default: [:]
                }
            let refusal = bench.refusal(action, named.merging(more) { $1 })
            expectEqual(refusal?.code, (legal.contains(action) ? nil : .conflict), "\(action)")
            if !party.isEmpty, action != "waitlist.add" {
                expectEqual(refusal?.reason?.problem.code, "planner.party_decides")
            }
        }
    }

    @Test mutating func `rejects a request as stale if its sender missed a change`() throws {
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        let seen = bench.rev
        try bench.edit(event, ["title": "Wine"])
        try bench.ask("rebook", ["reservation": .string(reservation), "size": 3])
        let edit: [String: JSON] = ["event": .string(event), "title": "Cheese"]
        let rebook: [String: JSON] = ["reservation": .string(reservation), "size": 4]
        expectEqual(bench.refusal("edit", edit, ifRev: seen)?.code, .stale)
        expectEqual(bench.refusal("rebook", rebook, ifRev: seen)?.code, .stale)
        expectNil(bench.refusal("edit", edit, ifRev: bench.rev))
        expectNil(bench.refusal("rebook", rebook, ifRev: bench.rev))
    }
}
