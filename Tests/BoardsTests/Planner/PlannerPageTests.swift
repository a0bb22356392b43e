import JSON
import Sync
import TestSupport
import Testing

@testable import Boards

/// What stands in the HTML of the agenda before its scripts run, and where the panel of the reservations is.
@Suite struct PlannerPageTests {
    private var bench = PlannerBench()

    private func places() throws -> [String: PagePlace] {
        let page = try #require(Planner.pages.first { $0.address == "agenda" })
        let fill = try #require(page.fill)
        return fill(bench.venue, bench.now, .english)
    }

    private func rows() throws -> [[String: String]] {
        guard case .rows(of: "agenda-row", let rows) = try places()["agendaRows"] else {
            Issue.record("The agenda has no rows")
            return []
        }
        return rows
    }

    private mutating func show(_ calendar: JSON, _ display: JSON) throws {
        try bench.ask(
            "edit_calendar", ["calendar": calendar, "color": "teal", "display": display],
            by: PlannerBench.owner)
    }

    @Test func `an empty agenda has its date`() throws {
        try expectEqual(
            places(),
            [
                "agendaRows": .rows(of: "agenda-row", []), "agendaDate": .text("2026-05-04"),
                "agendaClass": .text("is-empty"),
            ])
    }

    @Test mutating func `the agenda stands there in order, in the house's own time`() throws {
        let tasting = try bench.add("Tasting", "2026-05-04T19:30")
        let secret = try bench.add("Surprise", "2026-05-05T00:15", 60, ["private": true])
        let fair = try bench.addDays("Fair", "2026-05-03", 3)
        let ada = try bench.reserve("Ada", 2, "2026-05-04T20:00")
        try show("main", "title")
        try show("reservations", "title")
        let shown = try rows()
        expectEqual(shown.map { $0["key"] }, [fair, tasting, ada, secret].map { Optional($0) })
        expectEqual(shown.map { $0["time"] }, ["", "19:30", "20:00", "00:15"])
        expectEqual(shown.map { $0["label"] }, ["Fair", "Tasting", "Ada", ""])
        expectEqual(shown.map { $0["size"] }, ["", "", "2", ""])
        expectEqual(
            shown.map { $0["kind"] },
            [
                "color-teal is-whole", "color-teal", "color-teal", "color-teal is-private",
            ])
        try expectEqual(places()["agendaClass"], .text("has-no-card"))
    }

    @Test mutating func `the panel is on the host's page while the house uses the board`() throws {
        let panel = try #require(Planner.panels.first { $0.page == "host" })
        expectEqual(panel.script, "/boards/planner/today/today.js")
        #expect(panel.isOffered(bench.venue))
        try bench.ask("house.configure", ["boards": []], by: PlannerBench.owner)
        #expect(!panel.isOffered(bench.venue))
    }
}
