import CalendarMerging
import CalendarSync
import ICalendar
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Reads from and writes to a remote, step by step.
@Suite struct PlannerExchangeTests {
    private var bench = PlannerBench()
    private var server = PretendServer()
    private static let owner = PlannerBench.owner

    private func kinds(_ bench: PlannerBench, since rev: Int) -> [String] {
        bench.events.filter { $0.rev > rev && $0.board == "planner" }.map(\.kind)
    }

    @discardableResult
    private mutating func add(_ title: String, to calendar: String) throws -> String {
        try bench.add(title, "2026-05-04T19:30", 60, ["calendar": .string(calendar)])
    }

    /// Reports changes at the remote to the board.
    @discardableResult
    private mutating func tell(
        _ account: String, _ items: [RemoteItem], _ since: String?, _ token: String,
        listed: Set<String>? = nil
    ) -> Rejection? {
        let changes = RemoteChanges(
            calendar: server.calendar, since: since, items: items, token: token, listed: listed)
        return bench.tell(account, .changes(changes))
    }

    // MARK: Reading

    @Test mutating func `reads events in batches, and the token with the last one`() throws {
        server.batchMax = 2
        for number in 1...5 { server.put(.made("Event \(number)", uid: "u\(number)")) }
        let account = try bench.connected()
        let calendar = try bench.link(account)
        let rev = bench.rev
        bench.run("\(calendar)/fetch", at: &server)
        expectEqual(kinds(bench, since: rev), ["pulled", "pulled", "pulled"])
        let tokens = bench.events.suffix(3).map { $0.data["token"]?.text }
        expectEqual(tokens, [nil, nil, "5"])
        expectEqual(bench.events.suffix(3).map { $0.data["events"]?.members?.count }, [2, 2, 1])
        expectEqual(bench.week("2026-05-04")["occurrences"]?.members?.count, 5)
        expectEqual(bench.task("\(calendar)/fetch"), .fetch(calendar: server.calendar, token: "5"))
    }

    @Test mutating func `makes no event for a poll without news`() throws {
        server.put(.made("Event", uid: "u1"))
        let (calendar, _) = try bench.linked(to: &server)
        let rev = bench.rev
        bench.run("\(calendar)/fetch", at: &server)
        expectEqual(bench.rev, rev)
    }

    @Test mutating func `drops batches that do not follow the known token`() throws {
        server.put(.made("Event", uid: "u1"))
        let (_, account) = try bench.linked(to: &server)
        let rev = bench.rev
        let old = RemoteChanges(
            calendar: server.calendar, since: nil,
            items: [.whole(name: "/x", tag: "x", .made("Other", uid: "x"))], token: "9")
        expectEqual(bench.tell(account, .changes(old))?.code, .conflict)
        var other = old
        other.since = "1"
        other.calendar = "/elsewhere/"
        expectEqual(bench.tell(account, .changes(other))?.code, .conflict)
        expectEqual(bench.rev, rev)
    }

    @Test mutating func `keeps the events of a batch if the next answer is cut off`() throws {
        server.batchMax = 1
        for number in 1...3 { server.put(.made("Event \(number)", uid: "u\(number)")) }
        let account = try bench.connected()
        let calendar = try bench.link(account)
        guard case .done(let results) = server.answer(.fetch(calendar: "", token: nil)) else {
            return
        }
        bench.tell(account, results[0])
        bench.tell(account, results[1])
        let rev = bench.rev
        bench.run("\(calendar)/fetch", at: &server)
        // Two of the items are known by their tags.
        expectEqual(kinds(bench, since: rev), ["pulled"])
        expectEqual(bench.week("2026-05-04")["occurrences"]?.members?.count, 3)
    }

    @Test mutating func `keeps the token even if the last batch has no news`() throws {
        let (calendar, account) = try bench.linked(to: &server)
        server.put(.made("Event", uid: "u1"))
        guard case .done(let results) = server.answer(.fetch(calendar: "", token: "0")),
            case .changes(var first) = results[0]
        else { return }
        first.token = nil
        bench.tell(account, .changes(first))
        let rev = bench.rev
        tell(account, [], first.since, "1")
        expectEqual(kinds(bench, since: rev), ["pulled"])
        expectEqual(bench.task("\(calendar)/fetch"), .fetch(calendar: server.calendar, token: "1"))
    }

