import JSON
import Sync
import TestSupport
import Testing

/// The rules of fields that no schema expresses. The vector `boards-fields` has their messages.
@Suite struct PlannerFieldTests {
    private typealias Case = (action: String, arguments: [String: JSON], problems: [[String]])

    private static let start = "Start must be a local time, such as 2026-05-04T19:30"
    private static let gap = "Start does not exist on that day: the clocks go forward"
    private static let date = "Date must be a date, such as 2026-05-04"
    private static let both = "Date can't be given with a start"
    private static let rule = "Repeat must be a rule such as FREQ=WEEKLY;BYDAY=MO"
    private static let noStart = "Repeat must have an occurrence at the start"

    private static func required(_ fields: String...) -> [[String]] {
        fields.map { [$0, "\($0.prefix(1).uppercased())\($0.dropFirst()) is a required field."] }
    }

    /// Returns a valid event, except for the given fields.
    private static func timed(_ wrong: [String: JSON]) -> [String: JSON] {
        ["title": "Tasting", "start": "2026-05-04T19:30", "minutes": 60].merging(wrong) { $1 }
    }

    private static func daily(_ wrong: [String: JSON]) -> [String: JSON] {
        ["title": "Fair", "date": "2026-05-04"].merging(wrong) { $1 }
    }

    private static let ofTimes: [Case] = [
        ("add", ["title": "Tasting", "start": "2026-05-04T19:30"], required("minutes")),
        ("add", ["title": "Tasting"], required("start")),
        ("add", timed(["title": .null]), required("title")),
        ("add", timed(["minutes": .null]), required("minutes")),
        ("add", timed(["start": "2026-05-04"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04T24:00"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04T19:30Z"]), [["start", start]]),
        ("add", timed(["start": "1969-12-31T19:30"]), [["start", start]]),
        ("add", timed(["start": "2200-01-01T19:30"]), [["start", start]]),
        ("add", timed(["start": "2026-03-29T02:30"]), [["start", gap]]),
        (
            "add", timed(["start": "2026-03-08T02:30", "timeZone": "America/New_York"]),
            [["start", gap]]
        ),
        (
            "add", timed(["start": "2026-10-04T02:15", "timeZone": "Australia/Lord_Howe"]),
            [["start", gap]]
        ),
        ("reserve", PlannerBench.booking("Ada", 2, "2026-03-29T02:30", [:]), [["start", gap]]),
        ("add", daily(["date": "2026-02-30"]), [["date", date]]),
        ("add", daily(["date": "2026-05-04T19:30"]), [["date", date]]),
        ("add", daily(["date": "1969-12-31"]), [["date", date]]),
        ("add", daily(["date": "2200-01-01"]), [["date", date]]),
        ("add", timed(["date": "2026-05-04"]), [["date", both]]),
    ]

    private static let ofRules: [Case] = {
        let wrong: [JSON] = [
            "WEEKLY", "FREQ=HOURLY", "FREQ=SECONDLY", "BYDAY=MO", "FREQ=DAILY;COUNT=0",
            "FREQ=DAILY\r\nATTENDEE:x", 7,
            .string(
                "FREQ=DAILY;BYMONTHDAY=" + Array(repeating: "4", count: 240).joined(separator: ",")),
        ]
        let unfit: [JSON] = [
            "FREQ=WEEKLY;BYDAY=TU", "FREQ=MONTHLY;BYMONTHDAY=5", "FREQ=YEARLY;BYMONTH=6",
            "FREQ=MONTHLY;BYDAY=2MO", "FREQ=DAILY;UNTIL=20260503",
            "FREQ=DAILY;UNTIL=20260504T172959Z", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
        ]
        return wrong.map { ("add", timed(["repeat": $0]), [["repeat", rule]]) }
            + unfit.map { ("add", timed(["repeat": $0]), [["repeat", noStart]]) }
            + [("add", daily(["repeat": "FREQ=WEEKLY;BYDAY=TU"]), [["repeat", noStart]])]
    }()

    private static let ofScopes: [Case] = [
        ("edit", ["event": "e_1", "scope": "one", "title": "x"], required("at")),
        ("edit", ["event": "e_1", "scope": "following", "title": "x"], required("at")),
        ("delete", ["event": "e_1", "scope": "one"], required("at")),
        ("delete", ["event": "e_1", "scope": "following"], required("at")),
        (
            "edit", ["event": "e_1", "at": "20260504T170000Z", "repeat": "FREQ=DAILY"],
            [["repeat", "Repeat can't be changed for one occurrence"]]
        ),
        (
            "edit",
            ["event": "e_1", "at": "20260504T170000Z", "scope": "one", "repeat": .null],
            [["repeat", "Repeat can't be changed for one occurrence"]]
        ),
    ]

