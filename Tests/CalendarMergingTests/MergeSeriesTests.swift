import ICalendar
import TestSupport
import Testing

@testable import CalendarMerging

/// Merges of series: exclusions, changes, moves and splits.
struct MergeSeriesTests {
    private let series = MergeCase.series
    private let later = "DTSTART;TZID=Europe/Rome:20260504T200000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY"
    private let short = MergeCase.series + ";UNTIL=20260514T220000Z"

    @Test func `merges each exclusion on its own`() throws {
        let base = try MergeCase.event(series, MergeCase.exclusion(25))
        let ours = try MergeCase.event(series, MergeCase.exclusion(11), MergeCase.exclusion(25))
        let theirs = try MergeCase.event(series, MergeCase.exclusion(18))
        let merge = MergeCase.merge(base, ours, theirs)
        expectEqual(merge.issues, [])
        expectEqual(
            merge.content,
            (try MergeCase.event(
                series, MergeCase.exclusion(11), MergeCase.exclusion(18))))
    }

    @Test func `on the first link an exclusion is an issue, and ours is taken`() throws {
        let ours = try MergeCase.event(series, MergeCase.exclusion(11))
        let theirs = try MergeCase.event(series)
        let merge = MergeCase.merge(nil, ours, theirs)
        expectEqual(merge.content, ours)
        expectEqual(
            merge.issues,
            [
                MergeIssue(
                    at: try MergeCase.key(11), field: .exclusion, ours: .flag(false),
                    theirs: .flag(true))
            ])
        expectEqual(MergeCase.take(true, merge.issues[0], in: ours), theirs)
        let other = MergeCase.merge(nil, theirs, ours)
        expectEqual(other.content, theirs)
        expectEqual(MergeCase.take(true, other.issues[0], in: theirs), ours)
    }

    @Test func `keeps an occurrence that one side edited and the other deleted`()
        throws
    {
        let base = try MergeCase.event(series)
        let edited = try MergeCase.event(series, changes: [MergeCase.change(11, "LOCATION:A")])
        let deleted = try MergeCase.event(series, MergeCase.exclusion(11))
        let key = try MergeCase.key(11)
        let edit = MergeValue.change(edited.changes[key])
        let here = MergeCase.merge(base, edited, deleted)
        expectEqual(here.content, edited)
        expectEqual(
            here.issues,
            [
                MergeIssue(at: key, field: .deleted, ours: edit, theirs: .change(nil))
            ])
        expectEqual(MergeCase.take(true, here.issues[0], in: edited), deleted)
        expectEqual(MergeCase.take(false, here.issues[0], in: edited), edited)
        let there = MergeCase.merge(base, deleted, edited)
        expectEqual(there.content, edited)
        expectEqual(MergeCase.take(true, there.issues[0], in: edited), edited)
        expectEqual(MergeCase.take(false, there.issues[0], in: edited), deleted)
    }

    @Test func `an edit of the series does not restore an occurrence that the other side deleted`()
        throws
    {
        let base = try MergeCase.event(series, changes: [MergeCase.change(11, "LOCATION:A")])
        let ours = try MergeCase.event(
            series, "STATUS:TENTATIVE",
            changes: [MergeCase.change(11, "LOCATION:A\nSTATUS:TENTATIVE")])
        let theirs = try MergeCase.event(series, MergeCase.exclusion(11))
        let merge = MergeCase.merge(base, ours, theirs)
        expectEqual(merge.issues, [])
        expectEqual(
            merge.content,
            (try MergeCase.event(series, "STATUS:TENTATIVE", MergeCase.exclusion(11))))
    }

    @Test func `unchanged fields of a changed occurrence follow the other side's series`() throws {
        let ours = try MergeCase.event(series, changes: [MergeCase.change(11, "LOCATION:A")])
        let theirs = try MergeCase.event(series, "SUMMARY:Lunch")
        let merge = MergeCase.merge(try MergeCase.event(series), ours, theirs)
        expectEqual(merge.issues, [])
        expectEqual(
            merge.content,
            (try MergeCase.event(
                series, "SUMMARY:Lunch",
                changes: [MergeCase.change(11, "SUMMARY:Lunch\nLOCATION:A")])))
    }

