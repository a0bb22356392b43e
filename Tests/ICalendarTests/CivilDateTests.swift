import ICalendar
import TestSupport
import Testing

@Suite struct CivilDateTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-05-04", 20_577), ("1969-12-31", -1),
        ("0000-03-01", -719_468), ("9999-12-31", 2_932_896),
    ])
    func `converts a day to its number and text`(text: String, number: Int) throws {
        let date = try #require(CivilDate(text))
        expectEqual(date.dayNumber, number)
        expectEqual(CivilDate(dayNumber: number).text, text)
        expectEqual(CivilDate(compact: date.compact), date)
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-5-04", "20260504", "",
        "2026-05-0x", "+026-05-04",
    ])
    func `refuses a day that doesn't exist`(text: String) { expectNil(CivilDate(text)) }

    @Test func `finds the Monday of a week`() throws {
        let monday = try #require(CivilDate("2026-05-04"))
        expectEqual(monday.weekday, .monday)
        for day in 0..<7 { expectEqual(monday.adding(days: day).monday, monday) }
    }

    @Test(arguments: [
        ("2026-05-04T19:30", "20260504T193000"), ("2026-05-04T00:00", "20260504T000000"),
        ("2026-05-04T23:59:59", "20260504T235959"),
    ])
    func `writes and reads a local time in both forms`(text: String, compact: String) throws {
        let local = try #require(LocalTime(text))
        expectEqual(local.text, text)
        expectEqual(local.compact, compact)
        expectEqual(LocalTime(compact: compact), local)
    }

    @Test(arguments: [
        "2026-05-04T24:00", "2026-05-04 19:30", "2026-05-04T19:60", "2026-05-04T1930",
    ])
    func `refuses an invalid local time`(text: String) { expectNil(LocalTime(text)) }

    @Test func `adding seconds to a local time carries into the date`() throws {
        let local = try #require(LocalTime("2026-12-31T23:30"))
        expectEqual(local.adding(seconds: 3600).text, "2027-01-01T00:30")
        expectEqual(local.adding(seconds: -86_400).text, "2026-12-30T23:30")
        expectEqual(local.adding(seconds: 3600).seconds(since: local), 3600)
    }

    @Test(arguments: ["20260504T170000Z", "20260504T190000", "20260504"])
    func `an occurrence key survives writing and reading`(text: String) {
        expectEqual(OccurrenceKey(text)?.text, text)
    }

    @Test(arguments: ["", "Z", "2026-05-04", "20260504T170000z", "20260504T1700Z"])
    func `refuses a malformed occurrence key`(text: String) {
        expectNil(OccurrenceKey(text))
    }
}
