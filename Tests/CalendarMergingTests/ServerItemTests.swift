import ICalendar
import TestSupport
import Testing

@testable import CalendarMerging

/// The base after a server's reports.
struct ServerItemTests {
    private let series = MergeCase.series

    private func after(
        _ items: [RemoteItem], _ base: CalendarEvent?, tags: [OccurrenceKey: String]? = nil
    ) -> CalendarEvent? {
        CalendarEvent.after(items, base: base, tags: tags, floatingIn: MergeCase.zone)
    }

    @Test func `a whole event replaces the base, and a deletion removes it`() throws {
        let base = try MergeCase.event(series, "X-ROOM:1")
        let other = try MergeCase.event(series, "LOCATION:A")
        expectEqual(after([.whole(name: "n", tag: nil, other)], base), other)
        expectNil(after([.deleted(name: "n")], base))
        let changed = try MergeCase.event(series, changes: [MergeCase.change(11)])
        let change = changed.changes[try MergeCase.key(11)]
        let gone: [RemoteItem] = [
            .deleted(name: "n"), .occurrence(of: "n", try MergeCase.key(11), tag: nil, change),
        ]
        expectNil(after(gone, base))
    }

    @Test func `a series keeps the changes and exclusions that it still has`() throws {
        let base = try MergeCase.event(
            series, "X-ROOM:1", MergeCase.exclusion(11),
            changes: [MergeCase.change(18, "LOCATION:A"), MergeCase.change(25, "LOCATION:B")])
        let short = series + ";UNTIL=20260521T000000Z"
        let item = RemoteItem.series(name: "n", tag: nil, try MergeCase.event(short, "SUMMARY:C"))
        let found = after([item], base)
        expectEqual(
            found,
            (try MergeCase.event(
                short, "SUMMARY:C", "X-ROOM:1", MergeCase.exclusion(11),
                changes: [MergeCase.change(18, "LOCATION:A")])))
        let untagged = after([item], base, tags: [try MergeCase.key(18): "t"])
        expectEqual(untagged?.recurrence.exclusions, [])
        expectEqual(untagged?.changes, found?.changes)
        let tagged = after([item], base, tags: [try MergeCase.key(11): "t"])
        expectEqual(tagged?.recurrence.exclusions, found?.recurrence.exclusions)
        expectEqual(tagged?.changes, [:])
        let told = RemoteItem.series(
            name: "n", tag: nil, try MergeCase.event(short, "SUMMARY:C"),
            ownKeys: [try MergeCase.key(11)])
        let all = [try MergeCase.key(11): "t", try MergeCase.key(18): "t"]
        expectEqual(after([told], base, tags: all), tagged)
    }

    @Test func `an event that no longer repeats has no changed occurrences`() throws {
        let once = "DTSTART;TZID=Europe/Rome:20260504T190000\nDURATION:PT2H"
        let base = try MergeCase.event(
            series, "X-ROOM:1", MergeCase.exclusion(11),
            changes: [
                "RECURRENCE-ID;TZID=Europe/Rome:20260504T190000\n\(once)\nSUMMARY:Feast"
            ])
        let item = RemoteItem.series(name: "n", tag: nil, try MergeCase.event(once))
        expectEqual(after([item], base), (try MergeCase.event(once, "X-ROOM:1")))
    }

    @Test func `changes, excludes and restores an occurrence`() throws {
        let base = try MergeCase.event(series)
        let changed = try MergeCase.event(series, changes: [MergeCase.change(11, "LOCATION:A")])
        let key = try MergeCase.key(11)
        let change = RemoteItem.occurrence(of: "n", key, tag: nil, changed.changes[key])
        let exclusion = RemoteItem.occurrence(of: "n", key, tag: nil, nil)
        expectEqual(after([change], base), changed)
        expectEqual(
            after([change, exclusion], base), (try MergeCase.event(series, MergeCase.exclusion(11)))
        )
        expectEqual(after([exclusion, change], base), changed)
        expectEqual(after([change], base), after([change], after([change], base)))
    }

    @Test func `accepts an instant as the key of a floating occurrence`() throws {
        let base = try MergeCase.event("DTSTART:20260504T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY")
        let found = after([.occurrence(of: "n", try MergeCase.key(11), tag: nil, nil)], base)
        expectEqual(found?.recurrence.exclusions.map(\.text), ["20260511T190000"])
    }

    @Test func `keeps changes without their series`() throws {
        let changed = try MergeCase.event(
            changes: [MergeCase.change(11), MergeCase.change(18, "LOCATION:A")])
        let items = changed.changes.sorted { $0.key < $1.key }
            .map { RemoteItem.occurrence(of: "x", $0.key, tag: nil, $0.value) }
        expectEqual(after(items, nil), changed)
        let first = RemoteItem.occurrence(of: "x", try MergeCase.key(11), tag: nil, nil)
        expectEqual(
            after(items + [first], nil),
            (try MergeCase.event(changes: [MergeCase.change(18, "LOCATION:A")])))
        let second = RemoteItem.occurrence(of: "x", try MergeCase.key(18), tag: nil, nil)
        expectNil(after(items + [first, second], nil))
    }
}