    @Test func `changes and exclusions move with the series that the other side moved`()
        throws
    {
        let ours = try MergeCase.event(
            series, MergeCase.exclusion(18), changes: [MergeCase.change(11, "LOCATION:A")])
        let theirs = try MergeCase.event(later)
        for merge in [
            MergeCase.merge(try MergeCase.event(series), ours, theirs),
            MergeCase.merge(try MergeCase.event(series), theirs, ours),
        ] {
            expectEqual(merge.issues, [])
            let content = try #require(merge.content)
            expectEqual(content.recurrence.start, theirs.recurrence.start)
            expectEqual(content.recurrence.exclusions.map(\.text), ["20260518T180000Z"])
            expectEqual(content.changes.keys.map(\.text), ["20260511T180000Z"])
            let change = try #require(content.changes.values.first)
            expectEqual(change.details.location, "A")
            expectEqual(change.time.start.local.text, "2026-05-11T20:00")
        }
    }

    @Test func `a series that begins later keeps its occurrences in place`() throws {
        let trimmed = "DTSTART;TZID=Europe/Rome:20260511T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY"
        let ours = try MergeCase.event(series, changes: [MergeCase.change(18, "LOCATION:A")])
        let merge = MergeCase.merge(
            try MergeCase.event(series), ours, try MergeCase.event(trimmed))
        expectEqual(merge.issues, [])
        expectEqual(
            merge.content,
            (try MergeCase.event(trimmed, changes: [MergeCase.change(18, "LOCATION:A")])))
    }

    @Test func `an edit before the other side's later start becomes an issue`()
        throws
    {
        let (base, key) = (try MergeCase.event(series), try MergeCase.key(11))
        let ours = try MergeCase.event(series, changes: [MergeCase.change(11, "LOCATION:A")])
        let theirs = try MergeCase.event(
            "DTSTART;TZID=Europe/Rome:20260518T190000\nDURATION:PT2H\nRRULE:FREQ=WEEKLY")
        let merge = MergeCase.merge(base, ours, theirs)
        expectEqual(merge.content, theirs)
        expectEqual(
            merge.issues,
            [
                MergeIssue(
                    at: key, field: .deleted, ours: .change(ours.changes[key]), theirs: .change(nil)
                )
            ])
    }

    @Test func `a series made all-day keeps the other side's changes`() throws {
        let days = "DTSTART;VALUE=DATE:20260504\nDTEND;VALUE=DATE:20260505\nRRULE:FREQ=WEEKLY"
        let ours = try MergeCase.event(
            series, MergeCase.exclusion(18), changes: [MergeCase.change(11, "LOCATION:A")])
        let merge = MergeCase.merge(try MergeCase.event(series), ours, try MergeCase.event(days))
        expectEqual(merge.issues, [])
        let content = try #require(merge.content)
        expectEqual(content.recurrence.exclusions.map(\.text), ["20260518"])
        expectEqual(content.changes.keys.map(\.text), ["20260511"])
        expectEqual(content.changes.values.first?.time.start.isAllDay, true)
    }

    @Test func `an edit after the other side's new end becomes an issue`() throws {
        let edited = try MergeCase.event(series, changes: [MergeCase.change(18, "LOCATION:A")])
        let ended = try MergeCase.event(short)
        let key = try MergeCase.key(18)
        let here = MergeCase.merge(try MergeCase.event(series), ended, edited)
        expectEqual(here.content, ended)
        expectEqual(
            here.issues,
            [
                MergeIssue(
                    at: key, field: .deleted, ours: .change(nil),
                    theirs: .change(edited.changes[key]))
            ])
        let again = try #require(MergeCase.take(true, here.issues[0], in: ended))
        expectEqual(again.changes, edited.changes)
        expectEqual(again.recurrence.dates.map(\.start.key), [key])
        expectEqual(MergeCase.take(false, here.issues[0], in: ended), ended)
        let there = MergeCase.merge(try MergeCase.event(series), edited, ended)
        expectEqual(there.content, ended)
        expectEqual(MergeCase.take(true, there.issues[0], in: ended), ended)
        expectEqual(MergeCase.take(false, there.issues[0], in: ended), again)
    }

