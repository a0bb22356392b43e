import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import HouseBoard
@testable import NoticeBoard
@testable import WaitlistBoard

/// The service days of a house. One event begins the day on all boards.
@Suite struct HouseServiceDayTests {
    private typealias Bench = BoardBench<House>

    private static let owner = Principal(role: .owner, device: "d_owner")

    private static func bench(timeZone: String = "Europe/Rome", at now: Instant) -> Bench {
        let record = VenueRecord.ofTests(timeZone: timeZone, createdAt: now)
        return Bench(House(venue: record, dependencies: .everyone), at: now)
    }

    private static func configure(_ bench: inout Bench, _ arguments: [String: JSON]) throws {
        try bench.ask("house.configure", arguments, by: owner)
    }

    private static func instant(_ text: String) throws -> Instant {
        try #require(Instant(text))
    }

    @Test func `begins a service day at four o'clock in the venue's time zone`() throws {
        let cases = try VectorFile.cases("house/service-days")
        #expect(cases.count > 20)
        for vector in cases {
            let zone = try #require(vector["timeZone"]?.text)
            let after = try #require(vector["after"]?.instant)
            var bench = Self.bench(timeZone: zone, at: after)
            expectNil(bench.board.nextDue())
            try Self.configure(&bench, ["labels": "full"])
            expectEqual(bench.board.nextDue(), vector["begins"]?.instant, "\(vector.canonicalText)")
        }
    }

    @Test func `uses UTC for an unknown time zone`() throws {
        var bench = Self.bench(timeZone: "Mars/Base", at: Instant(milliseconds: 0))
        try Self.configure(&bench, ["labels": "full"])
        expectEqual(bench.board.nextDue(), Instant(milliseconds: 4 * 3_600_000))
    }

    @Test func `has no event for an empty day, and one for several missed days`() throws {
        var bench = Self.bench(timeZone: "UTC", at: Instant(milliseconds: 0))
        try Self.configure(&bench, ["labels": "full"])
        let due = try #require(bench.board.nextDue())
        let early = Moment(now: due.adding(milliseconds: -1), rev: 2)
        expectNil(bench.board.decideDue(at: early))
        bench.now = due
        expectEqual(
            bench.board.decideDue(at: Moment(now: due, rev: 2)),
            Decision(kind: "day_began", subject: "day", data: [:]))
        bench.tick()
        expectEqual(bench.events.last?.actor, .clock)
        bench.now = bench.now.adding(milliseconds: 10 * 86_400_000)
        bench.tick()
        expectEqual(bench.rev, 2)
        try Self.configure(&bench, ["labels": "number"])
        expectEqual(bench.board.nextDue(), Instant(milliseconds: 11 * 86_400_000 + 4 * 3_600_000))
        bench.now = bench.now.adding(milliseconds: 5 * 86_400_000)
        bench.tick()
        expectEqual(bench.rev, 4)
        expectNil(bench.board.nextDue())
    }

    @Test func `begins a day at the time that the owner sets`() throws {
        var bench = Self.bench(at: try Self.instant("2026-11-20T18:00:00Z"))
        try Self.configure(&bench, ["dayStart": "05:30"])
        expectEqual(bench.board.settings.document["dayStart"], "05:30")
        // The current day keeps its planned end.
        bench.now = try #require(bench.board.nextDue())
        expectEqual(bench.now, (try Self.instant("2026-11-21T03:00:00Z")))
        bench.tick()
        try Self.configure(&bench, ["labels": "full"])
        expectEqual(bench.board.nextDue(), (try Self.instant("2026-11-21T04:30:00Z")))
        try Self.configure(&bench, ["dayStart": .null])
        expectEqual(bench.board.settings.document["dayStart"], "04:00")
        #expect(bench.documents["house/settings"]?["venue"]?["dayStart"] == "04:00")
    }

    @Test func `keeps opening hours as given, and removes them on request`() throws {
        var bench = Self.bench(at: VenueHistory.start)
        let hours: JSON = ["MO": [["12:00", "15:00"], ["18:30", "01:00"]], "SU": []]
        let exceptions: JSON = ["2026-12-25": [], "2028-02-29": [["00:00", "00:00"]]]
        try Self.configure(&bench, ["hours": hours, "exceptions": exceptions])
        expectEqual(bench.events.last?.data, ["hours": hours, "exceptions": exceptions])
        expectEqual(bench.board.settings.hours, hours)
        expectEqual(bench.board.settings.exceptions, exceptions)
        expectEqual(bench.board.settings.document["hours"], hours)
        try Self.configure(&bench, ["hours": .null, "exceptions": .null])
        expectNil(bench.board.settings.document["hours"])
        expectNil(bench.board.settings.document["exceptions"])
        expectEqual(bench.replayed().board.settings, bench.board.settings)
    }

    private static let wrong: [(field: String, values: [JSON], message: String)] = [
        (
            "dayStart", ["4:00", "24:00", "04:60", "04.00", "04:0a", 4, ""],
            "Day start must be a time of day, such as 04:00"
        ),
        (
            "hours",
            [
                [], "always", ["MO": "12:00"], ["Monday": []], ["MO": [["12:00"]]],
                ["MO": [["12:00", "24:00"]]], ["MO": [["12:00", "15:00"], ["14:00", "16:00"]]],
                ["MO": [["18:00", "01:00"], ["19:00", "20:00"]]], ["MO": [[12, 15]]],
                [
                    "MO": .array(
                        (0..<7).map { ["0\($0):00", "0\($0):30"].map(JSON.string) }.map(JSON.array))
                ],
            ],
            #"Hours must be opening times by weekday, such as {"MO":[["12:00","15:00"]]}"#
        ),
        (
            "exceptions", [["2026-02-29": []], ["25.12.2026": []], ["2026-12-25": true], 7],
            #"Exceptions must be opening times by date, such as {"2026-12-25":[["12:00","15:00"]]}"#
        ),
    ]

