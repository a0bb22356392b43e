import JSON
import Sync
import TestSupport
import Testing

/// Rights of each role.
@Suite struct PlannerRoleTests {
    private static let actions: [(verb: String, who: String)] = [
        ("add", "HO"), ("edit", "HO"), ("delete", "HO"), ("undo", "HO"), ("reserve", "HO"),
        ("rebook", "HO"), ("cancel", "HO"), ("no_show", "HO"), ("restore", "HO"),
        ("add_calendar", "O"), ("edit_calendar", "O"), ("remove_calendar", "O"),
        ("add_feed", "O"), ("remove_feed", "O"), ("configure", "O"),
    ]

    @Test func `each action is for the roles of the contract`() {
        PlannerBench().expect(actions: Self.actions)
    }

    @Test func `each view is for the readers of the contract`() {
        PlannerBench().expect(views: [
            ("planner/week", [("monday", "2026-05-04")], "OHE"),
            ("planner/service", [("date", "2026-05-04")], "OHE"),
            ("planner/month", [("month", "2026-05")], "OHE"), ("planner/calendars", [], "OHE"),
            ("planner/settings", [], "OH"), ("planner/accounts", [], "O"),
            ("planner/display", [], "OHEDWK"),
        ])
    }

    @Test func `a view's parameters are validated`() {
        let wrong: [(String, String, [String?])] = [
            ("week", "monday", [nil, "2026-05-05", "2026-05-4", "2026-02-30", "today"]),
            ("week", "date", ["2026-05-04"]), ("service", "date", [nil, "20260504", "2026-04-31"]),
            ("month", "month", [nil, "2026-13", "2026-05-04", "2026-5"]),
        ]
        for (view, name, values) in wrong {
            PlannerBench().expectInvalid(
                values.map { value in ("planner/\(view)", value.map { [(name, $0)] } ?? []) })
        }
    }

    @Test func `a venue that does not use the board knows none of it, and its data stays`() throws {
        var bench = PlannerBench()
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T20:00")
        let settings = bench.document("house/settings", by: PlannerBench.owner)
        let used = settings?["venue"]?["boards"]?.elements ?? []
        #expect(used.contains("planner"))
        let others = used.filter { $0 != "planner" }
        try bench.ask("house.configure", ["boards": .array(others)], by: PlannerBench.owner)
        expectEqual(bench.code("add", ["title": "x"]), .unknownAction)
        expectEqual(bench.viewRefusal("planner/week", [("monday", "2026-05-04")]), .notFound)
        let arrival: [String: JSON] = [
            "name": "Ada", "size": 2, "reservation": .string(reservation),
        ]
        expectEqual(
            bench.problems("waitlist.add", arrival),
            [["reservation", "Reservation is not a field of this action"]])
        try bench.ask("house.configure", ["boards": .array(used)], by: PlannerBench.owner)
        #expect(bench.row(event, in: "2026-05-04") != nil)
        #expect(bench.reservation(reservation, on: "2026-05-04")?["status"] == "booked")
        expectNil(bench.code("waitlist.add", arrival))
    }
}
