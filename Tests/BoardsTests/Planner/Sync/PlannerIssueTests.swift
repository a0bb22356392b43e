import CalendarMerging
import ICalendar
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Conflicting edits: finding, showing, settling and undoing them.
@Suite struct PlannerIssueTests {
    private static let owner = PlannerBench.owner

    private var bench = PlannerBench()
    private var server = PretendServer()
    private let calendar: String
    private let account: String
    private let event: String

    init() throws {
        server.put(.made("Tasting", uid: "u1"))
        (calendar, account) = try bench.linked(to: &server)
        event = try #require(bench.event(titled: "Tasting")?.id)
    }

    /// Edits the title on both sides.
    private mutating func disagree() throws -> String {
        try bench.edit(event, ["title": "Ours"])
        server.change("u1") { $0.details.title = "Theirs" }
        bench.settleDown(at: &server)
        return try #require(bench.issues.keys.first)
    }

    private mutating func settle(_ issue: String, _ take: JSON) throws(Rejection) {
        try bench.ask("settle", ["issue": .string(issue), "take": take])
    }

    private var title: String? { bench.row(event, in: "2026-05-04")?["title"]?.text }

    @Test mutating func `writes our edit, and keeps theirs in an issue`() throws {
        let issue = try disagree()
        expectEqual(title, "Ours")
        expectEqual(server.events.map(\.details.title), ["Ours"])
        let raised = try #require(bench.events.first { $0.kind == "issue_raised" })
        expectEqual(raised.subject, issue)
        expectEqual(
            bench.issues[issue],
            [
                "event": .string(event), "calendar": .string(calendar), "title": "Ours",
                "kind": "title", "ours": "Ours", "theirs": "Theirs",
                "since": .string(raised.at.description),
            ])
        expectEqual(bench.sync(event), "issue")
    }

