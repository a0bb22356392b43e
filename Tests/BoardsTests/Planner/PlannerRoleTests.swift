import JSON
import Sync
import TestSupport
import Testing

/// Rights of each role.
@Suite struct PlannerRoleTests {
    private static let roles: [String: Principal] = [
        "O": PlannerBench.owner, "H": PlannerBench.host, "E": PlannerBench.engineer,
        "D": PlannerBench.screen,
    ]

    /// The roles of each action, by the contract's letters.
    private static let actions: [(verb: String, who: String)] = [
        ("add", "HO"), ("edit", "HO"), ("delete", "HO"), ("undo", "HO"), ("reserve", "HO"),
        ("rebook", "HO"), ("cancel", "HO"), ("no_show", "HO"), ("restore", "HO"),
        ("add_calendar", "O"), ("edit_calendar", "O"), ("remove_calendar", "O"),
        ("add_feed", "O"), ("remove_feed", "O"), ("configure", "O"),
    ]

    private static let views: [(name: String, parameters: [(String, String)], who: String)] = [
        ("week", [("monday", "2026-05-04")], "OHE"), ("service", [("date", "2026-05-04")], "OHE"),
        ("month", [("month", "2026-05")], "OHE"), ("calendars", [], "OHE"), ("settings", [], "OH"),
        ("accounts", [], "O"), ("display", [], "OHED"),
    ]

    @Test func `each action is for the roles of the contract`() throws {
        var bench = PlannerBench()
        let party = try bench.ask("waitlist.add", ["name": "Ada", "size": 2])["party"]?.text
        let guest = Principal(guestOf: Subject(board: "waitlist", id: party ?? ""))
        for (verb, who) in Self.actions {
            for (letter, principal) in Self.roles {
                // No arguments are given, so a permitted role gets `invalid`.
                let expected: RejectCode = who.contains(letter) ? .invalid : .forbidden
                expectEqual(bench.code(verb, by: principal), expected, "\(verb) \(letter)")
            }
            expectEqual(bench.code(verb, by: guest), .forbidden, "\(verb)")
        }
        for verb in ["add_all", ""] {
            expectEqual(
                bench.code("planner.\(verb)", by: PlannerBench.owner), .unknownAction, "\(verb)")
        }
    }

    @Test func `each view is for the readers of the contract`() throws {
        var bench = PlannerBench()
        let party = try bench.ask("waitlist.add", ["name": "Ada", "size": 2])["party"]?.text
        let guest = Principal(guestOf: Subject(board: "waitlist", id: party ?? ""))
        for (name, parameters, who) in Self.views {
            let given = parameters.map { (name: $0.0, value: $0.1) }
            for (letter, principal) in Self.roles where !(name == "settings" && letter == "E") {
                let refusal = bench.viewRefusal("planner/\(name)", given, by: principal)
                let expected: ViewRefusal? = who.contains(letter) ? nil : .forbidden
                expectEqual(refusal, expected, "\(name) \(letter)")
            }
            expectEqual(
                bench.viewRefusal("planner/\(name)", given, by: guest), .forbidden, "\(name)")
        }
    }

    @Test func `a view's parameters are validated`() {
        let bench = PlannerBench()
        for (view, parameters) in [
            ("week", []), ("week", [("monday", "2026-05-05")]), ("week", [("monday", "2026-05-4")]),
            ("week", [("monday", "2026-02-30")]), ("week", [("monday", "today")]),
            ("week", [("date", "2026-05-04")]),
            ("service", []), ("service", [("date", "20260504")]),
            ("service", [("date", "2026-04-31")]), ("month", []), ("month", [("month", "2026-13")]),
            ("month", [("month", "2026-05-04")]), ("month", [("month", "2026-5")]),
        ] as [(String, [(name: String, value: String)])] {
            guard case .invalid(let message) = bench.viewRefusal("planner/\(view)", parameters)
            else {
                Issue.record("\(view) \(parameters)")
                continue
            }
            #expect(!message.isEmpty)
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
