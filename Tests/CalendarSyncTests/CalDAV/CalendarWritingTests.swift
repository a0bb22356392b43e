import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import ICalendar
import TestSupport
import Testing

@testable import CalendarSync

@Suite struct CalendarWritingTests {
    private let new = CalDAVBench.event("e_1@tablecast", "Tasting")
    private let name = CalDAVBench.work + "e_1%40tablecast.ics"

    private func bench(_ more: String = "") -> CalDAVBench {
        CalDAVBench { $0.put(CalDAVBench.text("u", "Dinner", more), "u.ics", in: "work") }
    }

    /// Returns a write that gives a copy another title.
    private func edit(_ copy: RemoteCopy, _ title: String = "Supper") -> RemoteWrite {
        var content = copy.base
        content.details.title = title
        return RemoteWrite(id: "e_1", copy: copy, content: content)
    }

    // MARK: Creating

    @Test func `stores a new event at its UID, and fetches the same event`() throws {
        let bench = CalDAVBench()
        let write = RemoteWrite(id: "e_1", copy: nil, content: new)
        let result = try bench.write(write)
        expectEqual(result, [.stored(name: name, tag: "\"t1\"", changeTags: [:], stored: nil)])
        #expect(try bench.text("e_1@tablecast.ics").contains("SUMMARY:Tasting\r\n"))
        let all = try bench.changes()
        guard case .whole(name, "\"t1\"", let event)? = all.items.first else {
            Issue.record("\(all)")
            return
        }
        #expect(event.details == new.details && event.recurrence == new.recurrence)
        // The second write finds the event, because only the answer was lost.
        try expectEqual(
            bench.write(write), [.changedThere([.whole(name: name, tag: "\"t1\"", event)])])
        expectEqual(bench.server.with { $0.calendars["work"]?.resources.count }, 1)
    }

    @Test func `looks up an event that may exist before it deletes it`() throws {
        let bench = CalDAVBench()
        let copy = RemoteCopy(name: "", tag: nil, base: new)
        let deletion = RemoteWrite(id: "e_1", copy: copy, content: nil)
        try expectEqual(bench.write(deletion), [.deleted])
        _ = try bench.write(RemoteWrite(id: "e_1", copy: nil, content: new))
        guard case .changedThere(let items)? = try bench.write(deletion).first,
            case .whole(name, "\"t1\"", _)? = items.first
        else {
            Issue.record("not found")
            return
        }
    }

    @Test(arguments: ["../x", "a/b", ".hidden", "ä", String(repeating: "u", count: 300), "%2e%2e"])
    func `derives a stable name within the calendar from any UID`(uid: String) throws {
        let bench = CalDAVBench()
        let write = RemoteWrite(id: "e_1", copy: nil, content: CalDAVBench.event(uid, "X"))
        guard case .stored(let name, _, _, nil)? = try bench.write(write).first else {
            Issue.record("not stored")
            return
        }
        #expect(name == DAVPath.normalised(name) && name.hasPrefix(CalDAVBench.work))
        #expect(!name.dropFirst(CalDAVBench.work.count).contains("/"))
        guard case .changedThere? = try bench.write(write).first else {
            Issue.record("made twice")
            return
        }
    }

    @Test(arguments: [400, 403, 409, 412])
    func `finds an existing event with another name by its UID`(status: Int) throws {
        let bench = CalDAVBench { state in
            state.habits.conflictStatus = status
            state.put(CalDAVBench.text("e_1@tablecast", "Theirs"), "other.ics", in: "work")
        }
        let result = try bench.write(RemoteWrite(id: "e_1", copy: nil, content: new))
        guard case .changedThere(let items)? = result.first,
            case .whole(CalDAVBench.work + "other.ics", "\"t1\"", let event)? = items.first
        else {
            Issue.record("\(result)")
            return
        }
        expectEqual(event.details.title, "Theirs")
    }

    // MARK: Changing

    @Test func `an edit changes its line and nothing else`() throws {
        let foreign = """
            CREATED:20260101T000000Z
            STATUS:CONFIRMED
            ORGANIZER;CN="Ada: L.":mailto:ada@example.com
            ATTENDEE;PARTSTAT=ACCEPTED;X-NUM=1:mailto:bo@example.com
            X-APPLE-TRAVEL:\\;odd\\,
            BEGIN:VALARM
            TRIGGER:-PT15M
            ACTION:DISPLAY
            DESCRIPTION:Soon
            END:VALARM
            BEGIN:X-PART
            X-IN:1
            END:X-PART
            """
        let bench = bench(foreign)
        let before = try bench.text("u.ics").replacing("\r\n", with: "\n")
        let result = try bench.write(edit(bench.copy("u.ics")))
        expectEqual(
            result,
            [
                .stored(
                    name: CalDAVBench.work + "u.ics", tag: "\"t2\"", changeTags: [:], stored: nil)
            ])
        let after = try bench.text("u.ics").replacing("\r\n", with: "\n")
        expectEqual(
            after,
            before.replacing("SUMMARY:Dinner", with: "SUMMARY:Supper")
                .replacing("DTSTAMP:20260101T000000Z", with: "DTSTAMP:20260921T141320Z"))
    }