    @Test mutating func `applies changes and deletions at the remote`() throws {
        server.put(.made("One", uid: "u1"))
        server.put(.made("Two", uid: "u2"))
        let (calendar, _) = try bench.linked(to: &server)
        let one = try #require(bench.event(titled: "One")?.id)
        server.change("u1") { $0.details.title = "One, moved" }
        server.remove("u2")
        let rev = bench.rev
        bench.run("\(calendar)/fetch", at: &server)
        expectEqual(kinds(bench, since: rev), ["pulled"])
        expectEqual(bench.event(titled: "One, moved")?.id, one)
        expectNil(bench.event(titled: "Two"))
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)], by: Self.owner), .conflict)
    }

    @Test mutating func `deletes events that are not listed after a forgotten token`() throws {
        for number in 1...3 { server.put(.made("Event \(number)", uid: "u\(number)")) }
        let (calendar, _) = try bench.linked(to: &server)
        server.remove("u2")
        server.hasForgotten = true
        bench.run("\(calendar)/fetch", at: &server)
        expectNil(bench.event(titled: "Event 2"))
        expectEqual(bench.week("2026-05-04")["occurrences"]?.members?.count, 2)
    }

    @Test
    mutating func `records a new token even if everything it lists is known`()
        throws
    {
        server.put(.made("Event", uid: "u1"))
        let (calendar, account) = try bench.linked(to: &server)
        guard case .done(let results) = server.answer(.fetch(calendar: "", token: nil)),
            case .changes(var all) = results[0]
        else { return }
        all.since = "1"
        expectEqual(bench.tell(account, .changes(all))?.code, .conflict)
        all.token = "2"
        expectNil(bench.tell(account, .changes(all)))
        expectEqual(bench.task("\(calendar)/fetch"), .fetch(calendar: server.calendar, token: "2"))
    }

    /// A class on three days.
    private static let dailyClass = CalendarEvent.made("Class", uid: "g1") {
        if let rule = try? RecurrenceRule("FREQ=DAILY;COUNT=3") { $0.recurrence.rules = [rule] }
    }
    private static let secondClass = OccurrenceKey("20260505T173000Z")!

    @Test mutating func `keeps an exclusion without a tag when its series is sent again`() throws {
        let (_, account) = try bench.linked(to: &server)
        let (series, second) = (Self.dailyClass, Self.secondClass)
        var renamed = series
        renamed.details.title = "Course"
        let told: [[RemoteItem]] = [
            [
                .series(name: "g1", tag: "1", series),
                .occurrence(of: "g1", second, tag: nil, nil),
            ],
            [.series(name: "g1", tag: "2", renamed)],
        ]
        for (number, items) in told.enumerated() {
            tell(account, items, "\(number)", "\(number + 1)")
        }
        let content = try #require(bench.event(titled: "Course")?.content)
        expectEqual(content.recurrence.exclusions, [second])
    }

    @Test mutating func `applies Google's items one by one`() throws {
        let (_, account) = try bench.linked(to: &server)
        let (series, second) = (Self.dailyClass, Self.secondClass)
        let third = OccurrenceKey("20260506T173000Z")!
        var details = series.details
        details.title = "Second class"
        let change = EventChange(
            details: details,
            time: TimeChange(
                start: .zoned(LocalTime("2026-05-05T21:00")!, Zone("Europe/Madrid")!),
                length: EventLength(seconds: 3_600)))
        tell(
            account,
            [
                .series(name: "g", tag: "1", series),
                .occurrence(of: "g", second, tag: "2", change),
                .occurrence(of: "g", third, tag: "3", nil),
            ], "0", "a")
        let event = try #require(bench.event(titled: "Class"))
        expectEqual(bench.ats(of: event.id, in: ["2026-05-04"]), ["20260504T173000Z", second.text])
        #expect(
            bench.row("\(event.id).\(second.text)", in: "2026-05-04")?["title"] == "Second class")
        // A repeated item is known. A new title of the series keeps the rest.
        let rev = bench.rev
        let known = RemoteItem.occurrence(of: "g", second, tag: "2", change)
        expectEqual(tell(account, [known], "a", "b")?.code, .conflict)
        expectEqual(bench.rev, rev)
        var renamed = series
        renamed.details.title = "Course"
        tell(account, [.series(name: "g", tag: "4", renamed)], "a", "c")
        expectEqual(bench.ats(of: event.id, in: ["2026-05-04"]).count, 2)
        expectEqual(bench.event(titled: "Course")?.id, event.id)
        // Changes of a known series are removed if Google has dropped them.
        let left = RemoteItem.series(name: "g", tag: "4", renamed, ownKeys: [third])
        tell(account, [left], "c", "d")
        expectNil(bench.event(titled: "Course")?.content.changes[second])
        expectEqual(tell(account, [left], "d", "e")?.code, .conflict)
    }

    @Test(arguments: ["Class", "Theirs"])
    mutating func
        `a series that was moved without an answer keeps its changes, which Google forgets`(
            title: String
        ) throws
    {
        let (_, account) = try bench.linked(to: &server)
        let (series, second) = (Self.dailyClass, Self.secondClass)
        var details = series.details
        details.title = "Second class"
        let usual = series.recurrence.usual(at: second, floatingIn: .utc)
        let change = EventChange(
            details: details, time: TimeChange(start: usual.start, length: usual.length))
        tell(
            account,
            [
                .series(name: "g", tag: "1", series),
                .occurrence(of: "g", second, tag: "2", change),
            ], "0", "a")
        let event = try #require(bench.event(titled: "Class"))
        try bench.edit(event.id, ["start": "2026-05-04T21:00"])
        // The series was written, but not its change.
        var moved = try #require(bench.event(titled: "Class")).content
        moved.changes = [:]
        moved.details.title = title
        tell(account, [.series(name: "g", tag: "3", moved)], "a", "b")
        let content = try #require(bench.event(titled: title)).content
        expectEqual(content.changes.values.map(\.details.title), ["Second class"])
        expectEqual(content.recurrence.start, moved.recurrence.start)
        #expect(bench.sync(event.id) == "waiting" && bench.issues == [:])
    }

    // MARK: Writing

    @Test mutating func `writes a change once, and makes no event when the change returns`() throws
    {
        let (calendar, account) = try bench.linked(to: &server)
        bench.watch(["planner/week?monday=2026-05-04"])
        let event = try add("Tasting", to: calendar)
        func mark() -> JSON? {
            bench.kept("planner/week?monday=2026-05-04")["occurrences"]?[event]?["sync"]
        }
        expectEqual(mark(), "waiting")
        expectEqual(
            bench.accounts["writes"],
            .object([
                "\(calendar).\(event)": [
                    "calendar": .string(calendar), "event": .string(event),
                    "title": "Tasting", "change": "add", "state": "waiting",
                ]
            ]))
        try bench.edit(event, ["title": "Big tasting"])
        let rev = bench.rev
        bench.run("\(calendar)/write", at: &server)
        expectEqual(kinds(bench, since: rev), ["pushed"])
        expectNil(mark())
        expectEqual(server.names.count, 1)
        #expect(server.event(titled: "Big tasting") != nil)
        bench.settleDown(at: &server)
        expectEqual(kinds(bench, since: rev), ["pushed"])
        expectEqual(bench.accounts["writes"], [:])
        let link: JSON = ["account": .string(account), "waiting": 0, "failed": 0]
        #expect(bench.accounts["links"]?[calendar] == link)
    }

    @Test mutating func `uses a separate connector to write each calendar`() throws {
        let names = ["kitchen", "parties"]
        var servers = names.map { PretendServer("/dav/\($0)/") }
        let account = try bench.connected(
            names.map { RemoteCalendar(id: "/dav/\($0)/", name: $0, isReadOnly: false) })
        let calendars = try names.map {
            try bench.link(account, ["remote": .string(bench.remote(account, $0))])
        }
        for (place, calendar) in calendars.enumerated() {
            bench.run("\(calendar)/fetch", at: &servers[place])
        }
        for (calendar, title) in zip(calendars, ["Menu", "Wedding"]) {
            try add(title, to: calendar)
        }
        bench.run("\(calendars[0])/write", at: &servers[0])
        // The id of a finished connector is not used again.
        expectNil(bench.connector("\(calendars[0])/write"))
        let titles = bench.writes("\(calendars[1])/write").map(\.content?.details.title)
        expectEqual(titles, ["Wedding"])
    }

    @Test mutating func `writes edits that are made during a write after it`() throws {
        let (calendar, account) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        let writes = bench.writes("\(calendar)/write")
        try bench.edit(event, ["title": "Two"])
        guard case .done(let results) = server.answer(.write(calendar: "", writes)) else { return }
        bench.tell(account, results[0], of: "\(calendar)/write")
        expectEqual(bench.sync(event), "waiting")
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["Two"])
        expectEqual(bench.issues, [:])
    }

    @Test mutating func `loses and duplicates nothing if an answer never arrives`() throws {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.run("\(calendar)/write", at: &server, isLost: true)
        bench.settleDown(at: &server)
        expectEqual(server.names.count, 1)
        expectNil(bench.sync(event))
        try bench.edit(event, ["title": "Two"])
        bench.run("\(calendar)/write", at: &server, isLost: true)
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["Two"])
        try bench.delete(event)
        bench.run("\(calendar)/write", at: &server, isLost: true)
        bench.settleDown(at: &server)
        expectEqual(server.names, [])
        expectEqual(bench.issues, [:])
        expectEqual(bench.accounts["writes"], [:])
    }

    /// The connector that runs first after a lost answer.
    enum Next: CaseIterable { case write, fetch }

    /// Returns a linked event whose write succeeded, but whose answer was lost.
    private mutating func unanswered(
        _ edit: (inout PlannerBench, String) throws -> Void
    ) throws -> (event: String, account: String, calendar: String) {
        let (calendar, account) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.settleDown(at: &server)
        try edit(&bench, event)
        bench.run("\(calendar)/write", at: &server, isLost: true)
        return (event, account, calendar)
    }

    @Test(arguments: Next.allCases)
    mutating func `drops an edit that is undone before its write is answered`(
        next: Next
    )
        throws
    {
        let (event, _, calendar) = try unanswered { bench, event in
            try bench.edit(event, ["title": "Two"])
        }
        #expect(server.event(titled: "Two") != nil)
        try bench.undo(bench.rev)
        expectEqual(bench.sync(event), "waiting")
        bench = try bench.restored()
        bench.run("\(calendar)/\(next)", at: &server)
        #expect(bench.row(event, in: "2026-05-04")?["title"] == "One")
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["One"])
        #expect(bench.sync(event) == nil && bench.issues == [:])
    }

    @Test(arguments: Next.allCases)
    mutating func `raises no issue for a further edit before an answer`(next: Next) throws {
        let (event, _, calendar) = try unanswered { bench, event in
            try bench.edit(event, ["title": "Two"])
        }
        try bench.edit(event, ["title": "Three"])
        bench.run("\(calendar)/\(next)", at: &server)
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["Three"])
        #expect(bench.sync(event) == nil && bench.issues == [:])
    }

    @Test mutating func `keeps an undone edit waiting until the server denies receiving it`() throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.settleDown(at: &server)
        try bench.edit(event, ["title": "Two"])
        try bench.undo(bench.rev)
        expectEqual(bench.sync(event), "waiting")
        bench.run("\(calendar)/write", at: &server)
        expectNil(bench.sync(event))
        expectEqual(server.events.map(\.details.title), ["One"])
    }

    @Test mutating func `takes a remote change of an unanswered edit`() throws {
        let (event, _, _) = try unanswered { bench, event in
            try bench.edit(event, ["title": "Two"])
        }
        try bench.edit(event, ["title": "Three"])
        let uid = try #require(server.events.first?.uid)
        server.change(uid) { $0.details.title = "Theirs" }
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["Three"])
        #expect(bench.issues.values.first?["theirs"] == "Theirs")
    }

    @Test(arguments: Next.allCases)
    mutating func `deletes an event at the remote whose creation was unanswered`(next: Next)
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.run("\(calendar)/write", at: &server, isLost: true)
        try bench.delete(event)
        #expect(bench.accounts["writes"]?["\(calendar).\(event)"]?["change"] == "delete")
        bench = try bench.restored()
        bench.run("\(calendar)/\(next)", at: &server)
        expectNil(bench.event(titled: "One"))
        bench.settleDown(at: &server)
        expectEqual(server.names, [])
        #expect(bench.accounts["writes"] == [:] && bench.issues == [:])
    }

    @Test mutating func `keeps a new remote event with the UID of a deleted one`() throws {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.run("\(calendar)/write", at: &server, isLost: true)
        try bench.delete(event)
        let uid = try #require(server.events.first?.uid)
        let again = ["UID:\(uid)", "DTSTART:20260504T173000Z", "DURATION:PT1H", "SUMMARY:One"]
        _ = bench.importFile(PlannerBench.file(again), ["calendar": calendar])
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.uid), [uid])
        #expect(bench.event(titled: "One") != nil)
        expectEqual(bench.accounts["writes"], [:])
    }

    @Test
    mutating func
        `an event with an unanswered creation and a remote edit survives its deletion here`()
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.run("\(calendar)/write", at: &server, isLost: true)
        try bench.delete(event)
        let uid = try #require(server.events.first?.uid)
        server.change(uid) { $0.details.title = "Theirs" }
        bench.settleDown(at: &server)
        expectEqual(bench.event(titled: "Theirs")?.id, event)
        expectEqual(bench.issues.values.map { $0["kind"] }, ["deleted"])
    }

    @Test(arguments: Next.allCases)
    mutating func `keeps an event whose deletion is undone before an answer`(next: Next)
        throws
    {
        let (event, _, calendar) = try unanswered { bench, event in
            try bench.delete(event)
        }
        expectEqual(server.names, [])
        try bench.undo(bench.rev)
        bench.run("\(calendar)/\(next)", at: &server)
        #expect(bench.row(event, in: "2026-05-04")?["title"] == "One")
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["One"])
        #expect(bench.sync(event) == nil && bench.issues == [:])
    }

    @Test(arguments: [true, false])
    mutating func `keeps an event that is edited remotely while it is created and deleted here`(
        isUndone: Bool
    ) throws {
        let (calendar, account) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        let write = try #require(bench.writes("\(calendar)/write").first)
        _ = server.answer(.write(calendar: "", [write]))
        if isUndone { try bench.undo(bench.rev) } else { try bench.delete(event) }
        let made = try #require(server.events.first)
        server.change(made.uid) { $0.details.title = "Theirs" }
        guard case .done(let results) = server.answer(.fetch(calendar: "", token: nil)),
            case .changes(let changes)? = results.first,
            case .whole(let name, let tag, let stored)? = changes.items.first
        else { return #expect(Bool(false)) }
        // The server hasn't reported the created event.
        let outcome = WriteOutcome(
            id: write.id, sent: write.content,
            result: .stored(name: name, tag: tag, changeTags: [:], stored: stored))
        bench.tell(
            account, .written(calendar: server.calendar, [outcome]), of: "\(calendar)/write")
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["Theirs"])
        #expect(bench.event(titled: "Theirs") != nil)
        expectEqual(bench.issues.values.map { $0["kind"] }, ["deleted"])
    }

    @Test mutating func `creates the event with the same UID when a deletion is undone`() throws {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.settleDown(at: &server)
        let uid = server.events.map(\.uid)
        try bench.delete(event)
        let deletion = bench.rev
        bench.settleDown(at: &server)
        expectEqual(server.names, [])
        try bench.undo(deletion)
        expectEqual(bench.sync(event), "waiting")
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.uid), uid)
    }

    @Test mutating func `refuses to undo a deletion once a new link has brought the event again`()
        throws
    {
        server.put(.made("Theirs", uid: "u1"))
        let (calendar, account) = try bench.linked(to: &server)
        let named: [String: JSON] = ["calendar": .string(calendar)]
        try bench.ask("unlink", named, by: Self.owner)
        try bench.delete(try #require(bench.event(titled: "Theirs")).id)
        let deletion = bench.rev
        try bench.link(account, named)
        bench.settleDown(at: &server)
        #expect(bench.event(titled: "Theirs") != nil)
        expectEqual(bench.code("undo", ["rev": JSON(deletion)], by: Self.owner), .conflict)
    }

    @Test mutating func `deletes an event at the remote when it moves to another calendar`() throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        bench.settleDown(at: &server)
        try bench.edit(event, ["calendar": "main"])
        #expect(bench.accounts["writes"]?["\(calendar).\(event)"]?["change"] == "delete")
        // A remote edit in the meantime moves along.
        let uid = try #require(server.events.first?.uid)
        server.change(uid) { $0.details.location = "Cellar" }
        bench.settleDown(at: &server)
        expectEqual(server.names, [])
        #expect(bench.row(event, in: "2026-05-04")?["location"] == "Cellar")
        #expect(bench.row(event, in: "2026-05-04")?["calendar"] == "main")
    }

    @Test
    mutating func `continues after a refused write, and retries it on request`()
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let named: [String: JSON] = ["calendar": .string(calendar)]
        let bad = try add("Bad", to: calendar)
        server.refusal = 403
        bench.run("\(calendar)/write", at: &server)
        expectEqual(bench.events.last?.kind, "push_failed")
        expectEqual(bench.sync(bad), "failed")
        #expect(bench.accounts["writes"]?["\(calendar).\(bad)"]?["status"] == 403)
        #expect(bench.accounts["links"]?[calendar]?["failed"] == 1)
        expectNil(bench.connector("\(calendar)/write"))
        server.refusal = nil
        let good = try add("Good", to: calendar)
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title), ["Good"])
        expectNil(bench.sync(good))
        try bench.ask("sync", named)
        expectEqual(bench.sync(bad), "waiting")
        bench.settleDown(at: &server)
        expectEqual(server.names.count, 2)
    }

    @Test mutating func `retries a failed write after a later change`() throws {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        server.refusal = 400
        bench.run("\(calendar)/write", at: &server)
        try bench.edit(event, ["title": "Two"])
        expectEqual(bench.sync(event), "waiting")
    }

    @Test mutating func `stops writing to a server that alters what it stores`() throws {
        server.alter = { event in
            var event = event
            event.details.title = event.details.title.uppercased()
            return event
        }
        let (calendar, _) = try bench.linked(to: &server)
        let event = try add("One", to: calendar)
        let rev = bench.rev
        bench.settleDown(at: &server)
        expectEqual(kinds(bench, since: rev), ["pushed"])
        #expect(bench.row(event, in: "2026-05-04")?["title"] == "ONE")
        expectEqual(bench.issues, [:])
    }

    @Test
    mutating func `stops asking a server that keeps reporting a change`()
        throws
    {
        server.put(.made("One", uid: "u1"))
        let (calendar, account) = try bench.linked(to: &server)
        let event = try #require(bench.event(titled: "One")?.id)
        try bench.edit(event, ["title": "Two"])
        let write = try #require(bench.writes("\(calendar)/write").first)
        let copy = try #require(write.copy)
        let outcome = WriteOutcome(
            id: event, sent: write.content,
            result: .changedThere([.whole(name: copy.name, tag: copy.tag, copy.base)]))
        bench.tell(account, .written(calendar: server.calendar, [outcome]))
        expectEqual(bench.sync(event), "failed")
        expectNil(bench.connector("\(calendar)/write"))
    }

    @Test mutating func `writes up to twenty events at once`() throws {
        let (calendar, _) = try bench.linked(to: &server)
        for number in 1...45 {
            try add("Event \(number)", to: calendar)
        }
        expectEqual(bench.writes("\(calendar)/write").count, 20)
        let rev = bench.rev
        for _ in 1...3 { bench.run("\(calendar)/write", at: &server) }
        bench.settleDown(at: &server)
        // A single event records the token after many own writes.
        expectEqual(kinds(bench, since: rev), ["pushed", "pushed", "pushed", "pulled"])
        expectEqual(server.names.count, 45)
        expectEqual(bench.task("\(calendar)/fetch"), .fetch(calendar: server.calendar, token: "45"))
    }

    // MARK: Unreadable events

    @Test mutating func `shows unreadable remote events to the owner until they can be read`()
        throws
    {
        server.put(.made("Tasting", uid: "u1"))
        let (calendar, account) = try bench.linked(to: &server)
        let name = server.names[0]
        var token = "1"
        func pull(_ items: [RemoteItem], listed: Set<String>? = nil) -> Rejection? {
            let next = String(Int(token)! + 1)
            let rejection = tell(account, items, token, next, listed: listed)
            if rejection == nil { token = next }
            return rejection
        }
        var unreadable: JSON? { bench.accounts["links"]?[calendar]?["unreadable"] }
        let odd = UnreadableEvent(
            title: "Tasting", start: .zoned(LocalTime("2026-05-04T19:30")!, Zone("Europe/Rome")!),
            problem: .event(.endsBeforeStart))
        expectNil(pull([.unreadable(name: name, tag: "a", odd)]))
        expectEqual(
            unreadable,
            [
                "count": 1,
                "events": [
                    [
                        "title": "Tasting", "start": "2026-05-04T19:30",
                        "timeZone": "Europe/Rome", "problem": "The event ends before it starts",
                        "reason": "planner.refused_ends_before_start",
                    ]
                ],
            ])
        // The last known values stay, and a repetition makes no event.
        #expect(bench.event(titled: "Tasting") != nil)
        expectEqual(pull([.unreadable(name: name, tag: "a", odd)])?.code, .conflict)
        expectEqual(bench.replayed().kept("planner/accounts"), bench.kept("planner/accounts"))
        bench = try bench.restored()
        #expect(unreadable?["count"] == 1)
        let mended = CalendarEvent.made("Mended", uid: "u1")
        expectNil(pull([.whole(name: name, tag: "b", mended)]))
        expectNil(unreadable)
        #expect(bench.event(titled: "Mended") != nil)
        // The first ones are shown. All of them are counted until they are gone.
        let many = (1...25).map { number in
            RemoteItem.unreadable(
                name: "\(number)", tag: nil,
                UnreadableEvent(problem: .file(.notACalendar)))
        }
        expectNil(pull(many))
        #expect(unreadable?["count"] == 25)
        expectEqual(unreadable?["events"]?.elements?.count, 20)
        expectNil(pull([], listed: [name, "7"]))
        #expect(unreadable?["count"] == 1)
        expectNil(pull([.deleted(name: "7")]))
        expectNil(unreadable)
        #expect(bench.event(titled: "Mended") != nil)
    }

    @Test mutating func `names an unreadable occurrence of a series until it can be read`()
        throws
    {
        var series = CalendarEvent.made("Tasting", uid: "u1")
        series.recurrence.rules = [try RecurrenceRule("FREQ=DAILY;COUNT=3")]
        server.put(series)
        let (calendar, account) = try bench.linked(to: &server)
        let name = server.names[0]
        let key = OccurrenceKey("20260505T173000Z")!
        let odd = RemoteItem.unreadable(
            name: name + "_" + key.text, tag: nil,
            UnreadableEvent(problem: .event(.noStart)))
        let steps: [([RemoteItem], JSON?)] = [
            ([odd], 1), ([.occurrence(of: name, key, tag: "b", nil)], nil), ([odd], 1),
            ([.deleted(name: name)], nil),
        ]
        for (place, (items, count)) in steps.enumerated() {
            expectNil(tell(account, items, "\(place + 1)", "\(place + 2)"))
            #expect(bench.accounts["links"]?[calendar]?["unreadable"]?["count"] == count)
        }
    }

    // MARK: Limits

    @Test mutating func `skips an event that is too large`() throws {
        server.put(
            .made("Huge", uid: "u1") {
                $0.details.foreign = String(repeating: "X-A:1\n", count: 200_000)
            })
        server.put(.made("Small", uid: "u2"))
        let (calendar, _) = try bench.linked(to: &server)
        #expect(bench.event(titled: "Small") != nil)
        expectNil(bench.event(titled: "Huge"))
        #expect(bench.accounts["links"]?[calendar]?["left"] == 1)
        let rev = bench.rev
        bench.settleDown(at: &server)
        expectEqual(bench.rev, rev)
        server.change("u1") { $0.details.foreign = "" }
        bench.settleDown(at: &server)
        #expect(bench.event(titled: "Huge") != nil)
        #expect(bench.accounts["links"]?[calendar]?["left"] == nil)
    }

    @Test mutating func `applies a batch in parts if it is larger than an event of the journal`()
        throws
    {
        for number in 1...6 {
            server.put(
                .made("Large \(number)", uid: "u\(number)") {
                    $0.details.foreign = String(repeating: "X-A:\(number)\n", count: 130_000)
                })
        }
        let (calendar, _) = try bench.linked(to: &server)
        expectEqual(bench.week("2026-05-04")["occurrences"]?.members?.count, 6)
        expectEqual(bench.task("\(calendar)/fetch"), .fetch(calendar: server.calendar, token: "6"))
        #expect(bench.events.allSatisfy { $0.data.canonical.count < 3 << 20 })
        #expect(bench.accounts["links"]?[calendar]?["left"] == nil)
    }
}
