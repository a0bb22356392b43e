import ICalendar
import TestSupport
import Testing

@testable import CalendarMerging

/// Servers that store an equal event in another form.
struct MergeSpellingTests {
    /// - Parameter lines: the event, on 4 May 2026 at 19:00 in Rome unless they have a DTSTART.
    private func event(_ lines: String, _ more: String = "") throws -> CalendarEvent {
        let start = lines.hasPrefix("DTSTART") ? "" : "DTSTART;TZID=Europe/Rome:20260504T190000\n"
        return try MergeCase.event(start + lines, more)
    }

    private static let same: [(String, String)] = [
        ("DURATION:PT2H", "DTEND;TZID=Europe/Rome:20260504T210000"),
        ("DURATION:P1D", "DTEND;TZID=Europe/Rome:20260505T190000"),
        ("DURATION:PT2H", "DTEND:20260504T190000Z"),
        ("DURATION:PT2H", "DTSTART;TZID=Europe/Vatican:20260504T190000\nDURATION:PT2H"),
        (
            "DURATION:PT2H\nRRULE:FREQ=WEEKLY",
            "DTSTART:20260504T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY"
        ),
        (
            "DTSTART;VALUE=DATE:20260504",
            "DTSTART;VALUE=DATE:20260504\nDTEND;VALUE=DATE:20260505"
        ),
        ("RRULE:FREQ=WEEKLY", "RRULE:INTERVAL=1;FREQ=WEEKLY;WKST=SU;BYDAY=MO"),
        ("RRULE:FREQ=MONTHLY", "RRULE:FREQ=MONTHLY;BYMONTHDAY=4"),
        ("RRULE:FREQ=YEARLY", "RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4"),
        (
            "RRULE:FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20260601",
            "RRULE:FREQ=WEEKLY;BYDAY=FR,MO;UNTIL=20260601T170000Z"
        ),
        (
            "RRULE:FREQ=WEEKLY;COUNT=3",
            "RRULE:FREQ=WEEKLY;UNTIL=20260518T170000Z"
        ),
        (
            "RRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20260511",
            "RRULE:FREQ=WEEKLY\nEXDATE:20260511T170000Z"
        ),
        (
            "RRULE:FREQ=WEEKLY",
            "RRULE:FREQ=WEEKLY\nEXDATE:20260512T170000Z"
        ),
        (
            "RDATE;TZID=Europe/Rome:20260507T190000,20260509T190000",
            "RDATE:20260509T170000Z,20260507T170000Z,20260504T170000Z"
        ),
        ("DESCRIPTION:a\\nb", "DESCRIPTION: a\\nb\\n"),
        ("SEQUENCE:1\nDTSTAMP:20260101T000000Z", "SEQUENCE:4\nSTATUS:CONFIRMED"),
    ]

    @Test(arguments: same)
    func `another spelling is not an edit`(lines: String, others: String) throws {
        let (base, other) = (try event(lines), try event(others))
        #expect(base.says(theSameAs: other, floatingIn: MergeCase.zone))
        #expect(other.says(theSameAs: base, floatingIn: MergeCase.zone))
        let ours = try event(lines, "LOCATION:Terrace")
        let merge = MergeCase.merge(base, ours, other)
        expectEqual(merge.issues, [])
        expectEqual(merge.content?.says(theSameAs: ours, floatingIn: MergeCase.zone), true)
        expectNil(MergeCase.merge(base, nil, other).content)
        expectNil(MergeCase.merge(base, other, nil).content)
    }

    private static let different: [(String, String)] = [
        ("DURATION:PT2H", "DTSTART;TZID=Europe/Berlin:20260504T190000\nDURATION:PT2H"),
        ("DURATION:PT2H", "DTSTART:20260504T170000Z\nDURATION:PT2H"),
        ("DURATION:PT2H", "DURATION:PT3H"),
        ("RRULE:FREQ=WEEKLY", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU"),
        ("RRULE:FREQ=WEEKLY;COUNT=3", "RRULE:FREQ=WEEKLY;COUNT=4"),
        ("RRULE:FREQ=WEEKLY", "RRULE:FREQ=WEEKLY;COUNT=4"),
        ("RRULE:FREQ=WEEKLY", "RRULE:FREQ=WEEKLY\nEXDATE:20260511T170000Z"),
        ("DURATION:PT1H", "DTSTART;VALUE=DATE:20260504"),
        ("DESCRIPTION:a\\nb", "DESCRIPTION:a b"),
    ]

    @Test(arguments: different)
    func `another meaning is an edit`(lines: String, others: String) throws {
        let (base, other) = (try event(lines), try event(others))
        #expect(!base.says(theSameAs: other, floatingIn: MergeCase.zone))
        #expect(!other.says(theSameAs: base, floatingIn: MergeCase.zone))
        expectEqual(MergeCase.merge(base, base, other).content, other)
    }

    @Test func `ignores line endings, and treats an empty text as absent`() {
        let text = MergeValue.text("a\nb")
        #expect(text.says(theSameAs: .text("a\r\nb\r\n")))
        #expect(!text.says(theSameAs: .text("a\n\nb")))
        #expect(MergeValue.text(nil).says(theSameAs: .text("")))
    }

    @Test func `a file's zone with the same offsets is not an edit`() throws {
        let definition = """
            BEGIN:VTIMEZONE
            TZID:Our zone
            BEGIN:STANDARD
            DTSTART:19701025T030000
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:19700329T020000
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let text =
            "BEGIN:VCALENDAR\n\(definition)\nBEGIN:VEVENT\nUID:x\nSUMMARY:Dinner\n"
            + "DTSTART;TZID=Our zone:20260504T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY\n"
            + "END:VEVENT\nEND:VCALENDAR\n"
        let file = try CalendarFile(reading: Array(text.utf8))
        let theirs = try #require(file.events.first)
        let base = try MergeCase.event(MergeCase.series)
        #expect(base.recurrence.start != theirs.recurrence.start)
        #expect(base.says(theSameAs: theirs, floatingIn: MergeCase.zone))
        let ours = try MergeCase.event(MergeCase.series, "LOCATION:A", MergeCase.exclusion(11))
        let merge = MergeCase.merge(base, ours, theirs)
        expectEqual(merge.content, ours)
        expectEqual(merge.issues, [])
    }
}
