import JSON
import Sync
import TestSupport
import Testing

@Suite struct PlannerRoleTests {
    private static let actions: [(verb: String, who: String)] = [
        ("add", "HO"), ("edit", "HO"), ("delete", "HO"), ("undo", "HO"), ("reserve", "HO"),
        ("rebook", "HO"), ("cancel", "HO"), ("no_show", "HO"), ("restore", "HO"),
        ("add_calendar", "O"), ("edit_calendar", "O"), ("remove_calendar", "O"),
        ("add_feed", "O"), ("remove_feed", "O"), ("configure", "O"),
    ]

    @Test func `permits each action to the roles of the contract`() {
        PlannerBench().expect(actions: Self.actions)
    }

    @Test func `permits each view to the readers of the contract`() {
        PlannerBench().expect(views: [
            ("planner/week", [("monday", "2026-05-04")], "OHE"),
            ("planner/service", [("date", "2026-05-04")], "OHE"),
            ("planner/month", [("month", "2026-05")], "OHE"), ("planner/calendars", [], "OHE"),
            ("planner/settings", [], "OH"), ("planner/accounts", [], "O"),
            ("planner/display", [], "OHEDWK"),
        ])
    }

    @Test func `validates a view's parameters`() {
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
}