    private func check(_ cases: [Case]) {
        let bench = PlannerBench()
        for (action, arguments, problems) in cases {
            let refusal = bench.refusal(action, arguments, by: PlannerBench.owner)
            let told = refusal?.problems.map { [$0.field, $0.message] }
            expectEqual(refusal?.code, .invalid, "\(action) \(arguments)")
            expectEqual(told, problems, "\(action) \(arguments)")
        }
    }

    @Test func `reports the problems of an event's times`() { check(Self.ofTimes) }

    @Test func `reports the problems of a rule`() { check(Self.ofRules) }

    @Test func `reports the problems of a scope`() { check(Self.ofScopes) }

    @Test func `reports the problems of an event in the order of its fields`() {
        let bench = PlannerBench()
        let wrong: [String: JSON] = [
            "title": .string(String(repeating: "x", count: 201)), "calendar": 7,
            "location": .string(String(repeating: "x", count: 201)),
            "description": .string(String(repeating: "x", count: 4001)), "start": "x",
            "minutes": 0, "timeZone": "Mars/Base", "repeat": "x", "tentative": "x",
            "private": "x", "free": "x",
        ]
        let fields = [
            "title", "calendar", "location", "description", "start", "minutes", "timeZone",
            "repeat", "tentative", "private", "free",
        ]
        expectEqual(bench.problems("add", wrong).map { $0[0] }, fields)
        var dated = wrong
        for field in ["start", "minutes", "timeZone"] { dated[field] = nil }
        dated.merge(["date": "x", "days": 0]) { $1 }
        expectEqual(
            bench.problems("add", dated).map { $0[0] },
            [
                "title", "calendar", "location", "description", "date", "days", "repeat",
                "tentative", "private", "free",
            ])
        let edited = wrong.merging(["event": 7, "at": 7, "scope": "x"]) { $1 }
        expectEqual(
            bench.problems("edit", edited).map { $0[0] }, ["event", "at", "scope"] + fields)
    }

    @Test func `accepts the longest legal texts and normalizes them`() throws {
        var bench = PlannerBench()
        let long = String(repeating: "é", count: 200)
        let event = try bench.add(
            " Wine \t tasting\n", "2026-05-04T19:30", 44640,
            [
                "location": .string(long),
                "description": .string(" one\ntwo" + String(repeating: "x", count: 3990) + " "),
            ])
        let row = try #require(bench.row(event, in: "2026-05-04"))
        expectEqual(row["title"], "Wine tasting")
        expectEqual(row["location"], .string(long))
        expectEqual(row["description"]?.text?.hasPrefix("one\ntwo"), true)
        expectEqual(row["description"]?.text?.count, 3997)
        try bench.addDays("Year", "2026-01-01", 366)
        try bench.add("First", "1970-01-02T00:00", 1)
        try bench.add("Last", "2199-12-30T23:59", 1)
    }

    @Test func `ignores null in an addition`() throws {
        var bench = PlannerBench()
        let event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60,
            [
                "calendar": .null, "location": .null, "description": .null, "timeZone": .null,
                "date": .null, "days": .null, "repeat": .null, "tentative": .null,
                "private": .null, "free": .null,
            ])
        #expect(bench.row(event, in: "2026-05-04")?["calendar"] == "main")
    }

    @Test func `rejects an edit that changes nothing`() throws {
        var bench = PlannerBench()
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        expectEqual(bench.editCode(event, [:]), .invalid)
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        expectEqual(bench.code("rebook", ["reservation": .string(reservation)]), .invalid)
        expectEqual(
            bench.code("edit_calendar", ["calendar": "main"], by: PlannerBench.owner), .invalid)
        expectEqual(bench.code("configure", by: PlannerBench.owner), .invalid)
    }

    @Test func `refuses to remove the required fields of an event`() throws {
        var bench = PlannerBench()
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        expectEqual(
            bench.problems("edit", PlannerBench.named(event, nil, nil, ["title": .null])),
            Self.required("title"))
        let days = try bench.addDays("Fair", "2026-05-04")
        // A start and a length turn an all-day event into a timed one.
        expectEqual(
            bench.problems(
                "edit", PlannerBench.named(days, nil, nil, ["start": "2026-05-04T10:00"])),
            Self.required("minutes"))
    }
}
