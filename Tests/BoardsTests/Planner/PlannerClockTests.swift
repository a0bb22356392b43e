import JSON
import Sync
import TestSupport
import Testing

/// Time zones, changes of the clocks, and the ends of days.
@Suite struct PlannerClockTests {
    private var bench = PlannerBench()

    private func starts(
        _ bench: PlannerBench, _ event: String, _ mondays: [String]
    ) -> [String] {
        bench.times(of: event, in: mondays)
    }

    // MARK: Changes of the clocks

    /// Weekly series across a change of the clocks: the zone, the first start, the Monday of the
    /// first week in the venue, and the instants of the occurrences.
    private static let weekly: [(zone: String, start: String, monday: String, starts: [String])] = [
        // A skipped hour takes the offset before the change.
        (
            "Europe/Madrid", "2026-03-22T02:30", "2026-03-16",
            ["2026-03-22T01:30", "2026-03-29T01:30", "2026-04-05T00:30"]
        ),
        // A repeated time means the first.
        (
            "Europe/Madrid", "2026-10-18T02:30", "2026-10-12",
            ["2026-10-18T00:30", "2026-10-25T00:30", "2026-11-01T01:30"]
        ),
        (
            "America/New_York", "2026-03-01T02:30", "2026-02-23",
            ["2026-03-01T07:30", "2026-03-08T07:30", "2026-03-15T06:30"]
        ),
        (
            "America/New_York", "2026-10-25T01:30", "2026-10-19",
            ["2026-10-25T05:30", "2026-11-01T05:30", "2026-11-08T06:30"]
        ),
        (
            "Australia/Lord_Howe", "2026-09-27T02:15", "2026-09-21",
            ["2026-09-26T15:45", "2026-10-03T15:45", "2026-10-10T15:15"]
        ),
        (
            "Australia/Lord_Howe", "2026-03-29T01:45", "2026-03-23",
            ["2026-03-28T14:45", "2026-04-04T14:45", "2026-04-11T15:15"]
        ),
    ]

    @Test(arguments: 0..<6)
    func `keeps the wall-clock time of a series, even if the clocks skip or repeat it`(
        number: Int
    ) throws {
        let (zone, start, monday, expected) = Self.weekly[number]
        for venue in [zone, "Europe/Madrid"] {
            var bench = PlannerBench(timeZone: venue)
            let event = try bench.add(
                "Class", start, 60,
                ["repeat": "FREQ=WEEKLY;COUNT=3", "timeZone": .string(zone)])
            let weeks = PlannerBench.mondays(monday, 4)
            expectEqual(starts(bench, event, weeks), expected, "\(venue)")
            let names = expected.map {
                $0.filter { $0 != "-" && $0 != ":" } + "00Z"
            }
            expectEqual(bench.ats(of: event, in: weeks), names, "\(venue)")
            // The length is exact.
            for row in bench.rows(of: event, in: weeks).values {
                let start = row["start"]?.text.flatMap(Instant.init(_:))
                let end = row["end"]?.text.flatMap(Instant.init(_:))
                expectEqual(start?.adding(milliseconds: 3_600_000), end)
                expectEqual(row["timeZone"]?.text, zone)
            }
        }
    }

    @Test
    mutating func `takes the first of two equal starts, and rejects a skipped one`()
        throws
    {
        let event = try bench.add("Class", "2026-10-25T02:30", 120)
        let row = try #require(bench.row(event, in: "2026-10-19"))
        expectEqual(row["start"], "2026-10-25T00:30:00.000Z")
        expectEqual(row["end"], "2026-10-25T02:30:00.000Z")
        let gap = "Start does not exist on that day: the clocks go forward"
        expectEqual(
            bench.problems(
                "edit", PlannerBench.named(event, nil, nil, ["start": "2026-03-29T02:00"])),
            [["start", gap]])
        expectNil(bench.editCode(event, ["start": "2026-03-29T01:59"]))
        expectNil(bench.editCode(event, ["start": "2026-03-29T03:00"]))
        // The event's zone applies, not the house's.
        expectNil(
            bench.editCode(
                event, ["start": "2026-03-29T02:30", "timeZone": "America/New_York"]))
        let there: [String: JSON] = ["start": "2026-03-08T02:30", "timeZone": "America/New_York"]
        expectEqual(
            bench.problems("edit", PlannerBench.named(event, nil, nil, there)), [["start", gap]])
        // Samoa skipped this day.
        let samoa: [String: JSON] = ["start": "2011-12-30T10:00", "timeZone": "Pacific/Apia"]
        expectEqual(
            bench.problems("edit", PlannerBench.named(event, nil, nil, samoa)), [["start", gap]])
    }

