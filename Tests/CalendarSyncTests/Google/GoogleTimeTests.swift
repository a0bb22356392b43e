import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// Conversions between Google's JSON and calendar times.
@Suite struct GoogleTimeTests {
    private let rome = GoogleSamples.rome

    private func zoned(_ text: String, _ zone: Zone) -> EventTime {
        .zoned(GoogleSamples.time(text), zone)
    }

    @Test func `writes and reads an all-day event as a date`() throws {
        let day = EventTime.date(try #require(CivilDate("2026-05-04")))
        expectEqual(GoogleTime.read(["date": "2026-05-04"], zone: rome), day)
        expectEqual(GoogleTime.json(day), ["date": "2026-05-04"])
    }

    @Test func `the end of an all-day event is exclusive`() throws {
        let day = EventTime.date(try #require(CivilDate("2026-05-31")))
        expectEqual(GoogleTime.end(of: day, EventLength(days: 2)), ["date": "2026-06-02"])
        expectEqual(GoogleTime.end(of: day, EventLength()), ["date": "2026-06-01"])
    }

    @Test(arguments: [
        "2026-05-04T19:30:00+02:00", "2026-05-04T17:30:00Z", "2026-05-04T13:30:00.000-04:00",
        "2026-05-04T23:00:00+05:30", "2026-05-04T19:30:00",
    ])
    func `reads a time in its zone, whatever offset it has`(text: String) {
        let json: JSON = ["dateTime": .string(text), "timeZone": "Europe/Rome"]
        expectEqual(GoogleTime.read(json, zone: .utc), zoned("2026-05-04T19:30", rome))
    }

    @Test func `reads a time without a known zone in the calendar's zone`() {
        let time: JSON = ["dateTime": "2026-05-04T17:30:00Z"]
        expectEqual(GoogleTime.read(time, zone: rome), zoned("2026-05-04T19:30", rome))
        let odd: JSON = ["dateTime": "2026-05-04T17:30:00Z", "timeZone": "Mars/Olympus"]
        expectEqual(GoogleTime.read(odd, zone: rome), zoned("2026-05-04T19:30", rome))
    }

    @Test func `a time in the second pass of a repeated hour keeps its instant`() {
        let json: JSON = ["dateTime": "2026-10-25T02:30:00+01:00", "timeZone": "Europe/Rome"]
        expectEqual(GoogleTime.read(json, zone: rome), zoned("2026-10-25T01:30", .utc))
        let first: JSON = ["dateTime": "2026-10-25T02:30:00+02:00", "timeZone": "Europe/Rome"]
        expectEqual(GoogleTime.read(first, zone: .utc), zoned("2026-10-25T02:30", rome))
    }

    @Test(arguments: [
        JSON.null, [:], ["date": "2026-02-30"], ["dateTime": "yesterday"],
        ["dateTime": "2026-05-04T19:30:00+2"], ["dateTime": "2026-05-04T19:30:00+25:00"],
        ["dateTime": 5],
    ])
    func `refuses a malformed time`(json: JSON) {
        expectNil(GoogleTime.read(json, zone: rome))
    }

    @Test func `writes a time with its offset and zone`() throws {
        expectEqual(
            GoogleTime.json(zoned("2026-01-04T19:30:15", rome)),
            ["dateTime": "2026-01-04T19:30:15+01:00", "timeZone": "Europe/Rome"])
        expectEqual(
            GoogleTime.json(zoned("2026-05-04T19:30", .utc)),
            ["dateTime": "2026-05-04T19:30:00Z", "timeZone": "UTC"])
        let newfoundland = try #require(Zone("America/St_Johns"))
        expectEqual(
            GoogleTime.json(zoned("2026-01-04T19:30", newfoundland)),
            ["dateTime": "2026-01-04T19:30:00-03:30", "timeZone": "America/St_Johns"])
    }

    @Test func `writes a time in a file's own zone as UTC`() throws {
        let definition = """
            BEGIN:VTIMEZONE
            TZID:House
            BEGIN:STANDARD
            DTSTART:20000101T000000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0300
            END:STANDARD
            END:VTIMEZONE
            """
        let zone = try #require(Zone(definition: definition))
        expectEqual(
            GoogleTime.json(zoned("2026-05-04T19:30", zone)),
            ["dateTime": "2026-05-04T16:30:00Z", "timeZone": "UTC"])
    }

    @Test func `seconds are exact across an offset change, and days are nominal`() {
        let eve = zoned("2026-03-28T20:00", rome)
        expectEqual(
            GoogleTime.end(of: eve, EventLength(seconds: 86_400)),
            ["dateTime": "2026-03-29T21:00:00+02:00", "timeZone": "Europe/Rome"])
        expectEqual(
            GoogleTime.end(of: eve, EventLength(days: 1)),
            ["dateTime": "2026-03-29T20:00:00+02:00", "timeZone": "Europe/Rome"])
    }
}
