import CalendarSync
import ICalendar
import Testing

struct MergeTests {
    static let zone = Zone("Europe/Rome")!

    static func event(_ lines: String) throws -> CalendarEvent {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:x\n" + lines
            + "\nEND:VEVENT\nEND:VCALENDAR\n"
        return try #require(try CalendarFile(reading: Array(text.utf8)).events.first)
    }

    @Test func `what one side changed is on both sides`() throws {
        let base = try Self.event(
            "SUMMARY:A\nDTSTART;TZID=Europe/Rome:20260504T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY")
        let ours = try Self.event(
            "SUMMARY:B\nDTSTART;TZID=Europe/Rome:20260504T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY\nEXDATE;TZID=Europe/Rome:20260511T190000"
        )
        let theirs = try Self.event(
            "SUMMARY:A\nDTSTART;TZID=Europe/Rome:20260504T200000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY")
        let merge = Merge(base: base, ours: ours, theirs: theirs, floatingIn: Self.zone)
        let both = try Self.event(
            "SUMMARY:B\nDTSTART;TZID=Europe/Rome:20260504T200000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY\nEXDATE;TZID=Europe/Rome:20260511T200000"
        )
        #expect(merge.issues == [])
        #expect(merge.content == both)
    }
}