    @Test mutating func `measures a length as elapsed time across a change of the clocks`() throws {
        let spring = try bench.add("Night", "2026-03-28T23:00", 600)
        #expect(bench.row(spring, in: "2026-03-23")?["end"] == "2026-03-29T08:00:00.000Z")
        let autumn = try bench.add("Night", "2026-10-24T23:00", 600)
        #expect(bench.row(autumn, in: "2026-10-19")?["end"] == "2026-10-25T07:00:00.000Z")
        let nights = try bench.add(
            "Nights", "2026-03-27T23:00", 600, ["repeat": "FREQ=DAILY;COUNT=3"])
        let ends = bench.rows(of: nights, in: PlannerBench.mondays("2026-03-23", 2)).values
            .compactMap { $0["end"]?.text }.sorted()
        expectEqual(
            ends,
            [
                "2026-03-28T08:00:00.000Z", "2026-03-29T08:00:00.000Z",
                "2026-03-30T07:00:00.000Z",
            ])
    }

    @Test mutating func `lasts a whole day, however long the clocks make it`() throws {
        for (date, monday) in [("2026-03-29", "2026-03-23"), ("2026-10-25", "2026-10-19")] {
            let event = try bench.addDays("Fair", date)
            let row = bench.row(event, in: monday)
            expectEqual(row?["firstDay"]?.text, date)
            expectEqual(row?["lastDay"]?.text, date)
            let next = PlannerBench.mondays(monday, 2)[1]
            expectNil(bench.row(event, in: next))
        }
    }

    @Test func `begins a day after midnight, without events that end at its start`() throws {
        // The clocks of São Paulo skipped from 00:00 to 01:00 on Sunday, 4 November 2018.
        var bench = PlannerBench(timeZone: "America/Sao_Paulo")
        let late = try bench.add("Late", "2018-11-03T23:00", 60)
        let row = try #require(bench.row(late, in: "2018-10-29"))
        expectEqual(row["end"], "2018-11-04T03:00:00.000Z")
        expectEqual(row["lastDay"], "2018-11-03")
        let day = try bench.addDays("Fair", "2018-11-04")
        #expect(bench.row(day, in: "2018-10-29")?["firstDay"] == "2018-11-04")
        #expect(bench.row(day, in: "2018-10-29")?["lastDay"] == "2018-11-04")
        let nightly = try bench.add(
            "Midnight", "2018-11-02T00:30", 15, ["repeat": "FREQ=DAILY;COUNT=4"])
        expectEqual(
            starts(bench, nightly, PlannerBench.mondays("2018-10-29", 2)),
            [
                "2018-11-02T03:30", "2018-11-03T03:30", "2018-11-04T03:30", "2018-11-05T02:30",
            ])
    }

    // MARK: Ends of days and weeks

    @Test mutating func `shows an event past midnight on both days and in both weeks`() throws {
        let night = try bench.add("Party", "2026-05-10T23:00", 120)
        for monday in ["2026-05-04", "2026-05-11"] {
            let row = try #require(bench.row(night, in: monday))
            expectEqual(row["firstDay"], "2026-05-10")
            expectEqual(row["lastDay"], "2026-05-11")
        }
        expectNil(bench.row(night, in: "2026-05-18"))
        expectNil(bench.row(night, in: "2026-04-27"))
    }

    @Test mutating func `does not show an event on the day at whose midnight it ends`() throws {
        let party = try bench.add("Party", "2026-05-10T23:00", 60)
        #expect(bench.row(party, in: "2026-05-04")?["lastDay"] == "2026-05-10")
        expectNil(bench.row(party, in: "2026-05-11"))
        let minute = try bench.add("Minute", "2026-05-10T23:00", 61)
        #expect(bench.row(minute, in: "2026-05-11")?["lastDay"] == "2026-05-11")
        let whole = try bench.add("Whole", "2026-05-05T00:00", 1440)
        let row = try #require(bench.row(whole, in: "2026-05-04"))
        expectEqual([row["firstDay"], row["lastDay"]], ["2026-05-05", "2026-05-05"])
        expectNil(row["allDay"])
        let sunday = try bench.addDays("Fair", "2026-05-10")
        expectNil(bench.row(sunday, in: "2026-05-11"))
        let begins = try bench.add("Monday", "2026-05-11T00:00", 1)
        expectNil(bench.row(begins, in: "2026-05-04"))
        #expect(bench.row(begins, in: "2026-05-11") != nil)
    }

