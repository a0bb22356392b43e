import ICalendar
import TestSupport
import Testing

@testable import CalendarMerging

/// Series of which one side leaves only the first occurrence.
struct MergeOnlyTests {
    private static let start = "DTSTART;TZID=Europe/Rome:20260511T190000\nDURATION:PT2H"

    private func series(_ lines: String..., changes: [String] = []) throws -> CalendarEvent {
        let all = [Self.start, "RRULE:FREQ=WEEKLY"] + lines
        return try MergeCase.event(all.joined(separator: "\n"), changes: changes)
    }

    private func once(_ lines: String..., changes: [String] = []) throws -> CalendarEvent {
        let all = [lines.first { $0.hasPrefix("DTSTART") } == nil ? Self.start : ""] + lines
        return try MergeCase.event(all.joined(separator: "\n"), changes: changes)
    }

    private let later = "DTSTART;TZID=Europe/Rome:20260511T213000\nDURATION:PT1H"

    @Test func `the change of the only remaining occurrence becomes the event`() throws {
        for change in ["LOCATION:A", later] {
            let edited = try series(changes: [MergeCase.change(11, change)])
            for merge in [
                MergeCase.merge(try series(), edited, try once()),
                MergeCase.merge(try series(), try once(), edited),
            ] {
                expectEqual(merge.content, (try once(change)))
                expectEqual(merge.issues, [])
            }
        }
    }

    @Test func `a single event equals one with the same values in a change`() throws {
        let changed = try once(changes: [MergeCase.change(11, later)])
        #expect(changed.says(theSameAs: try once(later), floatingIn: MergeCase.zone))
        #expect(try once(later).says(theSameAs: changed, floatingIn: MergeCase.zone))
        #expect(!changed.says(theSameAs: try once(), floatingIn: MergeCase.zone))
        expectEqual(MergeCase.merge(nil, nil, changed).content, (try once(later)))
        let merge = MergeCase.merge(
            changed, try once("LOCATION:A", later), try once("DESCRIPTION:B", later))
        expectEqual(merge.content, (try once("LOCATION:A", "DESCRIPTION:B", later)))
        expectEqual(merge.issues, [])
    }

    @Test func `raises an issue for both edits of the only remaining occurrence`() throws {
        let edited = try series(changes: [MergeCase.change(11, "LOCATION:A")])
        let ended = try once("LOCATION:B")
        let here = MergeCase.merge(try series(), edited, ended)
        expectEqual(here.content, (try once("LOCATION:A")))
        let issue = MergeIssue(at: nil, field: .location, ours: .text("A"), theirs: .text("B"))
        expectEqual(here.issues, [issue])
        expectEqual(MergeCase.take(true, issue, in: here.content), ended)
        expectEqual(MergeCase.merge(try series(), ended, edited).content, ended)
        let moved = try series(changes: [MergeCase.change(11, later)])
        let earlier = try once("DTSTART;TZID=Europe/Rome:20260511T180000\nDURATION:PT2H")
        let there = MergeCase.merge(try series(), moved, earlier)
        expectEqual(there.content, (try once(later)))
        expectEqual(there.issues.map(\.field), [.when])
        expectEqual(MergeCase.take(true, there.issues[0], in: there.content), earlier)
    }

    @Test func `raises issues for differing fields of a removed series`() throws {
        let edited = try series("LOCATION:A", changes: [MergeCase.change(11, "LOCATION:B")])
        let merge = MergeCase.merge(try series(), try once(), edited)
        expectEqual(merge.content, (try once("LOCATION:B")))
        expectEqual(
            merge.issues,
            [
                MergeIssue(at: nil, field: .location, ours: .text("B"), theirs: .text("A"))
            ])
    }

    @Test func `deletes an event that one side ends at the occurrence that the other deleted`()
        throws
    {
        let deleted = try series(MergeCase.exclusion(11))
        let merge = MergeCase.merge(try series(), deleted, try once())
        expectNil(merge.content)
        expectEqual(
            merge.issues,
            [
                MergeIssue(
                    at: nil, field: .deleted, ours: .event(deleted), theirs: .event(try once()))
            ])
        expectEqual(MergeCase.take(true, merge.issues[0], in: nil), (try once()))
        expectEqual(MergeCase.take(false, merge.issues[0], in: nil), deleted)
    }
}