    @Test mutating func `applies theirs, or drops it for ours`() throws {
        for (take, left) in [("theirs", "Theirs"), ("ours", "Ours")] {
            var copy = self
            let issue = try copy.disagree()
            try copy.settle(issue, .string(take))
            expectEqual(copy.bench.issues, [:])
            expectEqual(copy.title, left)
            expectEqual(copy.bench.sync(event), (take == "ours" ? nil : "waiting"))
            copy.bench.settleDown(at: &copy.server)
            expectEqual(copy.server.events.map(\.details.title), [left])
            expectEqual(copy.bench.issues, [:])
            #expect(throws: Rejection(.conflict, .issueIsSettled)) {
                try copy.settle(issue, "ours")
            }
        }
    }

    @Test mutating func `undoes and redoes a settlement`() throws {
        let issue = try disagree()
        let before = bench.issues
        try settle(issue, "theirs")
        expectEqual(bench.issues, [:])
        try bench.undo()
        expectEqual(bench.issues, before)
        expectEqual(title, "Ours")
        // The undone edit may already be written.
        #expect(bench.accounts["links"]?[calendar]?["waiting"] == 1)
        try bench.undo()
        expectEqual(bench.issues, [:])
        expectEqual(title, "Theirs")
        for other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.venue.savedState(), bench.venue.savedState())
        }
    }

    @Test mutating func `says why a settlement is refused`() throws {
        let issue = try disagree()
        expectEqual(
            bench.problems("settle", ["issue": .string(issue), "take": "both"]),
            [["take", "Take must be one of ours, theirs"]])
        expectEqual(bench.code("settle", ["issue": "i_zz", "take": "ours"]), .notFound)
        expectEqual(
            bench.code(
                "settle", ["issue": .string(issue), "take": "ours"], by: PlannerBench.engineer),
            .forbidden)
        let raised = bench.events.first { $0.kind == "issue_raised" }?.rev ?? 0
        expectEqual(bench.code("undo", ["rev": JSON(raised)], by: Self.owner), .conflict)
    }

    @Test mutating func `stays open after a later edit of the field`() throws {
        let issue = try disagree()
        try bench.edit(event, ["title": "Later"])
        #expect(bench.issues[issue]?["title"] == "Later")
        #expect(bench.issues[issue]?["ours"] == "Later")
        #expect(bench.issues[issue]?["theirs"] == "Theirs")
    }

    @Test(arguments: ["ours", "theirs"])
    mutating func `keeps an event that one side deleted and the other edited`(
        deleter: String
    ) throws {
        if deleter == "ours" {
            try bench.delete(event)
            server.change("u1") { $0.details.title = "Edited" }
        } else {
            try bench.edit(event, ["title": "Edited"])
            server.remove("u1")
        }
        bench.settleDown(at: &server)
        expectEqual(title, "Edited")
        expectEqual(server.events.map(\.details.title), ["Edited"])
        expectEqual(server.events.map(\.uid), ["u1"])
        let issue = try #require(bench.issues.keys.first)
        let row = try #require(bench.issues[issue])
        expectEqual(row["kind"], "deleted")
        expectEqual(row[deleter], .null)
        let other = deleter == "ours" ? "theirs" : "ours"
        #expect(row[other]?["title"] == "Edited")
        #expect(row[other]?["start"] == "2026-05-04T19:30")
        expectEqual(row["edited"], ["title": "Edited"])
        var kept = self
        try kept.settle(issue, .string(other))
        kept.bench.settleDown(at: &kept.server)
        expectEqual(kept.title, "Edited")
        expectEqual(kept.server.names.count, 1)
        try settle(issue, .string(deleter))
        let settled = bench.rev
        expectNil(title)
        bench.settleDown(at: &server)
        expectEqual(server.names, [])
        try bench.undo(settled)
        bench.settleDown(at: &server)
        expectEqual(title, "Edited")
        expectEqual(server.names.count, 1)
    }

    @Test mutating func `closes with its event, and returns with it`() throws {
        let issue = try disagree()
        try bench.delete(event)
        let deletion = bench.rev
        expectEqual(bench.issues, [:])
        expectEqual(bench.code("settle", ["issue": .string(issue), "take": "ours"]), .conflict)
        try bench.undo(deletion)
        expectEqual(bench.issues.keys.first, issue)
        expectEqual(bench.sync(event), "issue")
    }

    @Test(arguments: ["unlink", "disconnect"])
    mutating func `closes when its calendar is unlinked`(verb: String) throws {
        let issue = try disagree()
        let named = verb == "unlink" ? ["calendar": calendar] : ["account": account]
        try bench.ask(verb, named.mapValues(JSON.string), by: Self.owner)
        expectEqual(bench.issues, [:])
        expectNil(bench.sync(event))
        expectEqual(title, "Ours")
        expectEqual(bench.code("settle", ["issue": .string(issue), "take": "ours"]), .conflict)
        for other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.venue.savedState(), bench.venue.savedState())
        }
    }

    @Test mutating func `raises issues field by field for a first link`()
        throws
    {
        try bench.ask("unlink", ["calendar": .string(calendar)], by: Self.owner)
        try bench.edit(event, ["title": "Ours"])
        server.change("u1") { $0.details.location = "Cellar" }
        try bench.link(account, ["calendar": .string(calendar)])
        bench.settleDown(at: &server)
        expectEqual(
            Set(bench.issues.values.compactMap { $0["kind"]?.text }), ["title", "location"])
        expectEqual(server.events.map(\.details.title), ["Ours"])
        expectEqual(server.names.count, 1)
    }

    /// Edits the title of the second of three days on both sides.
    private mutating func disagreeAboutTheSecond() throws -> String {
        try bench.edit(event, ["repeat": "FREQ=DAILY;COUNT=3"])
        bench.settleDown(at: &server)
        let at = "20260505T173000Z"
        try bench.edit(event, ["title": "Ours"], at: at)
        server.change("u1") { event in
            guard let key = OccurrenceKey(at) else { return }
            var details = event.details
            details.title = "Theirs"
            let start = LocalTime("2026-05-05T19:30")!
            let time = TimeChange(
                start: .zoned(start, Zone("Europe/Madrid")!), length: event.recurrence.length)
            event.changes[key] = EventChange(details: details, time: time)
        }
        bench.settleDown(at: &server)
        return try #require(bench.issues.keys.first)
    }

    @Test mutating func `shows an issue about an occurrence at that occurrence`() throws {
        let issue = try disagreeAboutTheSecond()
        let at = "20260505T173000Z"
        expectEqual(bench.issues[issue]?["at"]?.text, at)
        #expect(bench.row("\(event).\(at)", in: "2026-05-04")?["sync"] == "issue")
        #expect(bench.row("\(event).20260504T173000Z", in: "2026-05-04")?["sync"] == nil)
        #expect(bench.issues[issue]?["gone"] == nil)
    }

    @Test(arguments: ["one", "following"])
    mutating func `closes with its occurrence, and returns with it`(
        scope: String
    ) throws {
        let issue = try disagreeAboutTheSecond()
        let before = bench.issues
        try bench.delete(event, at: "20260506T173000Z")
        expectEqual(bench.issues, before)
        try bench.delete(event, at: "20260505T173000Z", scope: scope)
        expectEqual(bench.issues, [:])
        expectEqual(bench.code("settle", ["issue": .string(issue), "take": "theirs"]), .conflict)
        for other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.venue.savedState(), bench.venue.savedState())
        }
        try bench.undo()
        expectEqual(bench.issues, before)
        try settle(issue, "theirs")
        #expect(bench.row("\(event).20260505T173000Z", in: "2026-05-04")?["title"] == "Theirs")
    }

    @Test mutating func `closes when the remote deletes its occurrence`() throws {
        _ = try disagreeAboutTheSecond()
        server.change("u1") { event in
            let key = OccurrenceKey("20260505T173000Z")!
            event.changes[key] = nil
            event.recurrence.exclusions.insert(key)
        }
        bench.settleDown(at: &server)
        expectEqual(bench.issues, [:])
    }

    @Test mutating func `moves along with a series`() throws {
        let issue = try disagreeAboutTheSecond()
        let before = bench.issues
        try bench.edit(event, ["start": "2026-05-05T20:00"])
        let moved = "20260506T180000Z"
        expectEqual(bench.issues[issue]?["at"]?.text, moved)
        #expect(bench.row("\(event).\(moved)", in: "2026-05-04")?["sync"] == "issue")
        var undone = bench
        try undone.undo()
        expectEqual(undone.issues, before)
        for other in [bench.replayed(), try bench.restored()] {
            expectEqual(other.venue.savedState(), bench.venue.savedState())
        }
        bench.settleDown(at: &server)
        try settle(issue, "theirs")
        #expect(bench.row("\(event).\(moved)", in: "2026-05-04")?["title"] == "Theirs")
    }

    @Test mutating func `moves along with a part of a divided series`() throws {
        let issue = try disagreeAboutTheSecond()
        let before = bench.issues
        try bench.ask(
            "edit",
            [
                "event": .string(event), "at": "20260505T173000Z", "scope": "following",
                "start": "2026-05-05T20:00",
            ])
        let rest = try #require(bench.issues[issue]?["event"]?.text)
        #expect(rest != event)
        let at = "20260505T180000Z"
        expectEqual(bench.issues[issue]?["at"]?.text, at)
        #expect(bench.row("\(rest).\(at)", in: "2026-05-04")?["sync"] == "issue")
        var undone = bench
        try undone.undo()
        expectEqual(undone.issues, before)
        bench.settleDown(at: &server)
        try settle(issue, "theirs")
        #expect(bench.row("\(rest).\(at)", in: "2026-05-04")?["title"] == "Theirs")
    }

    @Test mutating func `applies remote edits of a divided series to both parts`() throws {
        try bench.edit(event, ["repeat": "FREQ=DAILY;COUNT=4"])
        bench.settleDown(at: &server)
        try bench.edit(
            event, ["location": "Hall"], at: "20260506T173000Z", scope: "following")
        server.change("u1") { event in
            event.details.title = "Theirs"
            event.recurrence.exclusions.insert(OccurrenceKey("20260507T173000Z")!)
        }
        bench = try bench.restored()
        bench.settleDown(at: &server)
        let rows = bench.week("2026-05-04")["occurrences"]?.members?.values.map { $0 } ?? []
        expectEqual(rows.map { $0["title"]?.text }, ["Theirs", "Theirs", "Theirs"])
        expectEqual(rows.compactMap { $0["location"]?.text }, ["Hall"])
        expectEqual(bench.issues, [:])
        expectEqual(server.events.map(\.details.title), ["Theirs", "Theirs"])
        expectEqual(bench.planner.links.values.map(\.rests), [[:]])
    }

    @Test(arguments: [nil, "2026-05-06T21:00"])
    mutating func `applies remote edits to a part that was divided again`(start: String?) throws {
        try bench.edit(event, ["repeat": "FREQ=DAILY;COUNT=6"])
        bench.settleDown(at: &server)
        var changes: [String: JSON] = ["location": "Hall"]
        changes["start"] = start.map(JSON.string)
        let split = try bench.edit(event, changes, at: "20260506T173000Z", scope: "following")
        let rest = try #require(split)
        let at = start == nil ? "20260508T173000Z" : "20260508T190000Z"
        try bench.edit(rest, ["location": "Garden"], at: at, scope: "following")
        server.change("u1") { event in
            event.details.title = "Theirs"
            event.recurrence.exclusions.insert(OccurrenceKey("20260507T173000Z")!)
            event.recurrence.exclusions.insert(OccurrenceKey("20260509T173000Z")!)
        }
        bench = try bench.restored()
        bench.settleDown(at: &server)
        let rows = bench.week("2026-05-04")["occurrences"]?.members?.values.map { $0 } ?? []
        expectEqual(rows.map { $0["title"]?.text }, ["Theirs", "Theirs", "Theirs", "Theirs"])
        expectEqual(rows.compactMap { $0["location"]?.text }.sorted(), ["Garden", "Hall"])
        expectEqual(bench.issues, [:])
        expectEqual(server.events.map(\.details.title), ["Theirs", "Theirs", "Theirs"])
        expectEqual(bench.planner.links.values.map(\.rests), [[:]])
    }

    @Test mutating func `masks conflicting descriptions for engineers`() throws {
        try bench.edit(event, ["description": "Allergic guests: Ada"])
        server.change("u1") { $0.details.description = "Call Bo on +12015550191" }
        bench.settleDown(at: &server)
        expectEqual(bench.issues.count, 1)
        let seen = bench.document("planner/calendars", by: PlannerBench.engineer)
        let row = seen?["issues"]?.members?.values.first
        #expect(row?["ours"] == .mask && row?["theirs"] == .mask)
        let told = bench.events.map { bench.planner.masked($0.data).canonicalText }.joined()
        #expect(!told.contains("Ada") && !told.contains("2015550191"))
    }

    @Test mutating func `suspends a calendar above a thousand issues until some are closed`() throws
    {
        for number in 1...1_001 {
            server.put(.made("Event \(number)", uid: "x\(number)"))
        }
        bench.settleDown(at: &server)
        for number in 1...1_001 {
            let id = try #require(bench.planner.uids["x\(number)", CalendarID(calendar)!])
            try bench.edit(id.text, ["title": .string("Ours \(number)")])
            server.change("x\(number)") { $0.details.title = "Theirs \(number)" }
        }
        bench.settleDown(at: &server)
        expectEqual(bench.issues.count, 1_000)
        #expect(bench.accounts["links"]?[calendar]?["problem"] == "too_many_issues")
        expectNil(bench.connector("\(calendar)/fetch"))
        let issue = try #require(bench.issues.keys.sorted().first)
        try settle(issue, "ours")
        #expect(bench.accounts["links"]?[calendar]?["problem"] == nil)
        bench.settleDown(at: &server)
        expectEqual(bench.issues.count, 1_000)
        #expect(bench.accounts["links"]?[calendar]?["problem"] == nil)
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] == nil)
        expectEqual(bench.accounts["writes"], [:])
        // Undoing it would exceed the limit.
        let settled = bench.events.last { $0.kind == "settled" }?.rev ?? 0
        expectEqual(bench.code("undo", ["rev": JSON(settled)], by: Self.owner), .conflict)
    }
}