    @Test func `does not write an edit of an event that changed on the server`() throws {
        let bench = bench()
        let copy = try bench.copy("u.ics")
        bench.server.with { $0.put(CalDAVBench.text("u", "Theirs"), "u.ics", in: "work") }
        guard case .changedThere(let items)? = try bench.write(edit(copy)).first else {
            Issue.record("written")
            return
        }
        expectEqual(items.count, 1)
        #expect(try bench.text("u.ics").contains("SUMMARY:Theirs"))
        bench.server.with { $0.delete("u.ics", in: "work") }
        try expectEqual(bench.write(edit(copy)), [.changedThere([.deleted(name: copy.name)])])
        expectEqual(bench.server.with { $0.calendars["work"]?.resources.isEmpty }, true)
    }

    @Test func `detects a change between the read and the write`() throws {
        let bench = bench()
        let copy = try bench.copy("u.ics")
        bench.server.failNext(.put, .answered(OutgoingAnswer(status: 412)))
        guard case .changedThere(let items)? = try bench.write(edit(copy)).first else {
            Issue.record("written")
            return
        }
        expectEqual(items, [.whole(name: copy.name, tag: copy.tag, copy.base)])
        expectEqual(
            bench.server.takeRequests().first { $0.method == .put }?.fields[.ifMatch], copy.tag)
    }

    @Test func `a new event that is refused as if it were there is tried again`() {
        let bench = CalDAVBench()
        bench.server.failNext(.put, .answered(OutgoingAnswer(status: 412)))
        let write = RemoteWrite(id: "e_1", copy: nil, content: CalDAVBench.event("u1", "Ours"))
        expectEqual(
            bench.answer(.write(calendar: CalDAVBench.work, [write])),
            .failed(.answered(412), secondsMin: nil))
    }

    @Test func `does not send an edit that the server already has`() throws {
        let bench = bench()
        let copy = try bench.copy("u.ics")
        let write = RemoteWrite(id: "e_1", copy: copy, content: copy.base)
        try expectEqual(
            bench.write(write),
            [
                .stored(name: copy.name, tag: copy.tag, changeTags: [:], stored: nil)
            ])
        #expect(!bench.server.takeRequests().contains { $0.method == .put })
    }

    @Test func `compares the content of a copy without a tag`() throws {
        let bench = bench()
        var copy = try bench.copy("u.ics")
        copy.tag = nil
        var other = copy
        other.base.details.title = "Older"
        guard case .changedThere? = try bench.write(edit(other)).first else {
            Issue.record("written")
            return
        }
        guard case .stored? = try bench.write(edit(copy)).first else {
            Issue.record("not written")
            return
        }
    }

    // MARK: Deleting

    @Test func `deletes an event that is unchanged or gone, but not a changed one`() throws {
        let bench = bench()
        let copy = try bench.copy("u.ics")
        let write = RemoteWrite(id: "e_1", copy: copy, content: nil)
        bench.server.with { $0.put(CalDAVBench.text("u", "Theirs"), "u.ics", in: "work") }
        guard case .changedThere? = try bench.write(write).first else {
            Issue.record("deleted")
            return
        }
        let newer = RemoteWrite(id: "e_1", copy: try bench.copy("u.ics"), content: nil)
        try expectEqual(bench.write(newer), [.deleted])
        expectEqual(bench.server.with { $0.calendars["work"]?.resources.isEmpty }, true)
        try expectEqual(bench.write(newer), [.deleted])
        var untagged = newer
        untagged.copy?.tag = nil
        try expectEqual(bench.write(untagged), [.deleted])
        for status in [404, 410] {
            bench.server.failNext(.delete, .answered(OutgoingAnswer(status: status)))
            try expectEqual(bench.write(newer), [.deleted])
        }
    }

    // MARK: Habits of servers

