import ICalendar
import Testing

@testable import CalendarSync

/// Each row of the table of merges, for each field of events and occurrences.
struct MergeTests {
    @Test(arguments: FieldCase.all + FieldCase.flags)
    func `what one side has changed stands on both`(field: FieldCase) throws {
        let (base, edited) = (try field.event(0), try field.event(1))
        for merge in [
            MergeCase.merge(base, edited, base), MergeCase.merge(base, base, edited),
        ] {
            #expect(merge.content == edited)
            #expect(merge.issues == [])
        }
    }

    @Test(arguments: FieldCase.all + FieldCase.flags)
    func `what both have changed to the same stands without an issue`(field: FieldCase) throws {
        let merge = MergeCase.merge(try field.event(0), try field.event(1), try field.event(1))
        #expect(merge.content == (try field.event(1)))
        #expect(merge.issues == [])
    }

    @Test(arguments: FieldCase.all)
    func `what both have changed differently stands as ours, and theirs is an issue`(
        field: FieldCase
    ) throws {
        let (ours, theirs) = (try field.event(1), try field.event(2))
        let merge = MergeCase.merge(try field.event(0), ours, theirs)
        #expect(merge.content == ours)
        let issue = try #require(merge.issues.first)
        #expect(merge.issues.count == 1)
        #expect(issue.field == field.field)
        #expect(issue.at == (try field.at()))
        #expect(issue.ours != issue.theirs)
        #expect(MergeCase.take(true, issue, in: merge.content) == theirs)
        #expect(MergeCase.take(false, issue, in: merge.content) == ours)
    }

    @Test(arguments: FieldCase.all)
    func `events that are linked for the first time differ as if both had changed them`(
        field: FieldCase
    ) throws {
        let merge = MergeCase.merge(nil, try field.event(1), try field.event(2))
        #expect(merge.content == (try field.event(1)))
        #expect(merge.issues.map(\.field) == [field.field])
        #expect(MergeCase.merge(nil, try field.event(1), try field.event(1)).issues == [])
    }

    @Test(arguments: FieldCase.all + FieldCase.flags)
    func `what one side has edited and the other deleted is kept with the edit`(
        field: FieldCase
    ) throws {
        let (base, edited) = (try field.event(0), try field.event(1))
        let here = MergeCase.merge(base, edited, nil)
        #expect(here.content == edited)
        #expect(
            here.issues == [
                MergeIssue(at: nil, field: .deleted, ours: .event(edited), theirs: .event(nil))
            ])
        #expect(MergeCase.take(true, here.issues[0], in: edited) == nil)
        #expect(MergeCase.take(false, here.issues[0], in: edited) == edited)
        let there = MergeCase.merge(base, nil, edited)
        #expect(there.content == edited)
        #expect(MergeCase.take(true, there.issues[0], in: edited) == edited)
        #expect(MergeCase.take(false, there.issues[0], in: edited) == nil)
    }

    @Test func `what is deleted and not edited is gone`() throws {
        let base = try MergeCase.event(MergeCase.series)
        #expect(MergeCase.merge(base, nil, base) == MergeCase.merge(nil, nil, nil))
        #expect(MergeCase.merge(base, base, nil).content == nil)
        #expect(MergeCase.merge(base, nil, nil).content == nil)
        #expect(MergeCase.merge(nil, base, nil).content == base)
        #expect(MergeCase.merge(nil, nil, base).content == base)
    }

    @Test func `fields are merged each on its own`() throws {
        let base = try MergeCase.event(MergeCase.series)
        let ours = try MergeCase.event(MergeCase.series, "SUMMARY:B", "STATUS:TENTATIVE")
        let theirs = try MergeCase.event(MergeCase.series, "LOCATION:C", "X-ROOM:7")
        let merge = MergeCase.merge(base, ours, theirs)
        #expect(merge.issues == [])
        #expect(
            merge.content
                == (try MergeCase.event(
                    MergeCase.series, "SUMMARY:B", "STATUS:TENTATIVE", "LOCATION:C", "X-ROOM:7")))
    }

    @Test func `the UID stays ours, the sequence is the greater, foreign lines are theirs`() throws
    {
        let base = try MergeCase.event(MergeCase.series, "X-ROOM:1")
        var ours = try MergeCase.event(MergeCase.series, "X-ROOM:1", "LOCATION:A", "SEQUENCE:7")
        ours.uid = "ours"
        let theirs = try MergeCase.event(MergeCase.series, "X-ROOM:2", "SEQUENCE:3")
        let content = try #require(MergeCase.merge(base, ours, theirs).content)
        #expect(content.uid == "ours")
        #expect(content.sequence == 7)
        #expect(content.details.foreign == "X-ROOM:2")
    }

    @Test func `a later edit of ours does not settle an issue`() throws {
        let ours = try MergeCase.event(MergeCase.series, "SUMMARY:B")
        let merge = MergeCase.merge(
            try MergeCase.event(MergeCase.series), ours,
            try MergeCase.event(MergeCase.series, "SUMMARY:C"))
        let later = try MergeCase.event(MergeCase.series, "SUMMARY:D", "LOCATION:L")
        let settled = MergeCase.take(true, merge.issues[0], in: later)
        #expect(settled == (try MergeCase.event(MergeCase.series, "SUMMARY:C", "LOCATION:L")))
    }
}