    @Test mutating func `shows an event of several weeks in each of them`() throws {
        let timed = try bench.add("Exhibition", "2026-05-08T10:00", 20 * 1440)
        let days = try bench.addDays("Festival", "2026-05-08", 21)
        for monday in PlannerBench.mondays("2026-05-04", 4) {
            let row = try #require(bench.row(timed, in: monday))
            expectEqual([row["firstDay"], row["lastDay"]], ["2026-05-08", "2026-05-28"])
            let other = try #require(bench.row(days, in: monday))
            expectEqual([other["firstDay"], other["lastDay"]], ["2026-05-08", "2026-05-28"])
        }
        expectNil(bench.row(timed, in: "2026-06-01"))
        expectNil(bench.row(days, in: "2026-06-01"))
    }

    @Test mutating func `shows an event of a year in a week in its middle`() throws {
        let year = try bench.addDays("Works", "2026-01-01", 366)
        let month = try bench.add("Repairs", "2026-05-01T00:00", 44640, ["repeat": "FREQ=YEARLY"])
        let row = try #require(bench.row(year, in: "2026-07-06"))
        expectEqual([row["firstDay"], row["lastDay"]], ["2026-01-01", "2027-01-01"])
        expectEqual(bench.rows(of: month, in: ["2028-05-29"]).count, 1)
        #expect(bench.rows(of: month, in: ["2028-06-05"]).isEmpty)
    }

    // MARK: Other zones

    @Test mutating func `shows an event in another zone on the house's days`() throws {
        let there = try bench.add(
            "Call", "2026-05-03T19:30", 60, ["timeZone": "America/New_York"])
        let row = try #require(bench.row(there, in: "2026-05-04"))
        expectEqual(row["start"], "2026-05-03T23:30:00.000Z")
        expectEqual([row["firstDay"], row["lastDay"]], ["2026-05-04", "2026-05-04"])
        expectEqual(row["timeZone"], "America/New_York")
        // In its own zone, the event begins on Sunday of the week before.
        expectNil(bench.row(there, in: "2026-04-27"))
        let here = try bench.add("Call", "2026-05-04T19:30", 60)
        #expect(bench.row(here, in: "2026-05-04")?["timeZone"] == "Europe/Madrid")
    }

    @Test func `counts a rule in the event's own zone`() throws {
        var bench = PlannerBench(timeZone: "Asia/Tokyo")
        let event = try bench.add(
            "Call", "2026-05-04T20:00", 60,
            ["timeZone": "America/New_York", "repeat": "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4"])
        let weeks = PlannerBench.mondays("2026-05-04", 3)
        expectEqual(
            starts(bench, event, weeks),
            [
                "2026-05-05T00:00", "2026-05-07T00:00", "2026-05-12T00:00", "2026-05-14T00:00",
            ])
        let days = bench.rows(of: event, in: weeks).values.compactMap { $0["firstDay"]?.text }
        expectEqual(days.sorted(), ["2026-05-05", "2026-05-07", "2026-05-12", "2026-05-14"])
    }

    @Test mutating func `moves days to the house's new zone, but not events with a zone`()
        throws
    {
        let timed = try bench.add("Tasting", "2026-05-04T19:30")
        let days = try bench.addDays("Fair", "2026-05-04")
        try bench.ask("house.configure", ["timeZone": "Asia/Tokyo"], by: PlannerBench.owner)
        expectEqual(bench.week("2026-05-04")["timeZone"], "Asia/Tokyo")
        let row = try #require(bench.row(timed, in: "2026-05-04"))
        expectEqual(row["start"], "2026-05-04T17:30:00.000Z")
        expectEqual(row["timeZone"], "Europe/Madrid")
        expectEqual([row["firstDay"], row["lastDay"]], ["2026-05-05", "2026-05-05"])
        #expect(bench.row(days, in: "2026-05-04")?["firstDay"] == "2026-05-04")
        // The house's zone is the default.
        let later = try bench.add("Tasting", "2026-05-04T19:30")
        #expect(bench.row(later, in: "2026-05-04")?["start"] == "2026-05-04T10:30:00.000Z")
    }

    @Test mutating func `changes a zone by an edit`() throws {
        let event = try bench.add("Call", "2026-05-04T19:30")
        try bench.edit(event, ["start": "2026-05-04T19:30", "timeZone": "America/New_York"])
        let row = try #require(bench.row(event, in: "2026-05-04"))
        expectEqual(row["start"], "2026-05-04T23:30:00.000Z")
        expectEqual(row["timeZone"], "America/New_York")
        // A start without a zone is in the event's zone.
        try bench.edit(event, ["start": "2026-05-04T20:30"])
        #expect(bench.row(event, in: "2026-05-04")?["start"] == "2026-05-05T00:30:00.000Z")
    }
}