    @Test func `fetches the stored event if the answer has no tag`() throws {
        let bench = bench()
        bench.server.with { $0.habits.tellsTags = false }
        let copy = try bench.copy("u.ics")
        let results = try bench.write(
            edit(copy), RemoteWrite(id: "e_2", copy: nil, content: new))
        guard case .stored(_, "\"t2\"", _, let first?)? = results.first,
            case .stored(name, "\"t3\"", _, let second?)? = results.last
        else {
            Issue.record("\(results)")
            return
        }
        #expect(first.details.title == "Supper" && second.details == new.details)
    }

    @Test func `reports the server's changes to a stored event`() throws {
        let bench = CalDAVBench { state in
            state.habits.altering = { text in
                Array(
                    String(decoding: text, as: UTF8.self)
                        .replacing("SUMMARY:", with: "SUMMARY:The ").utf8)
            }
        }
        let results = try bench.write(RemoteWrite(id: "e_1", copy: nil, content: new))
        guard case .stored(name, "\"t1\"", _, let stored?)? = results.first else {
            Issue.record("\(results)")
            return
        }
        expectEqual(stored.details.title, "The Tasting")
    }

    @Test func `makes weak and unquoted tags strong`() {
        expectEqual(EntityTag.normalised("W/\"a\""), "\"a\"")
        expectEqual(EntityTag.normalised("a"), "\"a\"")
        expectEqual(EntityTag.normalised("\"a\""), "\"a\"")
        for tag in ["", "\"\"", "a\r\nX-Evil: 1", String(repeating: "a", count: 501)] {
            expectNil(EntityTag.normalised(tag))
        }
    }

    // MARK: Failures

    /// The status 207 is not a valid answer to PUT.
    @Test(arguments: [415, 207])
    func `a refused write does not stop the others`(status: Int) throws {
        let bench = bench()
        let copy = try bench.copy("u.ics")
        bench.server.failNext(.put, .answered(OutgoingAnswer(status: status)))
        let results = try bench.write(
            RemoteWrite(id: "e_2", copy: nil, content: new), edit(copy))
        expectEqual(results.first, .refused(status: status))
        guard case .stored? = results.last else {
            Issue.record("\(results)")
            return
        }
        bench.server.with { $0.calendars["work"]?.isReadOnly = true }
        let again = try bench.copy("u.ics")
        try expectEqual(bench.write(edit(again, "Third")), [.refused(status: 403)])
    }

    @Test func `reports the writes that succeeded before a failure`() throws {
        let bench = bench()
        let writes = [
            RemoteWrite(id: "e_2", copy: nil, content: new), edit(try bench.copy("u.ics")),
        ]
        bench.server.setFault {
            $0.method == .put && $0.fields[.ifMatch] != nil
                ? .answered(OutgoingAnswer(status: 401)) : nil
        }
        let answer = bench.answer(.write(calendar: CalDAVBench.work, writes))
        guard case .done(let results) = answer, case .written(_, let outcomes)? = results.first
        else {
            Issue.record("\(answer)")
            return
        }
        expectEqual(outcomes.map(\.id), ["e_2"])
        expectEqual(results.last, .refused(.wrongPassword))
        bench.server.setFault { _ in
            .answered(OutgoingAnswer(status: 500, fields: [.retryAfter: "9"]))
        }
        expectEqual(
            bench.answer(.write(calendar: CalDAVBench.work, writes)),
            .failed(.answered(500), secondsMin: 9))
    }

    @Test func `lost requests and answers create no duplicate and lose nothing`() throws {
        let bench = bench()
        let copy = try bench.copy("u.ics")
        for fault in [CalDAVServer.Fault.requestLost(), .answerLost()] {
            for write in [RemoteWrite(id: "e_2", copy: nil, content: new), edit(copy)] {
                bench.server.failNext(.put, fault)
                expectEqual(
                    bench.answer(.write(calendar: CalDAVBench.work, [write])),
                    .failed(.timedOut, secondsMin: nil))
            }
        }
        expectEqual(bench.server.with { $0.calendars["work"]?.resources.count }, 2)
        guard case .changedThere(let items)? = try bench.write(edit(copy)).first,
            case .whole(_, _, let event)? = items.first
        else {
            Issue.record("written again")
            return
        }
        expectEqual(event.details.title, "Supper")
    }

    @Test func `revoking a password sends nothing, and Google's tasks do nothing`() {
        let bench = CalDAVBench()
        expectEqual(bench.answer(.revoke), .done([.revoked]))
        expectEqual(
            bench.answer(.watch(calendar: CalDAVBench.work, path: "/", secret: "s")), .done([]))
        #expect(bench.server.takeRequests().isEmpty)
    }
}
