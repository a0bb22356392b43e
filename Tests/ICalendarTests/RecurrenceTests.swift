import ICalendar
import TestSupport
import Testing

@Suite struct RecurrenceTests {
    private let madrid = Zone("Europe/Madrid") ?? .utc

    private func time(_ text: String) throws -> EventTime {
        .zoned(try #require(LocalTime(text)), madrid)
    }

    private func series(_ start: String, _ minutes: Int64, _ rule: String) throws -> Recurrence {
        Recurrence(
            start: try time(start), length: EventLength(seconds: minutes * 60),
            rules: [try RecurrenceRule(rule)])
    }

    /// Returns the starts within some days, in Madrid's local time.
    private func starts(
        _ series: Recurrence, _ from: String, _ to: String
    ) throws -> [String] {
        try expansion(series, from, to).occurrences.map { madrid.local(of: $0.startSeconds).text }
    }

    private func expansion(
        _ series: Recurrence, _ from: String, _ to: String, limit: Int = 500
    ) throws -> Expansion {
        var budget = ExpansionBudget.window
        return series.occurrences(
            from: madrid.startOfDay(try #require(CivilDate(from))),
            to: madrid.startOfDay(try #require(CivilDate(to))), floatingIn: madrid, limit: limit,
            budget: &budget)
    }

    private func key(_ text: String) throws -> OccurrenceKey { try #require(OccurrenceKey(text)) }

    private func change(_ time: TimeChange) -> EventChange {
        EventChange(details: EventDetails(title: ""), time: time)
    }

    @Test func `a series keeps its local time, even in a skipped hour`() throws {
        let found = try starts(
            series("2026-03-27T02:30", 15, "FREQ=DAILY;COUNT=4"), "2026-03-27", "2026-04-05")
        expectEqual(
            found,
            [
                "2026-03-27T02:30", "2026-03-28T02:30", "2026-03-29T03:30", "2026-03-30T02:30",
            ])
    }

    @Test func `an HOURLY rule counts elapsed hours`() throws {
        let found = try starts(
            series("2026-03-29T00:00", 10, "FREQ=HOURLY;COUNT=4"), "2026-03-29", "2026-03-30")
        expectEqual(
            found,
            [
                "2026-03-29T00:00", "2026-03-29T01:00", "2026-03-29T03:00", "2026-03-29T04:00",
            ])
        let twice = try expansion(
            series("2026-10-25T00:00", 10, "FREQ=HOURLY;COUNT=5"), "2026-10-25", "2026-10-26")
        let begins = twice.occurrences.map(\.startSeconds)
        #expect(zip(begins, begins.dropFirst()).allSatisfy { $1 - $0 == 3600 })
    }

    @Test(arguments: [
        ("FREQ=HOURLY;BYHOUR=9,10;BYMINUTE=0,30", ["09:00", "09:30", "10:00", "10:30"]),
        ("FREQ=MINUTELY;INTERVAL=90;BYHOUR=9,10", ["09:00", "10:30"]),
        ("FREQ=SECONDLY;INTERVAL=1800;BYHOUR=10", ["10:00", "10:30"]),
        ("FREQ=HOURLY;BYDAY=TU;BYHOUR=23", []),
    ])
    func `BYHOUR of a rule below DAILY means local hours`(rule: String, times: [String]) throws {
        // A Monday ten years later; the weeks in between are skipped.
        let found = try starts(series("2016-05-02T09:00", 5, rule), "2026-05-04", "2026-05-05")
        expectEqual(found.map { String($0.suffix(5)) }, times)
    }

    @Test func `seconds of a length are exact, and days are nominal`() throws {
        let exact = Recurrence(
            start: try time("2026-10-24T23:00"), length: EventLength(seconds: 8 * 3600))
        let nominal = Recurrence(start: try time("2026-03-28T12:00"), length: EventLength(days: 1))
        let end = try expansion(exact, "2026-10-24", "2026-10-26").occurrences.first?.endSeconds
        expectEqual(end.map { madrid.local(of: $0).text }, "2026-10-25T06:00")
        let next = try expansion(nominal, "2026-03-28", "2026-03-30").occurrences.first?.endSeconds
        expectEqual(next.map { madrid.local(of: $0).text }, "2026-03-29T12:00")
    }

    @Test
    func `an event that ends at midnight is not on the next day`() throws {
        let late = Recurrence(
            start: try time("2026-05-04T20:00"), length: EventLength(seconds: 4 * 3600))
        #expect(try starts(late, "2026-05-05", "2026-05-06").isEmpty)
        let none = Recurrence(start: try time("2026-05-05T00:00"), length: EventLength())
        try expectEqual(starts(none, "2026-05-05", "2026-05-06").count, 1)
        #expect(try starts(none, "2026-05-04", "2026-05-05").isEmpty)
    }

    @Test(arguments: [
        ("FREQ=DAILY;UNTIL=20260506", 3), ("FREQ=DAILY;UNTIL=20260506T180000Z", 3),
        ("FREQ=DAILY;UNTIL=20260506T165959Z", 2), ("FREQ=DAILY;UNTIL=20260506T190000", 3),
        ("FREQ=DAILY;COUNT=3", 3), ("FREQ=DAILY;UNTIL=20250101", 1),
    ])
    func `a rule ends at its UNTIL or COUNT`(rule: String, count: Int) throws {
        let series = try series("2026-05-04T19:00", 60, rule)
        try expectEqual(starts(series, "2026-05-04", "2026-06-01").count, count)
        #expect(try starts(series, "2026-06-01", "2030-06-01").isEmpty)
    }

    @Test func `COUNT includes a start that the rule does not generate`() throws {
        let series = try series("2026-05-04T12:00", 60, "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4")
        #expect(!series.generatesStart(floatingIn: madrid))
        try expectEqual(
            starts(series, "2026-05-01", "2026-06-01").map { String($0.prefix(10)) },
            [
                "2026-05-04", "2026-05-05", "2026-05-07", "2026-05-12",
            ])
    }

    @Test func `an endless rule is capped, and one without occurrences ends`() throws {
        let endless = try expansion(
            series("2026-05-04T00:00", 1, "FREQ=SECONDLY"), "2026-05-04", "2026-05-11")
        #expect(endless.isCapped)
        expectEqual(endless.occurrences.count, 500)
        let never = try series("2026-05-05T10:00", 60, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
        #expect(try !expansion(never, "2026-05-04", "2036-05-11").isCapped)
        try expectEqual(starts(never, "2026-05-04", "2036-05-11").count, 1)
        let counted = try series(
            "2026-05-05T10:00", 60, "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9")
        try expectEqual(starts(counted, "2026-05-04", "2026-05-11").count, 1)
        var budget = 20
        let many = try series(
            "1990-01-01T00:00", 1,
            "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4;COUNT=99999"
        )
        let cut = many.occurrences(
            from: 1_777_852_800, to: 1_778_457_600, floatingIn: madrid, budget: &budget)
        #expect(cut.isCapped)
    }

    @Test func `excludes occurrences by instant and by day`() throws {
        var series = try series("2026-05-04T19:00", 60, "FREQ=DAILY;COUNT=4")
        series.exclusions = [try key("20260505T170000Z"), try key("20260507")]
        try expectEqual(
            starts(series, "2026-05-01", "2026-06-01").map { String($0.prefix(10)) },
            [
                "2026-05-04", "2026-05-06",
            ])
        var budget = 1000
        expectNil(
            series.occurrence(
                at: try key("20260505T170000Z"), floatingIn: madrid, budget: &budget))
        series.exclusions = [
            try key("20260504"), try key("20260505"), try key("20260506"), try key("20260507"),
        ]
        expectNil(series.first(floatingIn: madrid, budget: &budget))
    }

    @Test func `a moved occurrence keeps its key`() throws {
        var series = try series("2026-05-04T19:00", 60, "FREQ=WEEKLY")
        let moved = try key("20260511T170000Z")
        series.changes[moved] = change(
            TimeChange(start: try time("2026-07-01T12:00"), length: EventLength(seconds: 600)))
        #expect(try starts(series, "2026-05-11", "2026-05-18").isEmpty)
        let found = try expansion(series, "2026-07-01", "2026-07-02").occurrences
        expectEqual(found.map(\.key), [moved])
        expectEqual(found.map(\.change), [moved])
    }

    @Test func `a THISANDFUTURE change moves the following occurrences`() throws {
        var series = try series("2026-05-04T22:00", 90, "FREQ=DAILY;COUNT=5")
        series.changes[try key("20260506T200000Z")] = change(
            TimeChange(
                start: try time("2026-05-06T21:00"), length: EventLength(seconds: 600),
                isForFollowing: true))
        let found = try expansion(series, "2026-05-04", "2026-05-20").occurrences
        expectEqual(
            found.map { String(madrid.local(of: $0.startSeconds).text.suffix(5)) },
            ["22:00", "22:00", "21:00", "21:00", "21:00"])
        expectEqual(found.map(\.key.text)[3], "20260507T200000Z")
        expectEqual(found.map(\.length.seconds), [5400, 5400, 600, 600, 600])
    }

    @Test func `splitting a series moves no occurrence`() throws {
        for rule in [
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=9", "FREQ=WEEKLY;BYDAY=MO,TH",
            "FREQ=DAILY;UNTIL=20260601",
        ] {
            var whole = try series("2026-05-04T19:00", 60, rule)
            whole.exclusions = [try key("20260507T170000Z"), try key("20260521T170000Z")]
            var budget = 10_000
            let parts = try #require(
                whole.split(
                    at: try key("20260518T170000Z"), floatingIn: madrid, budget: &budget))
            let all = try starts(whole, "2026-05-01", "2026-07-01")
            try expectEqual(
                starts(parts.before, "2026-05-01", "2026-07-01")
                    + starts(parts.after, "2026-05-01", "2026-07-01"), all)
            expectEqual(parts.after.start, (try time("2026-05-18T19:00")))
            expectEqual(parts.before.exclusions.count, 1)
            expectNil(whole.split(at: whole.start.key, floatingIn: madrid, budget: &budget))
        }
    }

    @Test(arguments: [
        ("2026-05-04T23:00", "2026-05-05T01:00", ["2026-05-05", "2026-05-06", "2026-05-08"]),
        ("2026-05-05T01:00", "2026-05-04T23:00", ["2026-05-04", "2026-05-05", "2026-05-07"]),
        ("2026-05-04T19:00", "2026-05-04T08:00", ["2026-05-04", "2026-05-05", "2026-05-07"]),
    ])
    func `an excluded day and UNTIL move with the series`(
        from: String, to: String, days: [String]
    ) throws {
        let first = try #require(CivilDate(from.prefix(10)))
        let until = first.adding(days: 3).compact
        var series = try series(from, 60, "FREQ=DAILY;UNTIL=\(until)")
        series.exclusions = [.date(first.adding(days: 2))]
        let moved = try #require(
            series.moved(to: try time(to), length: series.length, floatingIn: madrid))
        let found = try starts(moved.moved, "2026-05-01", "2026-06-01")
        expectEqual(found.map { String($0.prefix(10)) }, days)
        let whole = try #require(
            series.moved(to: .date(first), length: EventLength(days: 1), floatingIn: madrid))
        let kept = try starts(whole.moved, "2026-05-01", "2026-06-01")
        let left = [0, 1, 3].map { first.adding(days: $0).text }
        expectEqual(kept.map { String($0.prefix(10)) }, left)
    }

    @Test func `moving a series moves its exclusions, dates and changes`() throws {
        var series = try series("2026-05-04T19:00", 60, "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260525")
        series.exclusions = [try key("20260511T170000Z")]
        let changed = try key("20260518T170000Z")
        series.changes[changed] = change(
            TimeChange(start: try time("2026-05-19T12:00"), length: EventLength(seconds: 3600)))
        let moved = try #require(
            series.moved(
                to: try time("2026-05-05T20:30"), length: EventLength(seconds: 5400),
                floatingIn: madrid))
        expectEqual(moved.moved.rules.map(\.text), ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20260526"])
        expectEqual(moved.keys, [changed: try key("20260519T183000Z")])
        try expectEqual(
            starts(moved.moved, "2026-05-01", "2026-07-01"),
            [
                "2026-05-05T20:30", "2026-05-19T12:00", "2026-05-26T20:30",
            ])
        let two = try self.series("2026-05-04T19:00", 60, "FREQ=WEEKLY;BYDAY=MO,TH")
        expectNil(
            two.moved(
                to: try time("2026-05-05T19:00"), length: two.length, floatingIn: madrid))
    }

    @Test func `added dates have their own lengths`() throws {
        var series = Recurrence(
            start: try time("2026-05-06T08:00"), length: EventLength(seconds: 3600))
        series.dates = [
            ExtraDate(start: try time("2026-05-09T08:00"), length: EventLength(seconds: 10_800)),
            ExtraDate(start: try time("2026-05-06T08:00")),
        ]
        #expect(series.repeats)
        let found = try expansion(series, "2026-05-01", "2026-06-01").occurrences
        expectEqual(found.map { $0.endSeconds - $0.startSeconds }, [3600, 10_800])
        // The lengths also apply to the start and to occurrences of a rule.
        series.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=WE,SA;COUNT=3")]
        series.dates[1].length = EventLength(seconds: 60)
        let ruled = try expansion(series, "2026-05-01", "2026-06-01").occurrences
        expectEqual(ruled.map { $0.endSeconds - $0.startSeconds }, [60, 10_800, 3600])
        var budget = 100
        let second = series.occurrence(
            at: try key("20260509T060000Z"), floatingIn: madrid, budget: &budget)
        expectEqual(second?.length.seconds, 10_800)
        let parts = try #require(
            series.split(at: try key("20260509T060000Z"), floatingIn: madrid, budget: &budget))
        try expectEqual(
            expansion(parts.after, "2026-05-01", "2026-06-01").occurrences.map(\.length.seconds),
            [10_800, 3600])
    }

    @Test func `replacing the rules drops exclusions and changes that they do not generate`() throws
    {
        var series = try series("2026-05-04T19:00", 60, "FREQ=DAILY")
        series.exclusions = [try key("20260505T170000Z"), try key("20260511T170000Z")]
        var budget = 10_000
        let weekly = series.with(
            rules: [try RecurrenceRule("FREQ=WEEKLY")], floatingIn: madrid, budget: &budget)
        expectEqual(weekly.exclusions, [try key("20260511T170000Z")])
    }

    @Test func `expands all-day and floating events in the venue's zone`() throws {
        let day = try #require(CivilDate("2026-05-04"))
        let days = Recurrence(
            start: .date(day), length: EventLength(days: 2),
            rules: [try RecurrenceRule("FREQ=WEEKLY")])
        let found = try expansion(days, "2026-05-12", "2026-05-13").occurrences
        expectEqual(found.map(\.key.text), ["20260511"])
        let floating = Recurrence(
            start: .floating(LocalTime(date: day, secondOfDay: 36_000)), length: EventLength(),
            rules: [try RecurrenceRule("FREQ=HOURLY;COUNT=2")])
        try expectEqual(
            starts(floating, "2026-05-04", "2026-05-05"),
            [
                "2026-05-04T10:00", "2026-05-04T11:00",
            ])
    }
}
