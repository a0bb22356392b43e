import JSON
import Sync
import TestSupport
import Testing

/// The exact problems of arguments and their order.
@Suite struct PlannerFieldTests {
    private typealias Case = (action: String, arguments: [String: JSON], problems: [[String]])

    private static func text(_ count: Int) -> JSON {
        .string(String(repeating: "x", count: count))
    }

    private static let start = "Start must be a local time, such as 2026-05-04T19:30"
    private static let gap = "Start does not exist on that day: the clocks go forward"
    private static let minutes = "Minutes must be an integer from 1 to 44640"
    private static let stay = "Minutes must be an integer from 15 to 480"
    private static let date = "Date must be a date, such as 2026-05-04"
    private static let both = "Date can't be given with a start"
    private static let days = "Days must be an integer from 1 to 366"
    private static let zone = "Time zone must be a time zone, such as Europe/Rome"
    private static let rule = "Repeat must be a rule such as FREQ=WEEKLY;BYDAY=MO"
    private static let noStart = "Repeat must have an occurrence at the start"
    private static let scope = "Scope must be one of one, following, all"
    private static let table = "Table must be at most 24 characters"
    private static let phone =
        "Phone must be a number with its country code, such as +1 201 555 0123"

    private static func required(_ fields: String...) -> [[String]] {
        fields.map { [$0, "\($0.prefix(1).uppercased())\($0.dropFirst()) is a required field."] }
    }

    /// A valid event except for the given fields.
    private static func timed(_ wrong: [String: JSON]) -> [String: JSON] {
        ["title": "Tasting", "start": "2026-05-04T19:30", "minutes": 60].merging(wrong) { $1 }
    }

    private static func daily(_ wrong: [String: JSON]) -> [String: JSON] {
        ["title": "Fair", "date": "2026-05-04"].merging(wrong) { $1 }
    }

    private static func booked(_ wrong: [String: JSON]) -> [String: JSON] {
        PlannerBench.booking("Ada", 2, "2026-05-04T19:30", wrong)
    }

    private static let ofTexts: [Case] = [
        ("add", [:], required("title", "start")),
        ("add", ["title": "Tasting"], required("start")),
        ("add", ["title": "Tasting", "minutes": 60], required("start")),
        ("add", timed(["title": " \n "]), required("title")),
        ("add", timed(["title": .null]), required("title")),
        ("add", timed(["title": text(201)]), [["title", "Title must be at most 200 characters"]]),
        (
            "add", timed(["title": "a\u{7}b"]),
            [["title", "Title must not contain control characters"]]
        ),
        ("add", timed(["title": 7]), [["title", "Title must be a text"]]),
        (
            "add", timed(["location": text(201)]),
            [["location", "Location must be at most 200 characters"]]
        ),
        (
            "add", timed(["location": "a\u{7}b"]),
            [["location", "Location must not contain control characters"]]
        ),
        (
            "add", timed(["description": text(4001)]),
            [["description", "Description must be at most 4000 characters"]]
        ),
        (
            "add", timed(["description": "a\u{7}b"]),
            [["description", "Description must not contain control characters"]]
        ),
        (
            "add", timed(["colour": "red"]),
            [["colour", "Colour is not a field of this action"]]
        ),
        ("edit", ["title": "x"], required("event")),
        (
            "edit", ["event": "e_1", "title": text(201), "location": text(201)],
            [
                ["title", "Title must be at most 200 characters"],
                ["location", "Location must be at most 200 characters"],
            ]
        ),
        ("delete", [:], required("event")),
        ("undo", [:], required("rev")),
    ]