    @Test func `an exclusion after the other side's new end becomes an issue`()
        throws
    {
        let ended = try MergeCase.event(short)
        let deleted = try MergeCase.event(series, MergeCase.exclusion(18))
        let merge = MergeCase.merge(try MergeCase.event(series), deleted, ended)
        expectEqual(merge.content, ended)
        expectEqual(
            merge.issues,
            [
                MergeIssue(
                    at: try MergeCase.key(18), field: .exclusion, ours: .flag(false),
                    theirs: .rules(ended.recurrence.rules, []))
            ])
        for isTheirs in [false, true] {
            expectEqual(MergeCase.take(isTheirs, merge.issues[0], in: ended), ended)
        }
    }

    @Test func `merges a THISANDFUTURE change as one change`() throws {
        let range = MergeCase.change(18, "LOCATION:A").replacingRange()
        let ours = try MergeCase.event(series, changes: [range])
        let theirs = try MergeCase.event(
            series, changes: [MergeCase.change(25, "DESCRIPTION:B")])
        let merge = MergeCase.merge(try MergeCase.event(series), ours, theirs)
        expectEqual(merge.issues, [])
        let content = try #require(merge.content)
        expectEqual(content.changes[try MergeCase.key(18)]?.time.isForFollowing, true)
        let last = try #require(content.changes[try MergeCase.key(25)])
        expectEqual(last.details.location, "A")
        expectEqual(last.details.description, "B")
    }

    @Test func `merges each change without a series on its own`() throws {
        let lines = { (first: String, second: String) in
            try MergeCase.event(changes: [
                MergeCase.change(11, first), MergeCase.change(18, second),
            ])
        }
        let base = try lines("", "")
        #expect(!base.hasMaster)
        let merge = MergeCase.merge(
            base, try lines("SUMMARY:A", ""), try lines("", "LOCATION:B"))
        expectEqual(merge.issues, [])
        expectEqual(merge.content, (try lines("SUMMARY:A", "LOCATION:B")))
        let one = try MergeCase.event(changes: [MergeCase.change(18)])
        expectEqual(MergeCase.merge(base, base, one).content, one)
        expectEqual(
            MergeCase.merge(base, try lines("SUMMARY:A", ""), one).issues.map(\.field), [.deleted])
    }

    @Test func `a series joins changes that were known without it`() throws {
        let base = try MergeCase.event(changes: [MergeCase.change(11)])
        let ours = try MergeCase.event(changes: [MergeCase.change(11, "LOCATION:A")])
        let theirs = try MergeCase.event(series, changes: [MergeCase.change(11)])
        let merge = MergeCase.merge(base, ours, theirs)
        expectEqual(merge.issues, [])
        expectEqual(
            merge.content,
            (try MergeCase.event(series, changes: [MergeCase.change(11, "LOCATION:A")])))
    }

    @Test func `deletes an event if each side deletes what the other left`() throws {
        let two = MergeCase.series + ";COUNT=2"
        let first = "EXDATE;TZID=Europe/Rome:20260504T190000"
        let merge = MergeCase.merge(
            try MergeCase.event(two), try MergeCase.event(two, first),
            try MergeCase.event(two, MergeCase.exclusion(11)))
        expectNil(merge.content)
        expectEqual(merge.issues, [])
        let edited = MergeCase.merge(
            try MergeCase.event(two), try MergeCase.event(two, first, "LOCATION:A"),
            try MergeCase.event(two, MergeCase.exclusion(11)))
        expectEqual(edited.issues.map(\.field), [.deleted])
        expectEqual(MergeCase.take(false, edited.issues[0], in: nil)?.details.location, "A")
    }
}

extension String {
    fileprivate func replacingRange() -> String {
        let name = "RECURRENCE-ID"
        return name + ";RANGE=THISANDFUTURE" + dropFirst(name.count)
    }
}
