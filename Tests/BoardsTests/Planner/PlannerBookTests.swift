import JSON
import Sync
import TestSupport
import Testing

@testable import Boards

/// The week that stands in the HTML of the book before its scripts run.
@Suite struct PlannerBookTests {
    private var bench = PlannerBench()

    private func places(
        _ address: String = "planner", in language: Language = .english
    ) throws -> [String: PagePlace] {
        let page = try #require(Planner.pages.first { $0.address == address })
        let fill = try #require(page.fill)
        return fill(bench.venue, bench.now, language)
    }

    private func titles(_ place: String) throws -> [String?] { try values("title", place) }

    private func states(_ place: String) throws -> [String?] { try values("since", place) }

    private func values(_ name: String, _ place: String) throws -> [String?] {
        let template = place.hasPrefix("bars") ? "bar-row" : "event-row"
        guard case .rows(of: template, let rows) = try places()[place] else {
            Issue.record("\(place) has no rows of \(template)")
            return []
        }
        return rows.map { $0[name] }
    }

    @Test mutating func `the book opens with the page of today`() throws {
        let monday = try places()
        expectEqual(monday["monday"], .text("2026-05-04"))
        #expect(monday["leaf"] == .text("0") && monday["weekNumber"] == .text("19"))
        #expect(monday["class0"] == .text("is-today") && monday["class3"] == .text(""))
        #expect(monday["figure6"] == .text("10") && monday["date6"] == .text("2026-05-10"))
        expectEqual(monday["dayStart"], .text("04:00"))
        // Thursday is on the right page.
        bench.now = bench.now.adding(milliseconds: 3 * 86_400_000)
        try expectEqual(places()["leaf"], .text("1"))
        // The days are the house's: it is Monday already where it is still Sunday in UTC.
        bench.now = PlannerBench.start.adding(
            milliseconds: 6 * 86_400_000 + 14 * 3_600_000 + 1_800_000)
        try expectEqual(places("planner/print")["monday"], .text("2026-05-11"))
    }

    @Test mutating func `an event of a file without a name has one on the page`() throws {
        _ = bench.importFile(PlannerBench.file(["UID:a@x", "DTSTART:20260504T100000Z"]))
        try expectEqual(titles("events0"), ["Untitled"])
        guard case .rows(_, let rows) = try places(in: .spanish)["events0"] else {
            Issue.record("Monday has no rows")
            return
        }
        expectEqual(rows.first?["title"], "Sin título")
        // The documents leave the words to the pages.
        expectEqual(bench.week("2026-05-04")["occurrences"]?.members?.first?.value["title"], "")
    }

    @Test mutating func `each day has its events by time, and what lasts longer on all its days`()
        throws
    {
        try bench.add("Dinner", "2026-05-04T19:30")
        try bench.add("Breakfast", "2026-05-04T08:00")
        try bench.add("Night before", "2026-05-03T23:00", 180)
        try bench.add("Party", "2026-05-05T22:00", 240)
        try bench.add("Late shift", "2026-05-06T22:00", 240)
        try bench.add("Until midnight", "2026-05-06T22:30", 90)
        try bench.addDays("Fair", "2026-05-02", 3)
        try bench.add("Course", "2026-05-06T10:00", 1_440)
        try bench.add("Next week", "2026-05-11T10:00")
        try expectEqual(titles("events0"), ["Night before", "Breakfast", "Dinner"])
        try expectEqual(titles("events1"), ["Party"])
        try expectEqual(titles("events2"), ["Late shift", "Until midnight"])
        // The page before may not be seen beside it.
        try expectEqual(titles("events3"), ["Late shift"])
        try expectEqual(titles("bars0"), ["Fair"])
        try expectEqual(titles("bars1"), [])
        try expectEqual(titles("bars2"), ["Course"])
        try expectEqual(titles("bars3"), ["Course"])
        try expectEqual(states("events0"), ["is-from-before", "", ""])
        try expectEqual(states("events3"), ["is-from-before"])
        guard case .rows(_, let rows) = try places()["events1"], let party = rows.first else {
            Issue.record("Tuesday has no rows")
            return
        }
        expectEqual(party["time"], "22:00–02:00")
        expectEqual(party["time12"], "10:00\u{A0}PM–2:00\u{A0}AM")
        expectEqual(party["calendar"], "House")
    }
}
