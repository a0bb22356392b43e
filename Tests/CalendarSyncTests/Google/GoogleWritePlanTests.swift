import CalendarMerging
import ICalendar
import JSON
import TestSupport
import Testing

@testable import CalendarSync

/// The requests that bring an event to its wanted state.
@Suite struct GoogleWritePlanTests {
    private let key = GoogleSamples.key(week: 1)

    private func copy(
        _ base: CalendarEvent, _ changeTags: [OccurrenceKey: String] = [:]
    ) -> RemoteCopy {
        RemoteCopy(name: "dinner1", tag: "\"7\"", changeTags: changeTags, base: base)
    }

    private func series() throws -> CalendarEvent {
        try GoogleSamples.dinner(rule: "FREQ=WEEKLY;COUNT=5")
    }

    private func plan(
        _ copy: RemoteCopy?, _ content: CalendarEvent
    ) throws -> GoogleWritePlan {
        try GoogleWritePlan(copy, content, floatingIn: GoogleSamples.rome)
    }

    @Test func `writes nothing if nothing has changed`() throws {
        var event = try series().with(key, GoogleSamples.change("Feast", week: 1))
        let plan = try plan(copy(event), event)
        expectNil(plan.series)
        #expect(plan.occurrences.isEmpty)
        // The same length in other words.
        event.recurrence.length = EventLength(seconds: 86_400)
        var days = event
        days.recurrence.length = EventLength(days: 1)
        try expectNil(self.plan(copy(event), days).series)
    }

    @Test func `patches a known change by its own tag`() throws {
        let base = try series().with(key, GoogleSamples.change("Feast", week: 1))
        let plan = try plan(
            copy(base, [key: "\"9\""]), base.with(key, GoogleSamples.change("Ball", week: 1)))
        let occurrence = try #require(plan.occurrences.first)
        expectEqual(occurrence.tag, "\"9\"")
        expectEqual(occurrence.patch(from: occurrence.base), ["summary": "Ball"])
    }

    @Test func `keeps an exclusion without a tag as an EXDATE of the series`() throws {
        let base = try series().without(key)
        let lines: JSON = ["RRULE:FREQ=WEEKLY;COUNT=5", "EXDATE;TZID=Europe/Rome:20260511T193000"]
        try expectEqual(plan(copy(base), base.titled("Supper")).wanted.fields["recurrence"], lines)
        let restored = try plan(copy(base), try series())
        expectEqual(
            restored.series, .patch(["recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"]], tag: "\"7\""))
    }

    @Test func `leaves occurrences alone that the series no longer has`() throws {
        let base = try series().with(
            GoogleSamples.key(week: 4), GoogleSamples.change("Last", week: 4))
        let short = try GoogleSamples.dinner(rule: "FREQ=WEEKLY;COUNT=3")
        let plan = try plan(copy(base, [GoogleSamples.key(week: 4): "\"9\""]), short)
        expectEqual(
            plan.series, .patch(["recurrence": ["RRULE:FREQ=WEEKLY;COUNT=3"]], tag: "\"7\""))
        #expect(plan.occurrences.isEmpty)
    }

    @Test func `excludes a cancelled occurrence, and all occurrences on an excluded day`() throws {
        let base = try series()
        var change = GoogleSamples.change("Feast", week: 1)
        change.details.status = .cancelled
        var content = base.with(key, change)
        content.recurrence.exclusions = [
            .date(GoogleSamples.time("2026-05-18T00:00").date)
        ]
        let plan = try plan(copy(base), content)
        expectEqual(plan.occurrences.map(\.key), [key, GoogleSamples.key(week: 2)])
        #expect(plan.occurrences.allSatisfy { $0.wanted == nil })
    }

    @Test func `writes floating times in the calendar's zone`() throws {
        var event = try series()
        event.recurrence.start = .floating(GoogleSamples.time("2026-05-04T19:30"))
        event.recurrence.exclusions = [.local(GoogleSamples.time("2026-05-11T19:30"))]
        let plan = try plan(nil, event)
        expectEqual(plan.wanted, GoogleBody(try series()))
        expectEqual(plan.occurrences.map(\.key), [key])
    }

    @Test func `writes a change of a single event as the event`() throws {
        let event = try GoogleSamples.dinner()
        let change = GoogleSamples.change("Moved", week: 0)
        let plan = try plan(copy(event), event.with(GoogleSamples.key(week: 0), change))
        #expect(plan.occurrences.isEmpty)
        expectEqual(
            plan.wanted.fields, GoogleBody(change).fields.merging(["recurrence": .null]) { $1 })
    }

    @Test func `refuses an event that Google can't represent`() throws {
        var change = GoogleSamples.change("From now on", week: 1)
        change.time.isForFollowing = true
        let following = try series().with(key, change)
        #expect(throws: GoogleWritePlan.Problem.self) { try plan(nil, following) }
        var dinner = try GoogleSamples.dinner()
        dinner.details.status = .cancelled
        let cancelled = dinner
        #expect(throws: GoogleWritePlan.Problem.self) { try plan(nil, cancelled) }
    }

    @Test func `derives a stable id of letters that Google accepts`() {
        let id = GoogleWriter.id("main/a_1", "e_1", "dinner@hub")
        expectEqual(id, GoogleWriter.id("main/a_2", "e_1", "dinner@hub"))
        expectEqual(id.utf8.count, 32)
        #expect(id.allSatisfy { ("0"..."9").contains($0) || ("a"..."v").contains($0) })
        let others = [
            GoogleWriter.id("bar/a_1", "e_1", "dinner@hub"),
            GoogleWriter.id("main/a_1", "e_2", "dinner@hub"),
            GoogleWriter.id("main/a_1", "e_1", "dinner@other"),
        ]
        expectEqual(Set(others + [id]).count, 4)
    }
}
