import CalendarMerging
import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// Conversions between Google's JSON and calendar events.
@Suite struct GoogleEventTests {
    private let rome = GoogleSamples.rome

    private func json(_ extra: [String: JSON] = [:]) -> JSON {
        let event: [String: JSON] = [
            "id": "dinner1", "etag": "\"7\"", "status": "confirmed", "iCalUID": "dinner@hub",
            "summary": "Dinner", "updated": "2026-05-01T10:00:00.000Z", "sequence": 3,
            "start": ["dateTime": "2026-05-04T19:30:00+02:00", "timeZone": "Europe/Rome"],
            "end": ["dateTime": "2026-05-04T21:30:00+02:00", "timeZone": "Europe/Rome"],
        ]
        return .object(event.merging(extra) { $1 })
    }

    private func event(_ extra: [String: JSON] = [:]) throws -> CalendarEvent {
        try #require(GoogleEvent(json(extra)).event)
    }

    @Test func `reads an event with all its fields`() throws {
        let event = try event([
            "location": "Terrace", "description": "Two\nlines", "status": "tentative",
            "visibility": "private", "transparency": "transparent",
        ])
        expectEqual(event.uid, "dinner@hub")
        expectEqual(
            event.details,
            EventDetails(
                title: "Dinner", location: "Terrace", description: "Two\nlines",
                status: .tentative, isPrivate: true, isFree: true))
        expectEqual(event.recurrence, (try GoogleSamples.dinner()).recurrence)
        expectEqual(event.sequence, 3)
        expectEqual(event.stamp, Zone.utc.seconds(of: GoogleSamples.time("2026-05-01T10:00")))
    }

    @Test func `an event without texts has an empty title and no other text`() throws {
        let event = try event(["summary": .null, "location": "", "description": " "])
        expectEqual(event.details, EventDetails(title: "", description: " "))
    }

    @Test func `keeps markup as text, and removes control characters`() throws {
        let event = try event([
            "summary": " A\r\nB ", "description": "<b>Menu</b><br>\u{0}&amp;\tfish\r\n",
        ])
        expectEqual(event.details.title, "A B")
        expectEqual(event.details.description, "<b>Menu</b><br>&amp;\tfish\n")
    }

    @Test(arguments: [
        ("default", false), ("public", false), ("private", true), ("confidential", true),
    ])
    func `reads the visibility of an event`(word: String, isPrivate: Bool) throws {
        try expectEqual(event(["visibility": .string(word)]).details.isPrivate, isPrivate)
    }

    @Test func `reads the rules, dates and exclusions of a series`() throws {
        let event = try event([
            "recurrence": [
                "RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=Europe/Rome:20260511T193000",
                "RDATE;TZID=Europe/Rome:20260601T193000\r\nSUMMARY:Injected", "X-ODD:1",
            ]
        ])
        expectEqual(event.recurrence.rules.map(\.text), ["FREQ=WEEKLY;COUNT=5"])
        expectEqual(event.recurrence.exclusions, [GoogleSamples.key(week: 1)])
        expectEqual(event.details.title, "Dinner")
        expectEqual(event.recurrence.length, EventLength(seconds: 7_200))
    }

    @Test func `flags an unreadable rule, and the event happens once`() throws {
        let event = try event(["recurrence": ["RRULE:FREQ=NEVER"]])
        expectEqual(event.flags, [.rule])
        #expect(!event.recurrence.repeats)
    }

    @Test func `prefers our UID over the one that Google assigned`() throws {
        let event = try event([
            "iCalUID": "made@google.com",
            "extendedProperties": ["private": ["tablecastUid": "dinner@hub"]],
        ])
        expectEqual(event.uid, "dinner@hub")
    }

    @Test func `an all-day event lasts until its exclusive end`() throws {
        let event = try event(["start": ["date": "2026-05-04"], "end": ["date": "2026-05-07"]])
        #expect(event.recurrence.start.isAllDay)
        expectEqual(event.recurrence.length, EventLength(days: 3))
    }

    @Test func `moves an end before the start to the start`() throws {
        let event = try event(["end": ["dateTime": "2026-05-04T18:00:00+02:00"]])
        expectEqual(event.recurrence.length, EventLength())
    }

    @Test func `reports series, occurrences and deletions as items`() throws {
        expectEqual(GoogleEvent(json()).item, .series(name: "dinner1", tag: "\"7\"", try event()))
        expectEqual(
            GoogleEvent(["id": "dinner1", "status": "cancelled"]).item, .deleted(name: "dinner1"))
        let original: JSON = ["dateTime": "2026-05-11T17:30:00Z", "timeZone": "Europe/Rome"]
        let cancelled = GoogleEvent([
            "id": "dinner1_20260511T173000Z", "status": "cancelled", "etag": "\"9\"",
            "recurringEventId": "dinner1", "originalStartTime": original,
        ])
        let key = GoogleSamples.key(week: 1)
        expectEqual(cancelled.item, .occurrence(of: "dinner1", key, tag: "\"9\"", nil))
        let changed = GoogleEvent(
            json(["recurringEventId": "dinner1", "originalStartTime": original]))
        let change = EventChange(
            details: EventDetails(title: "Dinner"),
            time: TimeChange(
                start: .zoned(GoogleSamples.time("2026-05-04T19:30"), rome),
                length: EventLength(seconds: 7_200)), sequence: 3)
        expectEqual(changed.item, .occurrence(of: "dinner1", key, tag: "\"7\"", change))
    }

