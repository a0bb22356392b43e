import Foundation
import HostilePeers
import TestSupport
import Testing

/// `tablecast import ics`, with the hub stopped.
@Suite(.timeLimit(.minutes(2)))
struct PlannerCommandTests {
    private let commands: CommandLine
    private let hub: ServedHub

    init() throws {
        commands = try CommandLine()
        hub = try ServedHub(program: BuiltProgram.named("tablecast"))
        hub.crash()
    }

    private func importCalendar(
        _ text: String, _ options: String...
    ) throws -> CommandLine.Answer {
        try Data(text.utf8).write(to: URL(fileURLWithPath: commands.path("week.ics")))
        return try commands.run(
            ["import", "ics", "week.ics", "--data", hub.dataFolder] + options)
    }

    private static let week = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//example//test//EN
        X-WR-CALNAME:Kitchen
        BEGIN:VEVENT
        UID:delivery@example.org
        DTSTAMP:20260501T080000Z
        DTSTART:20260504T070000Z
        DURATION:PT30M
        RRULE:FREQ=WEEKLY;BYDAY=MO
        SUMMARY:Fish is delivered
        END:VEVENT
        BEGIN:VEVENT
        UID:lost@example.org
        DTSTAMP:20260501T080000Z
        SUMMARY:Nobody knows when
        END:VEVENT
        BEGIN:VEVENT
        UID:away@example.org
        DTSTAMP:20260501T080000Z
        DTSTART;TZID=Nowhere/Land:20260505T090000
        SUMMARY:The chef is away
        END:VEVENT
        END:VCALENDAR

        """

    @Test func `reports what was imported, and the second time that nothing is new`() throws {
        let first = try importCalendar(Self.week, "--calendar", "main")
        #expect(first.status == 0)
        #expect(
            first.output == """
                2 added, 0 updated, 0 unchanged
                line 13: The event has no DTSTART
                1 with the flag zone

                """)
        let second = try importCalendar(Self.week, "--calendar", "main")
        #expect(second.status == 0)
        #expect(second.output.hasPrefix("0 added, 0 updated, 2 unchanged\n"))
        let changed = Self.week.replacing("Fish is", with: "Fish and bread are")
            .replacing("DTSTAMP:20260501T080000Z", with: "DTSTAMP:20260502T080000Z")
        let third = try importCalendar(changed, "--calendar", "main")
        #expect(third.output.hasPrefix("0 added, 1 updated, 1 unchanged\n"))
    }

    @Test func `creates a calendar if none is given`() throws {
        #expect(try importCalendar(Self.week).output.hasPrefix("2 added"))
        #expect(try importCalendar(Self.week).output.hasPrefix("2 added"))
    }

    @Test func `rejects an invalid file or an unknown calendar on standard error`() throws {
        let page = try importCalendar("<html></html>")
        #expect(page.status == 1)
        #expect(page.error.contains("The file is not a calendar"))
        let unknown = try importCalendar(Self.week, "--calendar", "c_9")
        #expect(unknown.status == 1)
        #expect(unknown.error.contains("There is no such calendar to import into: c_9"))
    }
}
