import TestSupport
import Testing

@testable import ICalendar

/// Edits of a text that another program has stored. Only the event's changes alter it.
@Suite struct StoredCalendarTests {
    private static let now: Int64 = 1_790_000_000

    /// A series with a change, an exclusion, a Windows zone name, and many unknown properties.
    private static let series = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Other//EN
        X-WR-CALNAME:Kept
        BEGIN:VTIMEZONE
        TZID:W. Europe Standard Time
        X-MICROSOFT-CDO-TZID:4
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:u
        DTSTAMP:20260101T000000Z
        LAST-MODIFIED:20260102T000000Z
        DTSTART;X-MARK=1;TZID=W. Europe Standard Time:20260504T190000
        DURATION:PT2H
        RRULE:FREQ=WEEKLY;BYDAY=MO
        EXDATE;TZID=W. Europe Standard Time:20260511T190000
        SUMMARY;LANGUAGE=de;ALTREP="cid:1":Dienst
        STATUS:CONFIRMED
        TRANSP:OPAQUE
        ATTENDEE;PARTSTAT=ACCEPTED;X-NUM=1:mailto:bo@example.com
        BEGIN:VALARM
        TRIGGER:-PT15M
        ACTION:DISPLAY
        DESCRIPTION:Soon
        END:VALARM
        END:VEVENT
        BEGIN:VEVENT
        UID:u
        RECURRENCE-ID;TZID=W. Europe Standard Time:20260518T190000
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=W. Europe Standard Time:20260518T200000
        DTEND;TZID=W. Europe Standard Time:20260518T220000
        SUMMARY:Later
        X-KEPT;X-P="a;b":1
        BEGIN:VALARM
        TRIGGER:-PT5M
        ACTION:AUDIO
        END:VALARM
        END:VEVENT
        BEGIN:X-UNKNOWN
        X-IN:1
        END:X-UNKNOWN
        END:VCALENDAR

