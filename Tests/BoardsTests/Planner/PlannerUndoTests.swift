import JSON
import Sync
import TestSupport
import Testing

/// Undo and redo of each kind of event.
@Suite struct PlannerUndoTests {
    private var bench = PlannerBench()

    /// A house in which any action is legal.
    private struct House {
        var bench = PlannerBench()
        var names: [String: JSON] = [:]

        init() throws {
            let owner = PlannerBench.owner
            names["kitchen"] = .string(try bench.addCalendar("Kitchen", ["display": "title"]))
            let kitchen: [String: JSON] = ["calendar": name("kitchen")]
            names["single"] = .string(try bench.add("Tasting", "2026-05-04T19:30", 60, kitchen))
            let series = try bench.add(
                "Class", "2026-05-05T10:00", 60,
                ["repeat": "FREQ=WEEKLY;COUNT=5;BYDAY=TU"].merging(kitchen) { $1 })
            names["series"] = .string(series)
            try bench.delete(series, at: "20260512T080000Z")
            try bench.edit(series, ["title": "Course"], at: "20260519T080000Z")
            names["days"] = .string(
                try bench.addDays("Fair", "2026-05-09", 3, ["repeat": "FREQ=WEEKLY;COUNT=2"]))
            names["last"] = .string(
                try bench.add("Once", "2026-05-06T10:00", 60, ["repeat": "FREQ=DAILY;COUNT=1"]))
            names["booked"] = .string(
                try bench.reserve("Ada", 2, "2026-05-04T19:30", ["table": "7"]))
            names["cancelled"] = .string(try bench.reserve("Bo", 4, "2026-05-04T19:45"))
            try bench.ask("cancel", ["reservation": name("cancelled")])
            let feed: [String: JSON] = [
                "name": "Staff", "calendars": ["main", name("kitchen")], "details": "busy",
            ]
            try bench.ask("add_feed", feed, by: owner)
        }

        func name(_ name: String) -> JSON { names[name] ?? "none" }
    }

    private typealias Request = (kind: String, verb: String, arguments: [String: JSON])

    private static let count = 28

    private static func requests(_ house: House) -> [Request] {
        ofEvents(house) + ofSeries(house) + ofReservations(house) + ofCalendars(house)
    }

    private static func ofEvents(_ house: House) -> [Request] {
        let single = house.name("single")
        return [
            ("added", "add", ["title": "New", "date": "2026-05-07", "days": 2]),
            (
                "added", "add",
                [
                    "title": "New", "start": "2026-05-07T10:00", "minutes": 60,
                    "repeat": "FREQ=DAILY", "location": "Bar", "free": true,
                ]
            ),
            ("edited", "edit", ["event": single, "title": "Wine", "description": "Reds"]),
            ("edited", "edit", ["event": single, "start": "2026-05-12T10:00"]),
            ("edited", "edit", ["event": single, "date": "2026-05-12"]),
            ("edited", "edit", ["event": single, "repeat": "FREQ=DAILY;COUNT=20"]),
            ("edited", "edit", ["event": single, "calendar": "main", "private": true]),
            ("deleted", "delete", ["event": single]),
        ]
    }

    private static func ofSeries(_ house: House) -> [Request] {
        let series = house.name("series")
        let days = house.name("days")
        let at: JSON = "20260526T080000Z"
        return [
            ("edited", "edit", ["event": series, "at": at, "start": "2026-05-28T12:00"]),
            ("edited", "edit", ["event": series, "at": "20260519T080000Z", "title": "More"]),
            ("edited", "edit", ["event": series, "start": "2026-05-06T11:00", "minutes": 30]),
            ("edited", "edit", ["event": series, "repeat": .null]),
            ("edited", "edit", ["event": series, "repeat": "FREQ=WEEKLY"]),
            ("edited", "edit", ["event": days, "start": "2026-05-09T10:00", "minutes": 600]),
            ("split", "edit", ["event": series, "at": at, "scope": "following", "title": "More"]),
            ("?", "delete", ["event": series, "at": at]),
            ("?", "delete", ["event": series, "at": at, "scope": "following"]),
            ("deleted", "delete", ["event": series]),
            ("deleted", "delete", ["event": house.name("last"), "at": "20260506T080000Z"]),
        ]
    }

    private static func ofReservations(_ house: House) -> [Request] {
        let booked = house.name("booked")
        return [
            (
                "reserved", "reserve",
                PlannerBench.booking("Cy", 3, "2026-05-04T19:30", ["table": "7"])
            ),
            (
                "rebooked", "rebook",
                ["reservation": booked, "start": "2026-05-11T20:00", "size": 5]
            ),
            ("rebooked", "rebook", ["reservation": booked, "table": .null, "notes": "late"]),
            ("cancelled", "cancel", ["reservation": booked]),
            ("no_show", "no_show", ["reservation": booked]),
            ("restored", "restore", ["reservation": house.name("cancelled")]),
        ]
    }

    private static func ofCalendars(_ house: House) -> [Request] {
        let kitchen = house.name("kitchen")
        return [
            ("calendar_added", "add_calendar", ["name": "Bar", "color": "red"]),
            (
                "calendar_edited", "edit_calendar",
                ["calendar": kitchen, "color": "grey", "display": "off"]
            ),
            ("calendar_removed", "remove_calendar", ["calendar": kitchen]),
        ]
    }

