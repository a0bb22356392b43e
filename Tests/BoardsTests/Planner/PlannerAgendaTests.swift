import JSON
import Sync
import TestSupport
import Testing

/// The service day on the room's screens.
@Suite struct PlannerAgendaTests {
    private var bench = PlannerBench()

    private mutating func show(_ calendar: JSON, _ display: JSON) throws {
        try bench.ask(
            "edit_calendar", ["calendar": calendar, "display": display], by: PlannerBench.owner)
    }

    private var color: JSON { bench.calendars["calendars"]?["main"]?["color"] ?? .null }

    private var agenda: JSON? { bench.agenda["agenda"] }

    @Test mutating func `is empty until the owner enables it`() throws {
        try bench.add("Tasting", "2026-05-04T19:30")
        try bench.reserve("Ada", 2, "2026-05-04T20:00")
        expectEqual(bench.agenda, ["date": "2026-05-04", "agenda": [:]])
    }

    @Test mutating func `shows a calendar with titles or only as busy`() throws {
        let event = try bench.add(
            "Tasting", "2026-05-04T19:30", 90, ["location": "Cellar", "description": "Reds"])
        let secret = try bench.add("Surprise", "2026-05-04T12:00", 60, ["private": true])
        let days = try bench.addDays("Fair", "2026-05-03", 3)
        try show("main", "title")
        let times: [String: JSON] = [
            "start": "2026-05-04T17:30:00.000Z", "end": "2026-05-04T19:00:00.000Z",
        ]
        let noon: [String: JSON] = [
            "start": "2026-05-04T10:00:00.000Z", "end": "2026-05-04T11:00:00.000Z",
        ]
        let busy: [String: JSON] = ["color": color, "private": true]
        #expect(
            agenda?[event] == .object(times.merging(["label": "Tasting", "color": color]) { $1 }))
        #expect(agenda?[secret] == .object(noon.merging(busy) { $1 }))
        let fair = agenda?[days]
        #expect(fair?["label"] == "Fair")
        #expect(fair?["allDay"] == true)
        try show("main", "busy")
        #expect(agenda?[event] == .object(times.merging(busy) { $1 }))
        #expect(agenda?[secret] == .object(noon.merging(busy) { $1 }))
        #expect(agenda?[days]?["label"] == nil)
        #expect(agenda?[days]?["private"] == true)
        try show("main", "off")
        expectEqual(agenda, [:])
    }

    @Test mutating func `shows the colour of the calendar`() throws {
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        try show("main", "title")
        try bench.ask(
            "edit_calendar", ["calendar": "main", "color": "purple"], by: PlannerBench.owner)
        #expect(agenda?[event]?["color"] == "purple")
    }

    @Test mutating func `shows expected reservations under the house's labels`()
        throws
    {
        let reservation = try bench.reserve(
            "Ada Lovelace", 4, "2026-05-04T20:00",
            ["phone": "+1 201 555 0123", "notes": "allergic", "tags": ["window"]])
        try show("reservations", "title")
        let row = agenda?[reservation]
        #expect(row?["label"] == "Ada Lovelace")
        #expect(row?["size"] == 4)
        #expect(row?["start"] == "2026-05-04T18:00:00.000Z")
        try bench.ask("house.configure", ["labels": "first_initial"], by: PlannerBench.owner)
        #expect(agenda?[reservation]?["label"] == "Ada L.")
        try bench.ask("house.configure", ["labels": "initials"], by: PlannerBench.owner)
        #expect(agenda?[reservation]?["label"] == "A. L.")
        try show("reservations", "busy")
        #expect(agenda?[reservation]?["label"] == nil)
        #expect(agenda?[reservation]?["size"] == nil)
        #expect(agenda?[reservation]?["private"] == true)
        try show("reservations", "title")
        let party = try bench.arrive(reservation)
        #expect(agenda?[reservation]?["size"] == 4)
        try bench.party("seat", party)
        expectEqual(agenda, [:])
        try bench.party("restore", party)
        #expect(agenda?[reservation] != nil)
        try bench.party("no_show", party)
        expectEqual(agenda, [:])
        let other = try bench.reserve("Bo", 2, "2026-05-04T21:00")
        #expect(agenda?[other] != nil)
        try bench.ask("cancel", ["reservation": .string(other)])
        expectEqual(agenda, [:])
    }

    @Test mutating func `covers the whole service day in the agenda`() throws {
        try show("main", "title")
        let early = try bench.add("Early", "2026-05-04T03:00", 30)
        let until = try bench.add("Until", "2026-05-04T03:30", 30)
        let at = try bench.add("At", "2026-05-04T04:00", 30)
        let late = try bench.add("Late", "2026-05-05T02:00", 30)
        let next = try bench.add("Next", "2026-05-05T04:00", 30)
        let over = try bench.add("Over", "2026-05-05T03:30", 60)
        expectEqual(Set(agenda?.members?.keys.map { $0 } ?? []), [at, late, over])
        bench.beginDay()
        expectEqual(bench.agenda["date"], "2026-05-05")
        expectEqual(Set(agenda?.members?.keys.map { $0 } ?? []), [next, over])
        #expect(![early, until].contains { agenda?[$0] != nil })
    }

    @Test mutating func `shows a new day with its series and all-day events`() throws {
        try show("main", "title")
        let series = try bench.add("Class", "2026-05-04T10:00", 60, ["repeat": "FREQ=DAILY"])
        let days = try bench.addDays("Fair", "2026-05-05", 1)
        expectEqual(agenda?.members?.keys.sorted(), ["\(series).20260504T080000Z"])
        bench.beginDay()
        expectEqual(
            Set(agenda?.members?.keys.map { $0 } ?? []), ["\(series).20260505T080000Z", days])
        try bench.edit(series, ["title": "Course"])
        bench.beginDay()
        expectEqual(bench.agenda["date"], "2026-05-06")
        #expect(agenda?["\(series).20260506T080000Z"]?["label"] == "Course")
    }

    @Test mutating func `shows deletions and removals at once`() throws {
        let kitchen = try bench.addCalendar("Kitchen", ["display": "title"])
        let event = try bench.add("Stock", "2026-05-04T10:00", 60, ["calendar": .string(kitchen)])
        #expect(agenda?[event]?["label"] == "Stock")
        try bench.edit(event, ["private": true])
        #expect(agenda?[event]?["label"] == nil)
        try bench.ask("remove_calendar", ["calendar": .string(kitchen)], by: PlannerBench.owner)
        expectEqual(agenda, [:])
        try bench.undo()
        #expect(agenda?[event]?["private"] == true)
        try bench.delete(event)
        expectEqual(agenda, [:])
    }
}