        """

    private func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
            .split(separator: "\n").map(String.init)
    }

    /// Returns the removed and the added lines.
    private func difference(
        _ text: String, _ edit: (inout CalendarEvent) -> Void
    ) throws -> (gone: [String], new: [String]) {
        let stored = try #require(StoredCalendar(reading: Array(text.utf8)))
        var wanted = stored.event
        edit(&wanted)
        let bytes = try #require(stored.edited(to: wanted, at: Self.now))
        let (before, after) = (lines(Array(text.utf8)), lines(bytes))
        let difference = after.difference(from: before)
        // The written text reads as the wanted event with the text's own foreign lines.
        let again = try #require(StoredCalendar(reading: bytes))
        expectNil(again.edited(to: wanted, at: Self.now + 1))
        let isStamp = { (line: String) in
            line.hasPrefix("DTSTAMP") || line.hasPrefix("LAST-MODIFIED")
        }
        return (
            difference.removals.map(\.line).filter { !isStamp($0) },
            difference.insertions.map(\.line).filter { !isStamp($0) }
        )
    }

    private static let later = OccurrenceKey.instant(1_779_123_600)

    @Test func `returns nil if nothing differs`() throws {
        let stored = try #require(StoredCalendar(reading: Array(Self.series.utf8)))
        #expect(stored.event.changes.keys.contains(Self.later))
        expectNil(stored.edited(to: stored.event, at: Self.now))
        var foreign = stored.event
        foreign.details.foreign = "X-OURS:1"
        foreign.stamp = 1
        expectNil(stored.edited(to: foreign, at: Self.now))
    }

    @Test func `a new title keeps the parameters of its line`() throws {
        let (gone, new) = try difference(Self.series) { $0.details.title = "Service, late" }
        expectEqual(gone, [#"SUMMARY;LANGUAGE=de;ALTREP="cid:1":Dienst"#])
        expectEqual(new, [#"SUMMARY;LANGUAGE=de:Service\, late"#])
    }

    @Test
    func `adds LOCATION and DESCRIPTION to the event and not to its alarm`()
        throws
    {
        let (gone, new) = try difference(Self.series) { event in
            event.details.location = "Hall"
            event.details.description = "Two\nlines"
        }
        #expect(gone.isEmpty)
        expectEqual(new, ["LOCATION:Hall", "DESCRIPTION:Two\\nlines"])
        let text = try #require(StoredCalendar(reading: Array(Self.series.utf8)))
        var wanted = text.event
        wanted.details.description = "New"
        let after = lines(try #require(text.edited(to: wanted, at: Self.now)))
        let place = try #require(after.firstIndex(of: "DESCRIPTION:New"))
        expectEqual(after[place + 1], "BEGIN:VALARM")
    }

    @Test func `a new start keeps the text's TZID, and DTEND replaces DURATION`()
        throws
    {
        let (gone, new) = try difference(Self.series) { event in
            let start = event.recurrence.start
            event.recurrence.start = start.with(start.local.adding(seconds: 1800))
            event.recurrence.length = EventLength(seconds: 3600)
            event.recurrence.exclusions = []
        }
        expectEqual(
            gone,
            [
                "DTSTART;X-MARK=1;TZID=W. Europe Standard Time:20260504T190000", "DURATION:PT2H",
                "EXDATE;TZID=W. Europe Standard Time:20260511T190000",
            ])
        expectEqual(
            new,
            [
                "DTSTART;TZID=W. Europe Standard Time;X-MARK=1:20260504T193000",
                "DTEND;TZID=W. Europe Standard Time:20260504T203000",
            ])
    }

    @Test func `defines a new zone once, before the events`() throws {
        let zone = try #require(Zone("Asia/Tokyo"))
        let (gone, new) = try difference(Self.series) { event in
            event.recurrence.start = .zoned(event.recurrence.start.local, zone)
        }
        expectEqual(gone.filter { $0.hasPrefix("DTSTART") }.count, 1)
        expectEqual(new.filter { $0 == "TZID:Asia/Tokyo" }.count, 1)
        #expect(new.contains("DTSTART;TZID=Asia/Tokyo;X-MARK=1:20260504T190000"))
    }

    @Test func `edits RRULE, EXDATE and STATUS in place`() throws {
        let (gone, new) = try difference(Self.series) { event in
            event.recurrence.rules = [try! RecurrenceRule("FREQ=WEEKLY;BYDAY=MO;COUNT=9")]
            event.recurrence.exclusions.insert(.instant(1_779_728_400))
            event.details.status = .cancelled
            event.details.isFree = true
            event.details.isPrivate = true
            event.sequence = 3
        }
        expectEqual(
            Set(gone),
            [
                "RRULE:FREQ=WEEKLY;BYDAY=MO", "STATUS:CONFIRMED", "TRANSP:OPAQUE",
            ])
        expectEqual(
            Set(new),
            [
                "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=9", "STATUS:CANCELLED", "TRANSP:TRANSPARENT",
                "CLASS:PRIVATE", "SEQUENCE:3",
                "EXDATE;TZID=W. Europe Standard Time:20260525T190000",
            ])
    }

    @Test func `keeps a rule that can't be read`() throws {
        let text = Self.series.replacing("BYDAY=MO\n", with: "BYDAY=MO;X-BYMOON=1\n")
        let stored = try #require(StoredCalendar(reading: Array(text.utf8)))
        #expect(stored.event.flags.contains(.rule))
        let (gone, new) = try difference(text) { $0.details.title = "Other" }
        #expect(gone.count == 1 && new.count == 1)
        let put = try difference(text) { event in
            event.recurrence.rules = (try? RecurrenceRule("FREQ=DAILY")).map { [$0] } ?? []
            event.flags = []
        }
        expectEqual(put.gone, ["RRULE:FREQ=WEEKLY;BYDAY=MO;X-BYMOON=1"])
        expectEqual(put.new, ["RRULE:FREQ=DAILY"])
    }

    @Test func `keeps an unknown zone until the time is edited`() throws {
        let text = Self.series.replacing("W. Europe Standard Time:2026", with: "Nowhere/Else:2026")
        let stored = try #require(StoredCalendar(reading: Array(text.utf8)))
        #expect(stored.event.flags.contains(.zone))
        let (gone, new) = try difference(text) { $0.details.title = "Other" }
        #expect(gone.count == 1 && new.count == 1)
        let start = try #require(LocalTime("2026-05-04T20:00"))
        let put = try difference(text) { event in
            event.recurrence.start = .floating(start)
            event.flags = []
        }
        #expect(put.gone.contains("DTSTART;X-MARK=1;TZID=Nowhere/Else:20260504T190000"))
        #expect(put.new.contains("DTSTART;X-MARK=1:20260504T200000"))
    }

    @Test func `edits one occurrence in its own component`() throws {
        let (gone, new) = try difference(Self.series) { event in
            event.changes[Self.later]?.details.title = "Latest"
            event.changes[Self.later]?.details.foreign = ""
        }
        #expect(gone == ["SUMMARY:Later"] && new == ["SUMMARY:Latest"])
    }

    @Test func `adds a new change after the others, and removes a dropped one`() throws {
        let key = OccurrenceKey.instant(1_779_728_400)
        let (gone, new) = try difference(Self.series) { event in
            var change = event.changes[Self.later]!
            change.details.title = "Added"
            event.changes[key] = change
        }
        #expect(gone.isEmpty)
        #expect(new.first == "BEGIN:VEVENT" && new.last == "END:VEVENT")
        #expect(new.contains("RECURRENCE-ID;TZID=W. Europe Standard Time:20260525T190000"))
        #expect(new.contains(#"X-KEPT;X-P="a;b":1"#))

        let without = try difference(Self.series) { $0.changes = [:] }
        #expect(without.new.isEmpty)
        #expect(without.gone.count == 12 && without.gone.contains("SUMMARY:Later"))
    }

    @Test func `a change that moves with its series keeps its component`() throws {
        let (gone, new) = try difference(Self.series) { event in
            event.changes = [.instant(1_779_127_200): event.changes[Self.later]!]
        }
        expectEqual(gone, ["RECURRENCE-ID;TZID=W. Europe Standard Time:20260518T190000"])
        expectEqual(new, ["RECURRENCE-ID;TZID=W. Europe Standard Time:20260518T200000"])
    }

    @Test func `adds the master of a series that had only changes`() throws {
        let parts = Self.series.components("BEGIN:VEVENT\n")
        let text = parts[0] + "BEGIN:VEVENT\n" + parts[2]
        let stored = try #require(StoredCalendar(reading: Array(text.utf8)))
        #expect(!stored.event.hasMaster)
        var wanted = try #require(StoredCalendar(reading: Array(Self.series.utf8))).event
        wanted.details.title = "Whole"
        let bytes = try #require(stored.edited(to: wanted, at: Self.now))
        let again = try #require(StoredCalendar(reading: bytes)).event
        #expect(again.hasMaster && again.details.title == "Whole")
        expectEqual(again.changes, wanted.changes)
    }

    @Test func `folds long lines again, and refuses bytes that are not a calendar`() throws {
        let long = String(repeating: "ä", count: 300)
        let stored = try #require(StoredCalendar(reading: Array(Self.series.utf8)))
        var wanted = stored.event
        wanted.details.title = long
        let bytes = try #require(stored.edited(to: wanted, at: Self.now))
        #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
        expectEqual(StoredCalendar(reading: bytes)?.event.details.title, long)
        for text in ["", "<html>", "BEGIN:VCALENDAR\nEND:VCALENDAR\n"] {
            expectNil(StoredCalendar(reading: Array(text.utf8)))
        }
        let endless = Self.series.replacing(
            "X-IN:1", with: "X-IN:" + String(repeating: "x", count: 70_000))
        expectNil(StoredCalendar(reading: Array(endless.utf8)))
    }
}

extension CollectionDifference<String>.Change {
    fileprivate var line: String {
        switch self {
        case .insert(_, let line, _), .remove(_, let line, _): line
        }
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