    private static let ofTimes: [Case] = [
        ("add", ["title": "Tasting", "start": "2026-05-04T19:30"], required("minutes")),
        ("add", timed(["minutes": .null]), required("minutes")),
        ("add", timed(["minutes": 0]), [["minutes", minutes]]),
        ("add", timed(["minutes": 44641]), [["minutes", minutes]]),
        ("add", timed(["minutes": 1.5]), [["minutes", minutes]]),
        ("add", timed(["minutes": "60"]), [["minutes", minutes]]),
        ("add", timed(["start": "2026-05-04"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04 19:30"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04T24:00"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04T19:60"]), [["start", start]]),
        ("add", timed(["start": "2026-02-29T19:30"]), [["start", start]]),
        ("add", timed(["start": "2026-13-01T19:30"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04T19:30Z"]), [["start", start]]),
        ("add", timed(["start": "2026-05-04T19:30:00.000Z"]), [["start", start]]),
        ("add", timed(["start": "1969-12-31T19:30"]), [["start", start]]),
        ("add", timed(["start": "2200-01-01T19:30"]), [["start", start]]),
        ("add", timed(["start": 20_260_504]), [["start", start]]),
        ("add", timed(["start": "2026-03-29T02:30"]), [["start", gap]]),
        (
            "add", timed(["start": "2026-03-08T02:30", "timeZone": "America/New_York"]),
            [["start", gap]]
        ),
        (
            "add", timed(["start": "2026-10-04T02:15", "timeZone": "Australia/Lord_Howe"]),
            [["start", gap]]
        ),
        ("add", timed(["timeZone": "Mars/Base"]), [["timeZone", zone]]),
        ("add", timed(["timeZone": 7]), [["timeZone", zone]]),
        ("add", daily(["date": "2026-02-30"]), [["date", date]]),
        ("add", daily(["date": "20260504"]), [["date", date]]),
        ("add", daily(["date": "2026-5-4"]), [["date", date]]),
        ("add", daily(["date": "2026-05-04T19:30"]), [["date", date]]),
        ("add", daily(["date": "1969-12-31"]), [["date", date]]),
        ("add", daily(["date": "2200-01-01"]), [["date", date]]),
        ("add", daily(["date": 7]), [["date", date]]),
        ("add", timed(["date": "2026-05-04"]), [["date", both]]),
        ("add", daily(["days": 0]), [["days", days]]),
        ("add", daily(["days": 367]), [["days", days]]),
        ("add", daily(["days": 1.5]), [["days", days]]),
        ("add", daily(["days": "2"]), [["days", days]]),
    ]

    private static let ofRules: [Case] = {
        let wrong: [JSON] = [
            "WEEKLY", "RRULE:FREQ=WEEKLY", "FREQ=HOURLY", "FREQ=SECONDLY", "FREQ=SOMETIMES",
            "BYDAY=MO", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=x",
            "FREQ=DAILY;COUNT=2;UNTIL=20260601", "FREQ=DAILY;UNTIL=20260230",
            "FREQ=WEEKLY;BYDAY=XX",
            "FREQ=DAILY;FREQ=WEEKLY", "FREQ=DAILY\r\nATTENDEE:x", "FREQ=DAILY;BYMONTH=13", 7,
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
        ("edit", ["event": "e_1", "scope": "some", "title": "x"], [["scope", scope]]),
        ("edit", ["event": "e_1", "scope": 7, "title": "x"], [["scope", scope]]),
        ("edit", ["event": "e_1", "scope": "one", "title": "x"], required("at")),
        ("edit", ["event": "e_1", "scope": "following", "title": "x"], required("at")),
        ("delete", ["event": "e_1", "scope": "some"], [["scope", scope]]),
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
        ("edit", ["scope": "some", "title": "x"], required("event") + [["scope", scope]]),
    ]

    private static let ofReservations: [Case] = [
        ("reserve", [:], required("name", "size", "start")),
        ("reserve", booked(["name": text(81)]), [["name", "Name must be at most 80 characters"]]),
        ("reserve", booked(["size": 0]), [["size", "Size must be a positive integer"]]),
        ("reserve", booked(["size": 100]), [["size", "Size must be at most 99"]]),
        ("reserve", booked(["start": "tonight"]), [["start", start]]),
        ("reserve", booked(["start": "2026-03-29T02:30"]), [["start", gap]]),
        ("reserve", booked(["minutes": 14]), [["minutes", stay]]),
        ("reserve", booked(["minutes": 481]), [["minutes", stay]]),
        ("reserve", booked(["minutes": 90.5]), [["minutes", stay]]),
        ("reserve", booked(["phone": "12"]), [["phone", phone]]),
        (
            "reserve", booked(["notes": text(501)]),
            [["notes", "Notes must be at most 500 characters"]]
        ),
        (
            "reserve", booked(["tags": .array((0..<9).map { .string("t\($0)") })]),
            [["tags", "Tags must be at most 8, of 1 to 24 characters each"]]
        ),
        ("reserve", booked(["table": text(25)]), [["table", table]]),
        (
            "reserve", booked(["timeZone": "Europe/Rome"]),
            [["timeZone", "Time zone is not a field of this action"]]
        ),
        (
            "reserve",
            [
                "name": "", "size": 0, "start": "x", "minutes": 1, "phone": "x",
                "notes": text(501), "tags": [7], "table": text(25),
            ],
            required("name") + [
                ["size", "Size must be a positive integer"], ["start", start], ["minutes", stay],
                ["phone", phone], ["notes", "Notes must be at most 500 characters"],
                ["tags", "Tags must be at most 8, of 1 to 24 characters each"],
                ["table", table],
            ]
        ),
        ("rebook", ["name": "Ada"], required("reservation")),
        (
            "rebook", ["reservation": "r_1", "size": 0, "minutes": 1],
            [["size", "Size must be a positive integer"], ["minutes", stay]]
        ),
        ("cancel", [:], required("reservation")), ("no_show", [:], required("reservation")),
        ("restore", [:], required("reservation")),
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

    @Test func `problems of an event's texts are reported`() { check(Self.ofTexts) }

    @Test func `problems of an event's times are reported`() { check(Self.ofTimes) }

    @Test func `problems of a rule are reported`() { check(Self.ofRules) }

    @Test func `problems of a scope are reported`() { check(Self.ofScopes) }

    @Test func `problems of a reservation are reported`() { check(Self.ofReservations) }

    @Test func `problems of an event come in the order of its fields`() {
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

    @Test func `the longest legal texts are accepted, and texts are normalized`() throws {
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

    @Test func `null in an addition is as if it were not there`() throws {
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

    @Test func `an edit with nothing to change is invalid`() throws {
        var bench = PlannerBench()
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        expectEqual(bench.editCode(event, [:]), .invalid)
        let reservation = try bench.reserve("Ada", 2, "2026-05-04T19:30")
        expectEqual(bench.code("rebook", ["reservation": .string(reservation)]), .invalid)
        expectEqual(
            bench.code("edit_calendar", ["calendar": "main"], by: PlannerBench.owner), .invalid)
        expectEqual(bench.code("configure", by: PlannerBench.owner), .invalid)
    }

    @Test func `required fields of an event can't be removed`() throws {
        var bench = PlannerBench()
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        expectEqual(
            bench.problems("edit", PlannerBench.named(event, nil, nil, ["title": .null])),
            Self.required("title"))
        let days = try bench.addDays("Fair", "2026-05-04")
        // An event of whole days becomes one with a time by a start and a length.
        expectEqual(
            bench.problems(
                "edit", PlannerBench.named(days, nil, nil, ["start": "2026-05-04T10:00"])),
            Self.required("minutes"))
    }

    @Test func `a calendar's fields are validated`() {
        let bench = PlannerBench()
        let owner = PlannerBench.owner
        expectEqual(bench.problems("add_calendar", by: owner), Self.required("name", "color"))
        let wrong: [String: JSON] = ["name": "Kitchen", "color": "pink", "display": "all"]
        expectEqual(
            bench.problems("add_calendar", wrong, by: owner).map { $0[0] }, ["color", "display"])
        expectEqual(
            bench.problems("edit_calendar", wrong, by: owner).map { $0[0] },
            ["calendar", "color", "display"])
        expectEqual(bench.problems("remove_calendar", by: owner), Self.required("calendar"))
    }
}