    @Test(arguments: 0..<count)
    func `undoes and redoes each kind of event`(number: Int) throws {
        var house = try House()
        let requests = Self.requests(house)
        expectEqual(requests.count, Self.count)
        let (kind, verb, arguments) = requests[number]
        let before = house.bench.everything()
        try house.bench.ask(verb, arguments, by: PlannerBench.owner)
        if kind != "?" { expectEqual(house.bench.events.last?.kind, kind) }
        let rev = house.bench.rev
        let after = house.bench.everything()
        #expect(before != after, "\(verb) \(arguments)")
        try house.bench.undo()
        expectEqual(house.bench.events.last?.kind, "undone")
        expectEqual(house.bench.everything(), before, "\(verb) \(arguments)")
        expectEqual(
            house.bench.code("undo", ["rev": JSON(rev)], by: PlannerBench.owner), .conflict)
        try house.bench.undo()
        expectEqual(house.bench.everything(), after, "\(verb) \(arguments)")
        expectEqual(house.bench.replayed().everything(), after)
        try expectEqual(house.bench.restored().everything(), after)
    }

    @Test mutating func `does not find an item whose addition was undone`() throws {
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        try bench.undo()
        expectEqual(bench.editCode(event, ["title": "x"]), .notFound)
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        try bench.undo()
        expectEqual(bench.code("cancel", ["reservation": .string(reservation)]), .notFound)
        expectNil(bench.reservation(reservation, on: "2026-05-04"))
        let calendar = try bench.addCalendar("Kitchen")
        try bench.undo()
        expectEqual(
            bench.code(
                "edit_calendar", ["calendar": .string(calendar), "name": "x"],
                by: PlannerBench.owner), .notFound)
    }

    @Test func `undoes several events one after the other`() throws {
        var house = try House()
        var states = [house.bench.everything()]
        var revs: [Int] = []
        for (_, verb, arguments) in Self.requests(house)
        where (try? house.bench.ask(verb, arguments, by: PlannerBench.owner)) != nil {
            revs.append(house.bench.rev)
            states.append(house.bench.everything())
        }
        #expect(revs.count > 15)
        for (step, rev) in revs.enumerated().reversed() {
            try house.bench.undo(rev)
            expectEqual(house.bench.everything(), states[step], "\(step)")
        }
    }

    @Test mutating func `refuses to undo a change before later changes of the item`() throws {
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        try bench.edit(event, ["title": "Wine"])
        try bench.edit(event, ["location": "Cellar"])
        expectEqual(bench.code("undo", ["rev": 1]), .conflict)
        expectEqual(bench.code("undo", ["rev": 2]), .conflict)
        try bench.undo(3)
        try bench.undo(2)
        #expect(bench.row(event, in: "2026-05-04")?["title"] == "Tasting")
        // Changes of other items don't matter.
        let other = try bench.add("Other", "2026-05-05T19:30")
        try bench.edit(event, ["title": "Cheese"])
        try bench.undo(bench.rev - 1)
        expectNil(bench.row(other, in: "2026-05-04"))
        #expect(bench.row(event, in: "2026-05-04")?["title"] == "Cheese")
    }

    @Test func `refuses to undo a split if either part has changed`() throws {
        for side in 0...1 {
            var bench = PlannerBench()
            let event = try bench.add(
                "Class", "2026-05-04T10:00", 60, ["repeat": "FREQ=WEEKLY;COUNT=4"])
            let new = try #require(
                try bench.edit(
                    event, ["title": "Course"], at: "20260511T080000Z", scope: "following"))
            try bench.edit([event, new][side], ["location": "Hall"])
            expectEqual(bench.code("undo", ["rev": 2]), .conflict)
            try bench.undo(3)
            try bench.undo(2)
            expectEqual(bench.times(of: event, in: PlannerBench.mondays("2026-05-04", 4)).count, 4)
        }
    }

    @Test
    mutating func
        `a calendar that is brought back brings its events back, and not those deleted before`()
        throws
    {
        let calendar = try bench.addCalendar("Kitchen")
        let named: [String: JSON] = ["calendar": .string(calendar)]
        let kept = try bench.add("Kept", "2026-05-04T10:00", 60, named)
        let deleted = try bench.add("Deleted", "2026-05-04T11:00", 60, named)
        try bench.delete(deleted)
        let before = bench.everything()
        try bench.ask("remove_calendar", named, by: PlannerBench.owner)
        expectEqual(bench.week("2026-05-04")["occurrences"], [:])
        try bench.undo()
        expectEqual(bench.everything(), before)
        #expect(bench.row(kept, in: "2026-05-04") != nil)
    }

    @Test mutating func `refuses to undo an unknown revision or one of another board`() throws {
        try bench.ask("waitlist.add", ["name": "Ada", "size": 2])
        expectEqual(bench.code("undo", ["rev": 1]), .notFound)
        expectEqual(bench.code("undo", ["rev": 7]), .notFound)
    }
}