    @Test func `an unreadable event has its problem, and its title and start if known`() {
        expectEqual(
            GoogleEvent(["id": "odd", "status": "confirmed", "etag": "\"7\""]).item,
            .unreadable(
                name: "odd", tag: "\"7\"", UnreadableEvent(problem: .event(.noStart))))
        let start: JSON = ["dateTime": "2026-02-30T10:00:00Z"]
        expectEqual(
            GoogleEvent(json(["start": start])).item,
            .unreadable(
                name: "dinner1", tag: "\"7\"",
                UnreadableEvent(
                    title: "Dinner",
                    problem: .event(
                        .badValue(property: "start", value: "2026-02-30T10:00:00Z")))))
        let original: JSON = ["dateTime": "2026-05-11T17:30:00Z", "timeZone": "Europe/Rome"]
        let changed = GoogleEvent(
            json(["start": start, "recurringEventId": "series", "originalStartTime": original]))
        guard case .unreadable("series_20260511T173000Z", _, _)? = changed.item else {
            return #expect(Bool(false))
        }
    }

    @Test func `applies an EXRULE, or flags it`() throws {
        let start = EventTime.zoned(GoogleSamples.time("2026-05-04T19:30"), rome)
        let (series, flags) = GoogleRecurrence.read(
            ["RRULE:FREQ=DAILY;COUNT=3", "EXRULE:FREQ=DAILY;INTERVAL=2"], start: start,
            EventLength(seconds: 60))
        expectEqual(
            series.exclusions.map(\.text).sorted(), ["20260504T173000Z", "20260506T173000Z"])
        expectEqual(flags, [])
        let endless = GoogleRecurrence.read(
            ["RRULE:FREQ=DAILY", "EXRULE:FREQ=DAILY;INTERVAL=2"], start: start, EventLength())
        expectEqual(endless.1, [.rule])
    }

    @Test func `an event survives writing and reading`() throws {
        var event = try GoogleSamples.dinner(rule: "FREQ=MONTHLY;BYDAY=1MO;COUNT=5")
        event.details = EventDetails(
            title: "Größe; \"A\", B", location: "Terrace", description: "<i>x</i>\nNext",
            status: .tentative, isPrivate: true, isFree: true)
        event.recurrence.exclusions = [GoogleSamples.key(week: 4)]
        var fields = GoogleBody(event).insertion
        fields["id"] = "dinner1"
        fields["iCalUID"] = "dinner@hub"
        expectEqual(GoogleEvent(.object(fields)).event, event)
    }

    @Test func `writes the end of a rule in the kind of its start`() throws {
        var event = try GoogleSamples.dinner(rule: "FREQ=DAILY;UNTIL=20260510")
        expectEqual(
            GoogleRecurrence.lines(event.recurrence), ["RRULE:FREQ=DAILY;UNTIL=20260510T215959Z"])
        event.recurrence.start = .date(GoogleSamples.time("2026-05-04T19:30").date)
        event.recurrence.length = EventLength(days: 1)
        event.recurrence.rules = [try RecurrenceRule("FREQ=DAILY;UNTIL=20260510T215959Z")]
        expectEqual(GoogleRecurrence.lines(event.recurrence), ["RRULE:FREQ=DAILY;UNTIL=20260510"])
    }

    @Test func `a patch contains only the changed fields`() throws {
        let base = GoogleBody(try GoogleSamples.dinner())
        var event = try GoogleSamples.dinner("Supper")
        expectEqual(GoogleBody(event).patch(from: base), ["summary": "Supper"])
        event = try GoogleSamples.dinner()
        event.details.location = "Terrace"
        expectEqual(GoogleBody(event).patch(from: base), ["location": "Terrace"])
        expectEqual(base.patch(from: GoogleBody(event)), ["location": .null])
        event = try GoogleSamples.dinner(rule: "FREQ=DAILY")
        expectEqual(GoogleBody(event).patch(from: base), ["recurrence": ["RRULE:FREQ=DAILY"]])
        expectEqual(base.patch(from: GoogleBody(event)), ["recurrence": .null])
        expectEqual(base.patch(from: base), [:])
    }

    @Test func `writes start and end together, and clears the fields of the other kind`() throws {
        let base = GoogleBody(try GoogleSamples.dinner())
        var event = try GoogleSamples.dinner()
        event.recurrence.start = .date(GoogleSamples.time("2026-05-04T19:30").date)
        event.recurrence.length = EventLength(days: 1)
        expectEqual(
            GoogleBody(event).patch(from: base),
            [
                "start": ["date": "2026-05-04", "dateTime": .null, "timeZone": .null],
                "end": ["date": "2026-05-05", "dateTime": .null, "timeZone": .null],
            ])
        expectEqual(Set(base.patch(from: GoogleBody(event)).keys), ["start", "end"])
    }
}
