import ICalendar
import TestSupport
import Testing

@testable import CalendarMerging

/// Each row of the table of merges, for each field of events and occurrences.
struct MergeTests {
    @Test(arguments: FieldCase.all + FieldCase.flags)
    func `takes a change by one side`(field: FieldCase) throws {
        let (base, edited) = (try field.event(0), try field.event(1))
        for merge in [
            MergeCase.merge(base, edited, base), MergeCase.merge(base, base, edited),
        ] {
            expectEqual(merge.content, edited)
            expectEqual(merge.issues, [])
        }
    }

    @Test(arguments: FieldCase.all + FieldCase.flags)
    func `equal changes by both sides raise no issue`(field: FieldCase) throws {
        let merge = MergeCase.merge(try field.event(0), try field.event(1), try field.event(1))
        expectEqual(merge.content, (try field.event(1)))
        expectEqual(merge.issues, [])
    }

    @Test(arguments: FieldCase.all)
    func `takes ours of two different changes, and raises theirs as an issue`(
        field: FieldCase
    ) throws {
        let (ours, theirs) = (try field.event(1), try field.event(2))
        let merge = MergeCase.merge(try field.event(0), ours, theirs)
        expectEqual(merge.content, ours)
        let issue = try #require(merge.issues.first)
        expectEqual(merge.issues.count, 1)
        expectEqual(issue.field, field.field)
        expectEqual(issue.at, (try field.at()))
        #expect(issue.ours != issue.theirs)
        expectEqual(MergeCase.take(true, issue, in: merge.content), theirs)
        expectEqual(MergeCase.take(false, issue, in: merge.content), ours)
    }

    @Test(arguments: FieldCase.all)
    func `on the first link a difference counts as a change by both sides`(
        field: FieldCase
    ) throws {
        let merge = MergeCase.merge(nil, try field.event(1), try field.event(2))
        expectEqual(merge.content, (try field.event(1)))
        expectEqual(merge.issues.map(\.field), [field.field])
        expectEqual(MergeCase.merge(nil, try field.event(1), try field.event(1)).issues, [])
    }

    @Test(arguments: FieldCase.all + FieldCase.flags)
    func `keeps an event that one side edited and the other deleted`(
        field: FieldCase
    ) throws {
        let (base, edited) = (try field.event(0), try field.event(1))
        let here = MergeCase.merge(base, edited, nil)
        expectEqual(here.content, edited)
        expectEqual(
            here.issues,
            [
                MergeIssue(at: nil, field: .deleted, ours: .event(edited), theirs: .event(nil))
            ])
        expectNil(MergeCase.take(true, here.issues[0], in: edited))
        expectEqual(MergeCase.take(false, here.issues[0], in: edited), edited)
        let there = MergeCase.merge(base, nil, edited)
        expectEqual(there.content, edited)
        expectEqual(MergeCase.take(true, there.issues[0], in: edited), edited)
        expectNil(MergeCase.take(false, there.issues[0], in: edited))
    }

    @Test func `deletes an event that one side deleted and the other left unchanged`() throws {
        let base = try MergeCase.event(MergeCase.series)
        expectEqual(MergeCase.merge(base, nil, base), MergeCase.merge(nil, nil, nil))
        expectNil(MergeCase.merge(base, base, nil).content)
        expectNil(MergeCase.merge(base, nil, nil).content)
        expectEqual(MergeCase.merge(nil, base, nil).content, base)
        expectEqual(MergeCase.merge(nil, nil, base).content, base)
    }

    @Test func `merges each field on its own`() throws {
        let base = try MergeCase.event(MergeCase.series)
        let ours = try MergeCase.event(MergeCase.series, "SUMMARY:B", "STATUS:TENTATIVE")
        let theirs = try MergeCase.event(MergeCase.series, "LOCATION:C", "X-ROOM:7")
        let merge = MergeCase.merge(base, ours, theirs)
        expectEqual(merge.issues, [])
        expectEqual(
            merge.content,
            (try MergeCase.event(
                MergeCase.series, "SUMMARY:B", "STATUS:TENTATIVE", "LOCATION:C", "X-ROOM:7")))
    }

    @Test func `takes our UID, the higher sequence and their foreign lines`() throws {
        let base = try MergeCase.event(MergeCase.series, "X-ROOM:1")
        var ours = try MergeCase.event(MergeCase.series, "X-ROOM:1", "LOCATION:A", "SEQUENCE:7")
        ours.uid = "ours"
        let theirs = try MergeCase.event(MergeCase.series, "X-ROOM:2", "SEQUENCE:3")
        let content = try #require(MergeCase.merge(base, ours, theirs).content)
        expectEqual(content.uid, "ours")
        expectEqual(content.sequence, 7)
        expectEqual(content.details.foreign, "X-ROOM:2")
    }

    @Test func `a later edit of ours does not settle an issue`() throws {
        let ours = try MergeCase.event(MergeCase.series, "SUMMARY:B")
        let merge = MergeCase.merge(
            try MergeCase.event(MergeCase.series), ours,
            try MergeCase.event(MergeCase.series, "SUMMARY:C"))
        let later = try MergeCase.event(MergeCase.series, "SUMMARY:D", "LOCATION:L")
        let settled = MergeCase.take(true, merge.issues[0], in: later)
        expectEqual(settled, (try MergeCase.event(MergeCase.series, "SUMMARY:C", "LOCATION:L")))
    }
}