    @Test func `refuses impossible hours at their field`() {
        let bench = Self.bench(at: VenueHistory.start)
        for (field, values, message) in Self.wrong {
            for value in values {
                let problems = bench.refusal(
                    "house.configure", [field: value], by: Self.owner)?.problems
                expectEqual(
                    problems?.map { [$0.field, $0.message] }, [[field, message]],
                    "\(value.canonicalText)")
            }
        }
    }

    private static let overlapping: [(field: String, hours: JSON, message: String)] = [
        (
            "hours",
            ["MO": [["12:00", "15:00"], ["18:00", "02:00"]], "TU": [["01:00", "03:00"]]],
            "Hours of Monday end after those of Tuesday begin"
        ),
        (
            "hours", ["SU": [["18:00", "02:00"]], "MO": [["01:59", "03:00"]]],
            "Hours of Sunday end after those of Monday begin"
        ),
        (
            "exceptions",
            ["2026-12-31": [["18:00", "06:00"]], "2027-01-01": [["05:00", "07:00"]]],
            "Exceptions of 2026-12-31 end after those of 2027-01-01 begin"
        ),
    ]

    @Test func `refuses hours that overlap past midnight, and names the day`() {
        let bench = Self.bench(at: VenueHistory.start)
        for (field, hours, message) in Self.overlapping {
            let refusal = bench.refusal("house.configure", [field: hours], by: Self.owner)
            expectEqual(refusal?.problems.map { [$0.field, $0.message] }, [[field, message]])
            expectEqual(refusal?.problems.first?.reason.problem, .hoursOverlap)
        }
    }

    @Test func `accepts a day that begins when the previous one ends`() throws {
        var bench = Self.bench(at: VenueHistory.start)
        let hours: JSON = [
            "MO": [["18:00", "02:00"]], "TU": [["02:00", "03:00"]], "TH": [["01:00", "05:00"]],
            "FR": [["12:00", "12:00"]], "SA": [["12:00", "00:00"]], "SU": [["00:00", "01:00"]],
        ]
        try Self.configure(&bench, ["hours": hours])
    }

    @Test func `accepts a hundred exceptional dates, and no more`() {
        let bench = Self.bench(at: VenueHistory.start)
        func refusal(count: Int) -> Rejection? {
            let dates = (0..<count).map { ("\(2000 + $0)-01-01", JSON.array([])) }
            return bench.refusal(
                "house.configure",
                ["exceptions": .object(Dictionary(uniqueKeysWithValues: dates))], by: Self.owner)
        }
        expectNil(refusal(count: 100))
        expectEqual(
            refusal(count: 101)?.problems,
            [Problem(field: "exceptions", Reason(.tooManyDates, ["max": 100]))])
    }

    // MARK: All boards of a venue

    private static func venue() -> Venue {
        .empty(boards: .alwaysOn)
    }

    @Test func `clears a notice of the day before the new day begins`() throws {
        var venue = Self.venue()
        let sender = ClientID(number: 1)
        let start = try Self.instant("2026-11-20T18:00:00Z")
        _ = venue.mutate(
            Mutation(
                id: "m1", action: "notice.post",
                arguments: [
                    "text": "Open till late", "level": "info", "until": "2026-11-21T03:00:00Z",
                ]),
            of: sender, by: VenueHistory.host, at: start)
        let due = try #require(venue.nextDue())
        _ = venue.tick(at: due.adding(milliseconds: 5_000))
        expectEqual(
            venue.takeBatch()?.entries.map(\.event.type),
            [
                "tablecast.notice.posted", "tablecast.notice.cleared",
                "tablecast.house.day_began",
            ])
        // The next party is the first of the new day, and nothing happened twice.
        _ = venue.mutate(
            Mutation(id: "m2", action: "waitlist.add", arguments: ["name": "Ada", "size": 2]),
            of: sender, by: VenueHistory.host, at: due.adding(milliseconds: 9_000))
        let added = venue.takeBatch()?.entries.map(\.event)
        expectEqual(added?.map(\.type), ["tablecast.waitlist.added"])
        expectEqual(added?.first?.data["number"], 1)
    }

    @Test func `includes the beginning of a day in a snapshot`() throws {
        var venue = Self.venue()
        _ = venue.mutate(
            Mutation(
                id: "m1", action: "house.configure",
                arguments: ["dayStart": "06:00", "hours": ["MO": []]]),
            of: ClientID(number: 1), by: VenueHistory.owner, at: VenueHistory.start)
        if let batch = venue.takeBatch() { _ = venue.journaled(batch) }
        var restored = Self.venue()
        try restored.restore(from: StateReader(venue.savedState()))
        expectEqual(restored.nextDue(), venue.nextDue())
        expectEqual(restored.board(House.self)?.settings, venue.board(House.self)?.settings)
    }
}
