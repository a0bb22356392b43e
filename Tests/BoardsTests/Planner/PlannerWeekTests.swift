import JSON
import Sync
import TestSupport
import Testing

/// The exact documents of weeks and months.
@Suite struct PlannerWeekTests {
    private var bench = PlannerBench()

    @Test func `names the week in an empty document`() {
        expectEqual(
            bench.week("2026-05-04"),
            [
                "monday": "2026-05-04", "timeZone": "Europe/Madrid", "occurrences": [:],
                "reservations": [:], "capped": [:],
            ])
    }

    @Test mutating func `has only the known values in a row`() throws {
        let plain = try bench.add("Tasting", "2026-05-04T19:30", 90)
        let kitchen = try bench.addCalendar("Kitchen")
        let full = try bench.add(
            "Stock", "2026-05-05T09:00", 30,
            [
                "calendar": .string(kitchen), "location": "Cellar", "description": "All\nof it",
                "timeZone": "Europe/London", "repeat": "FREQ=WEEKLY;COUNT=2", "tentative": true,
                "private": true, "free": true,
            ])
        try bench.edit(full, ["title": "Count"], at: "20260512T080000Z")
        let days = try bench.addDays("Fair", "2026-05-09", 3)
        expectEqual(
            bench.week("2026-05-04")["occurrences"],
            [
                plain: [
                    "event": .string(plain), "calendar": "main", "title": "Tasting",
                    "start": "2026-05-04T17:30:00.000Z", "end": "2026-05-04T19:00:00.000Z",
                    "timeZone": "Europe/Madrid", "firstDay": "2026-05-04",
                    "lastDay": "2026-05-04",
                ],
                "\(full).20260505T080000Z": Self.stock(full, kitchen, "Stock", "2026-05-05", false),
                days: Self.fair(days),
            ])
        expectEqual(
            bench.week("2026-05-11")["occurrences"],
            [
                "\(full).20260512T080000Z": Self.stock(full, kitchen, "Count", "2026-05-12", true),
                days: Self.fair(days),
            ])
    }

    private static func fair(_ event: String) -> JSON {
        [
            "event": .string(event), "calendar": "main", "title": "Fair", "allDay": true,
            "firstDay": "2026-05-09", "lastDay": "2026-05-11",
        ]
    }

    private static func stock(
        _ event: String, _ calendar: String, _ title: String, _ day: String, _ isChanged: Bool
    ) -> JSON {
        JSON(present: [
            "event": .string(event), "at": .string(day.filter { $0 != "-" } + "T080000Z"),
            "calendar": .string(calendar), "title": .string(title), "location": "Cellar",
            "description": "All\nof it", "start": .string("\(day)T08:00:00.000Z"),
            "end": .string("\(day)T08:30:00.000Z"), "timeZone": "Europe/London",
            "firstDay": .string(day), "lastDay": .string(day), "repeat": "FREQ=WEEKLY;COUNT=2",
            "changed": isChanged ? true : nil, "status": "tentative", "private": true,
            "free": true,
        ])
    }

