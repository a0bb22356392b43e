import JSON
import Sync
import TestSupport
import Testing

/// Clashes in a calendar, and the limits of a week.
@Suite struct PlannerClashTests {
    private var bench = PlannerBench()

    private func clashing(_ monday: String = "2026-05-04") -> Set<String> {
        let rows = bench.week(monday)["occurrences"]?.members ?? [:]
        return Set(rows.filter { $0.value["clash"] == true }.keys)
    }

    @Test mutating func `marks two overlapping events of a calendar`() throws {
        let one = try bench.add("One", "2026-05-04T10:00", 60)
        let two = try bench.add("Two", "2026-05-04T10:59", 60)
        expectEqual(clashing(), [one, two])
        let after = try bench.add("After", "2026-05-04T11:59", 60)
        expectEqual(clashing(), [one, two])
        try bench.edit(two, ["start": "2026-05-04T11:00"])
        expectEqual(clashing(), [two, after])
        try bench.delete(after)
        expectEqual(clashing(), [])
        try bench.undo()
        expectEqual(clashing(), [two, after])
    }

    @Test mutating func `never marks a series that overlaps with itself`() throws {
        let month = 31 * 24 * 60
        let one = try bench.add("One", "2026-05-04T10:00", month, ["repeat": "FREQ=DAILY"])
        expectEqual(clashing(), [])
        let two = try bench.add("Two", "2026-05-08T10:00", month, ["repeat": "FREQ=DAILY"])
        #expect(clashing().contains { $0.hasPrefix(one) })
        #expect(clashing().contains { $0.hasPrefix(two) })
        try bench.delete(two)
        expectEqual(clashing(), [])
    }

    @Test mutating func `does not mark free events, all-day events or other calendars`()
        throws
    {
        let kitchen = try bench.addCalendar("Kitchen")
        let one = try bench.add("One", "2026-05-04T10:00", 60)
        try bench.add("Free", "2026-05-04T10:00", 60, ["free": true])
        try bench.add("Other", "2026-05-04T10:00", 60, ["calendar": .string(kitchen)])
        try bench.addDays("Days", "2026-05-04")
        try bench.addDays("More", "2026-05-04")
        expectEqual(clashing(), [])
        let secret = try bench.add(
            "Private", "2026-05-04T10:30", 60, ["private": true, "tentative": true])
        expectEqual(clashing(), [one, secret])
        try bench.edit(one, ["calendar": .string(kitchen)])
        expectEqual(clashing().count, 2)
        #expect(!clashing().contains(secret))
    }

    @Test mutating func `marks a clash beyond the week or with a far moved occurrence`()
        throws
    {
        // The event lasts from Sunday into Monday, after the overlapping event has ended.
        let night = try bench.add("Night", "2026-05-10T20:00", 360)
        let evening = try bench.add("Evening", "2026-05-10T19:00", 120)
        expectEqual(clashing("2026-05-04"), [night, evening])
        expectEqual(clashing("2026-05-11"), [night])
        let series = try bench.add(
            "Class", "2026-06-01T10:00", 60, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        let single = try bench.add("Single", "2026-05-20T10:00", 60)
        try bench.edit(series, ["start": "2026-05-20T10:30"], at: "20260608T080000Z")
        expectEqual(clashing("2026-05-18"), [single, "\(series).20260608T080000Z"])
        expectEqual(clashing("2026-06-01"), [])
        try bench.delete(series, at: "20260608T080000Z")
        expectEqual(clashing("2026-05-18"), [])
    }

    @Test mutating func `updates clashes of a watched week with events outside it`() throws {
        bench.watch(["planner/week?monday=2026-05-11"])
        let night = try bench.add("Night", "2026-05-10T20:00", 360)
        expectEqual(clashing("2026-05-11"), [])
        let evening = try bench.add("Evening", "2026-05-10T19:00", 120)
        expectEqual(clashing("2026-05-11"), [night])
        try bench.edit(evening, ["free": true])
        expectEqual(clashing("2026-05-11"), [])
    }

    // MARK: Caps

    @Test mutating func `shows the first five hundred occurrences of a series in a week`() throws {
        // Every quarter hour.
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let rule = "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=0,15,30,45"
        let event = try bench.add("Check", "2026-05-04T00:00", 5, ["repeat": .string(rule)])
        let week = bench.week("2026-05-11")
        expectEqual(week["capped"], .object([event: 500]))
        let starts = bench.times(of: event, in: ["2026-05-11"])
        expectEqual(starts.count, 500)
        expectEqual(starts.first, "2026-05-10T22:00")
        // The 500th occurrence is 499 quarter hours later.
        expectEqual(starts.last, "2026-05-16T02:45")
        let few = try bench.add("Tasting", "2026-05-17T19:30")
        #expect(bench.row(few, in: "2026-05-11") != nil)
        #expect(bench.week("2026-05-11")["capped"]?[few] == nil)
        try bench.delete(event)
        expectEqual(bench.week("2026-05-11")["capped"], [:])
    }

    @Test mutating func `shows the first two thousand occurrences and the number of others`()
        throws
    {
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let rule = "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=0,20,40;COUNT=504"
        for number in 1...5 {
            try bench.add("Check \(number)", "2026-05-04T00:00", 5, ["repeat": .string(rule)])
        }
        let week = bench.week("2026-05-04")
        expectEqual(week["occurrences"]?.members?.count, 2000)
        // Each of the five was already cut at 500.
        expectEqual(week["more"], 500)
        expectNil(bench.week("2026-05-11")["more"])
    }

    @Test mutating func `keeps every document below three megabytes`() throws {
        let hours = (0..<24).map(String.init).joined(separator: ",")
        let rule = "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=0,30;COUNT=336"
        let long = JSON.string(String(repeating: "é", count: 4000))
        for number in 1...2 {
            try bench.add(
                "Check \(number)", "2026-05-04T00:00", 5,
                ["repeat": .string(rule), "description": long])
        }
        let message = bench.message("planner/week", [("monday", "2026-05-04")]) ?? []
        #expect(message.count > 1_000_000)
        #expect(message.count <= 3 * 1024 * 1024)
        let week = bench.week("2026-05-04")
        let shown = week["occurrences"]?.members?.count ?? 0
        expectEqual(shown + (week["more"]?.integer ?? 0), 672)
    }
}