    @Test mutating func `omits a removed flag`() throws {
        let event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60, ["tentative": true, "private": true, "free": true])
        try bench.edit(event, ["tentative": false, "private": .null, "free": false])
        let row = try #require(bench.row(event, in: "2026-05-04"))
        for member in ["status", "private", "free", "clash", "changed", "allDay", "at", "repeat"] {
            expectNil(row[member], "\(member)")
        }
    }

    @Test mutating func `has no phone, notes or tags in a reservation's row of the week`() throws {
        let reservation = try bench.reserve(
            "Ada Lovelace", 4, "2026-05-04T20:00",
            [
                "minutes": 105, "phone": "+1 201 555 0123", "notes": "allergic", "tags": ["window"],
                "table": "7",
            ])
        let week = bench.week("2026-05-04")["reservations"]
        expectEqual(
            week,
            [
                reservation: [
                    "name": "Ada Lovelace", "size": 4, "start": "2026-05-04T18:00:00.000Z",
                    "end": "2026-05-04T19:45:00.000Z", "status": "booked", "table": "7",
                ]
            ])
        expectEqual(
            bench.reservation(reservation, on: "2026-05-04"),
            [
                "name": "Ada Lovelace", "size": 4, "start": "2026-05-04T18:00:00.000Z",
                "end": "2026-05-04T19:45:00.000Z", "status": "booked", "table": "7",
                "phone": "+12015550123", "notes": "allergic", "tags": ["window"],
            ])
        expectEqual(bench.week("2026-05-11")["reservations"], [:])
        expectEqual(bench.week("2026-05-04")["occurrences"], [:])
    }

    // MARK: Months

    @Test mutating func `counts the events of each day, and names the first three`() throws {
        expectEqual(bench.month("2026-05"), ["month": "2026-05", "days": [:]])
        try bench.add("Late", "2026-05-04T22:00")
        try bench.add("Early", "2026-05-04T08:00")
        try bench.add("Noon", "2026-05-04T12:00")
        try bench.add("Afternoon", "2026-05-04T16:00")
        try bench.add("Weekly", "2026-05-05T10:00", 60, ["repeat": "FREQ=WEEKLY"])
        try bench.reserve("Ada", 4, "2026-05-04T20:00")
        try bench.reserve("Bo", 7, "2026-05-04T21:00")
        try bench.reserve("Cy", 2, "2026-05-06T21:00")
        let days = bench.month("2026-05")["days"]
        #expect(
            days?["2026-05-04"] == [
                "events": 4, "titles": ["Early", "Noon", "Afternoon"], "reservations": 2,
                "covers": 11,
            ])
        #expect(days?["2026-05-05"] == ["events": 1, "titles": ["Weekly"]])
        #expect(days?["2026-05-06"] == ["reservations": 1, "covers": 2])
        #expect(days?["2026-05-07"] == nil)
        expectEqual(
            days?.members?.keys.sorted(),
            [
                "2026-05-04", "2026-05-05", "2026-05-06", "2026-05-12", "2026-05-19",
                "2026-05-26",
            ])
        let june = bench.month("2026-06")["days"]?.members?.keys.sorted()
        expectEqual(june, ["2026-06-02", "2026-06-09", "2026-06-16", "2026-06-23", "2026-06-30"])
    }

    @Test mutating func `counts an event of several days on each of them`() throws {
        try bench.addDays("Fair", "2026-05-30", 4)
        try bench.add("Closing", "2026-05-12T00:00", 1_440)
        // An event that ends in the night counts on its first day only, as in the week.
        try bench.add("Party", "2026-05-16T22:30", 300)
        try bench.add("Until midnight", "2026-05-18T22:00", 120)
        expectEqual(
            bench.month("2026-05")["days"]?.members?.keys.sorted(),
            ["2026-05-12", "2026-05-16", "2026-05-18", "2026-05-30", "2026-05-31"])
        expectEqual(
            bench.month("2026-06")["days"]?.members?.keys.sorted(), ["2026-06-01", "2026-06-02"])
    }

    @Test mutating func `updates a month with each event`() throws {
        let event = try bench.add("Tasting", "2026-05-31T19:30")
        let reservation = try bench.reserve("Ada", 4, "2026-05-31T20:00")
        bench.watch(["planner/month?month=2026-05", "planner/month?month=2026-06"])
        try bench.edit(event, ["start": "2026-06-01T19:30"])
        expectEqual(
            bench.month("2026-05")["days"], ["2026-05-31": ["reservations": 1, "covers": 4]])
        expectEqual(
            bench.month("2026-06")["days"], ["2026-06-01": ["events": 1, "titles": ["Tasting"]]])
        try bench.ask("rebook", ["reservation": .string(reservation), "start": "2026-06-01T20:00"])
        expectEqual(bench.month("2026-05")["days"], [:])
        #expect(bench.month("2026-06")["days"]?["2026-06-01"]?["covers"] == 4)
    }

    // MARK: Calendars and settings

    @Test mutating func `lists calendars with their values`() throws {
        let kitchen = try bench.addCalendar("Kitchen", ["color": "red", "display": "title"])
        let bar = try bench.addCalendar(" Bar ")
        let rows = bench.calendars["calendars"]
        #expect(rows?[kitchen] == ["name": "Kitchen", "color": "red", "display": "title"])
        #expect(rows?[bar] == ["name": "Bar", "color": "teal", "display": "off"])
        try bench.ask(
            "edit_calendar", ["calendar": .string(bar), "color": "grey", "display": "busy"],
            by: PlannerBench.owner)
        #expect(
            bench.calendars["calendars"]?[bar]
                == ["name": "Bar", "color": "grey", "display": "busy"])
        let main = bench.calendars["calendars"]?["main"]
        #expect(main?["display"] == "off")
        let colors: [JSON] = [
            "red", "orange", "yellow", "green", "teal", "blue", "purple", "grey",
        ]
        expectEqual(main?["color"].map(colors.contains), true)
        for color in colors {
            let change: [String: JSON] = ["calendar": "main", "color": color, "name": "x"]
            expectNil(bench.code("edit_calendar", change, by: PlannerBench.owner))
        }
    }

    @Test mutating func `rejects a 51st calendar`() throws {
        for number in 3...50 { try bench.addCalendar("Calendar \(number)") }
        let more: [String: JSON] = ["name": "One more", "color": "red"]
        expectEqual(bench.code("add_calendar", more, by: PlannerBench.owner), .conflict)
    }

    @Test mutating func `moves an event to another calendar and keeps everything else`() throws {
        let kitchen = try bench.addCalendar("Kitchen")
        let event = try bench.add("Tasting", "2026-05-04T19:30", 60, ["location": "Cellar"])
        var expected = bench.row(event, in: "2026-05-04")?.members ?? [:]
        try bench.edit(event, ["calendar": .string(kitchen)])
        expected["calendar"] = .string(kitchen)
        expectEqual(bench.row(event, in: "2026-05-04"), .object(expected))
    }
}
