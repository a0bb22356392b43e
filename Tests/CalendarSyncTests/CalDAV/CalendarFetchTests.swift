import CalendarMerging
import CalendarPeers
import Destinations
import HTTPTypes
import ICalendar
import TestSupport
import Testing

@testable import CalendarSync

@Suite struct CalendarFetchTests {
    /// The ways in which a server can report changes.
    enum Way: CaseIterable, CustomTestStringConvertible {
        case tokens, pages, ctag, tags

        func prepare(_ state: inout CalDAVState) {
            state.habits.hasSyncTokens = self == .tokens || self == .pages
            state.habits.hasCtag = self == .ctag
            if self == .pages { state.habits.namesPerPage = 2 }
        }

        var testDescription: String { "\(self)" }
    }

    private func bench(_ way: Way, events: Int = 0) -> CalDAVBench {
        CalDAVBench { state in
            way.prepare(&state)
            for number in 0..<events {
                state.put(
                    CalDAVBench.text("u\(number)", "Event \(number)"), "u\(number).ics", in: "work")
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `fetches everything first, and then the changes`(way: Way) throws {
        let bench = bench(way, events: 5)
        let all = try bench.changes()
        expectEqual(all.titles.count, 5)
        expectEqual(all.listed, Set((0..<5).map { "\(CalDAVBench.work)u\($0).ics" }))
        let token = try #require(all.token)
        expectEqual(bench.fetch(token), .same)

        bench.server.with { state in
            state.put(CalDAVBench.text("u1", "Other"), "u1.ics", in: "work")
            state.put(CalDAVBench.text("new", "New"), "new.ics", in: "work")
            state.put(CalDAVBench.text("short", "Lived"), "short.ics", in: "work")
            state.delete("u3.ics", in: "work")
            state.delete("short.ics", in: "work")
        }
        let news = try bench.changes(token)
        let expected: [String: String?] = ["u1.ics": "Other", "new.ics": "New", "u3.ics": nil]
        var titles = news.titles
        if titles["short.ics"] == .some(nil) { titles["short.ics"] = nil }
        expectEqual(titles, expected)
        #expect(news.since == token && news.listed == nil)
        expectEqual(bench.fetch(news.token), .same)
    }

    @Test(arguments: Way.allCases)
    func `reports many events in batches, and the token with the last one`(way: Way) throws {
        let bench = bench(way, events: 250)
        let batches = try bench.batches()
        expectEqual(batches.map(\.items.count), [100, 100, 50])
        expectEqual(batches.map { $0.token != nil }, [false, false, true])
        expectEqual(batches.map { $0.listed?.count }, [nil, nil, 250])
        expectEqual(Set(batches.flatMap { $0.titles.keys }).count, 250)
    }

    @Test func `large events make small batches`() throws {
        let bench = CalDAVBench { state in
            let long = (0..<2).map { "X-LONG-\($0):" + String(repeating: "x", count: 60_000) }
            for number in 0..<10 {
                let text = CalDAVBench.text("u\(number)", "Large", long.joined(separator: "\n"))
                state.put(text, "u\(number).ics", in: "work")
            }
        }
        try expectEqual(bench.batches().map(\.items.count), [2, 2, 2, 2, 2])
    }

    @Test func `fetches everything after a refused token`() throws {
        let bench = bench(.pages, events: 5)
        let token = try bench.changes().token
        bench.server.with { state in
            state.delete("u0.ics", in: "work")
            state.forgetTokens(of: "work")
        }
        let anew = try bench.changes(token)
        expectEqual(anew.since, token)
        #expect(anew.listed?.count == 4 && anew.titles.count == 4)
        expectEqual(bench.fetch(anew.token), .same)
    }

    @Test(arguments: [Way.ctag, .tags])
    func `fetches everything after the tags were forgotten`(way: Way) throws {
        var bench = bench(way, events: 5)
        let token = try bench.changes().token
        bench.restart()
        bench.server.with { $0.put(CalDAVBench.text("new", "New"), "new.ics", in: "work") }
        let anew = try bench.changes(token)
        #expect(anew.listed?.count == 6 && anew.titles.count == 6)

        // The planner lost the last answer, so the client's memory is ahead of it.
        let again = try bench.changes(token)
        #expect(again.listed?.count == 6 && again.titles.count == 6)
        bench.server.with { $0.delete("u0.ics", in: "work") }
        let deleted: [String: String?] = ["u0.ics": nil]
        try expectEqual(bench.changes(again.token).titles, deleted)
    }

    @Test(arguments: Way.allCases)
    func `reports an event that was written and deleted between two fetches`(way: Way) throws {
        var bench = bench(way, events: 1)
        let token = try bench.changes().token
        let write = RemoteWrite(id: "e_1", copy: nil, content: CalDAVBench.event("new", "New"))
        guard case .stored(let name, _, _, _)? = try bench.write(write).first else {
            Issue.record("not stored")
            return
        }
        // A list of changes may leave out an event that was created and deleted in between.
        bench.server.with { $0.forget("new.ics", in: "work") }
        try expectEqual(bench.changes(token).items, [.deleted(name: name)])
        // The planner lost the answer, so it is repeated once.
        let again = try bench.changes(token)
        expectEqual(again.items, [.deleted(name: name)])
        expectEqual(bench.fetch(again.token), .same)

        // A client that has forgotten its writes gets the current events.
        bench.restart()
        let listed = try bench.changes(again.token)
        #expect(listed.items.isEmpty && listed.listed == [CalDAVBench.work + "u0.ics"])
        expectEqual(bench.fetch(listed.token), .same)
    }

    @Test(arguments: Way.allCases)
    func `an idle poll after own writes takes one request and loses no change`(way: Way) throws {
        var bench = bench(way, events: 3)
        let token = try bench.changes().token
        let copy = try bench.copy("u0.ics")
        var edited = copy.base
        edited.details.title = "Ours"
        let deleted = try bench.copy("u1.ics")
        _ = try bench.write(
            RemoteWrite(id: "e_1", copy: copy, content: edited),
            RemoteWrite(id: "e_2", copy: deleted, content: nil),
            RemoteWrite(id: "e_3", copy: nil, content: CalDAVBench.event("new", "New")))
        expectEqual(bench.fetch(token), .same)
        _ = bench.server.takeRequests()
        for _ in 1...3 { expectEqual(bench.fetch(token), .same) }
        expectEqual(bench.server.takeRequests().count, (way == .tags ? 6 : 3))

        bench.server.with { $0.put(CalDAVBench.text("u2", "Theirs"), "u2.ics", in: "work") }
        try expectEqual(bench.changes(token).titles, ["u2.ics": "Theirs"])
        // The planner lost that answer.
        let news = try bench.changes(token)
        #expect(news.titles["u2.ics"] == "Theirs" && news.since == token)
        expectEqual(bench.fetch(news.token), .same)

        // Forgotten events are reported again, with a new token.
        bench.restart()
        let again = try bench.changes(token)
        #expect(again.titles["u0.ics"] == "Ours" && again.listed?.count == 3)
        #expect(again.token != token)
        bench.restart()
        let same = try bench.changes(again.token)
        #expect(same.items.isEmpty && same.token == again.token)
    }

    @Test func `uses sync tokens once a server supports them`() throws {
        let bench = bench(.tags, events: 3)
        let token = try bench.changes().token
        bench.server.with { $0.habits.hasSyncTokens = true }
        let anew = try bench.changes(token)
        expectEqual(anew.listed?.count, 3)
        expectEqual(anew.token?.contains(":sync:"), true)
        // Switches back, as if another program was installed.
        bench.server.with { $0.habits.hasSyncTokens = false }
        try expectEqual(bench.changes(anew.token).token?.contains(":tags:"), true)
    }

    @Test(arguments: Way.allCases)
    func `leaves unreadable events alone and reports the others`(way: Way) throws {
        let bench = bench(way, events: 4)
        let token = try bench.changes().token
        bench.server.with { state in
            let task = CalDAVBench.text("u0", "A task").replacing("VEVENT", with: "VTODO")
            state.put(task, "u0.ics", in: "work")
            state.put("no calendar", "u1.ics", in: "work")
            state.put(CalDAVBench.text("u2", "Odd \u{1}"), "u2.ics", in: "work")
            state.put(CalDAVBench.text("u3", "Well"), "u3.ics", in: "work")
        }
        let news = try bench.changes(token)
        expectEqual(news.titles, ["u3.ics": "Well"])
        let unreadable = news.items.compactMap { item in
            if case .unreadable(let name, _, let event) = item {
                (name.hasSuffix("u1.ics"), event.problem)
            } else {
                nil
            }
        }
        expectEqual(unreadable.map(\.0), [true, false])
        expectEqual(unreadable.map(\.1), [.file(.notACalendar), .file(.notACalendar)])
        expectEqual(bench.fetch(news.token), .same)
        try expectEqual(bench.changes().listed?.count, 4)
    }

    @Test(arguments: Way.allCases)
    func `reports an unreadable event, or an unreadable part, with its readable fields`(
        way: Way
    ) throws {
        let bench = bench(way, events: 2)
        let token = try bench.changes().token
        bench.server.with { state in
            let backwards = CalDAVBench.text("u0", "Odd").replacing(
                "DTEND:20260504", with: "DTEND:20260501")
            state.put(backwards, "u0.ics", in: "work")
            let part =
                "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:u1\r\nRECURRENCE-ID:20260504T170000Z\r\n"
                + "SUMMARY:Odd\r\nDTSTART:20260504T170000Z\r\nDTEND:20260501T180000Z\r\n"
                + "END:VEVENT"
            let whole = CalDAVBench.text("u1", "Whole").replacing("END:VEVENT", with: part)
            state.put(whole, "u1.ics", in: "work")
        }
        let news = try bench.changes(token)
        expectEqual(news.titles, ["u1.ics": "Whole"])
        let odd = UnreadableEvent(
            title: "Odd", start: .zoned(LocalTime("2026-05-04T17:00")!, .utc),
            problem: .event(.endsBeforeStart))
        let unreadable = news.items.compactMap { item in
            if case .unreadable(_, _, let event) = item { event } else { nil }
        }
        expectEqual(unreadable, [odd, odd])
    }

    @Test(arguments: [Way.tokens, .tags])
    func `refuses a calendar with more than 20,000 events`(way: Way) {
        let bench = CalDAVBench { state in
            way.prepare(&state)
            for number in 0...20_000 { state.put("", "\(number)", in: "work") }
        }
        let expected = CalendarAnswer.done([
            .calendarRefused(calendar: CalDAVBench.work, .tooManyEvents)
        ])
        expectEqual(bench.fetch(), expected)
    }

    @Test(arguments: Way.allCases)
    func `reports a missing calendar as gone`(way: Way) throws {
        let bench = bench(way, events: 1)
        let token = try bench.changes().token
        bench.server.with { $0.calendars = [:] }
        let gone = CalendarAnswer.done([.calendarRefused(calendar: CalDAVBench.work, .gone)])
        expectEqual(bench.fetch(token), gone)
        expectEqual(bench.fetch(), gone)
    }

    private static let page = OutgoingAnswer(status: 200, body: Array("<html></html>".utf8))
    private static let many = OutgoingAnswer(status: 429, fields: [.retryAfter: "30"])

    @Test(
        arguments: [
            (.answered(page), .failed(.notWhole, secondsMin: nil)),
            (.answered(OutgoingAnswer(status: 401)), .done([.refused(.wrongPassword)])),
            (.answered(OutgoingAnswer(status: 423)), .failed(.answered(423), secondsMin: nil)),
            (.answered(many), .failed(.answered(429), secondsMin: 30)),
            (.requestLost(.forbiddenAddress), .failed(.privateAddress, secondsMin: nil)),
            (.requestLost(.untrusted("SSL")), .failed(.certificate, secondsMin: nil)),
            (.requestLost(.failed("")), .failed(.unreachable, secondsMin: nil)),
            (.requestLost(.timedOut), .failed(.timedOut, secondsMin: nil)),
            (.cutOff(40), .failed(.notWhole, secondsMin: nil)),
        ] as [(CalDAVServer.Fault, CalendarAnswer)])
    func `reports a failed fetch, and the next one succeeds`(
        fault: CalDAVServer.Fault, expected: CalendarAnswer
    ) throws {
        for way in Way.allCases {
            let bench = bench(way, events: 3)
            let token = try bench.changes().token
            bench.server.failNext(nil, fault)
            expectEqual(bench.fetch(token), expected)
            bench.server.with { $0.put(CalDAVBench.text("u0", "Other"), "u0.ics", in: "work") }
            try expectEqual(bench.changes(token).titles, ["u0.ics": "Other"])
        }
    }

    @Test func `does not read an answer of more than 10 MB`() throws {
        let bench = bench(.tokens, events: 1)
        let token = try bench.changes().token
        let long = Array(repeating: UInt8(ascii: " "), count: 10_000_001)
        bench.server.failNext(
            .init("REPORT"),
            .answered(
                OutgoingAnswer(status: 207, body: Array(long.dropLast()), isWhole: false)))
        expectEqual(bench.fetch(token), .failed(.notWhole, secondsMin: nil))
        expectEqual(bench.fetch(token), .same)
    }

    @Test func `recognizes a path in any spelling`() throws {
        let bench = CalDAVBench { state in
            state.put(CalDAVBench.text("a", "A"), "ä b+c@d.ics", in: "work")
        }
        let name = CalDAVBench.work + "%C3%A4%20b%2Bc%40d.ics"
        let all = try bench.changes()
        expectEqual(all.listed, [name])
        for spelling in ["%c3%a4%20b+c@d.ics", "%C3%A4%20b%2bc%40d%2Eics"] {
            expectEqual(DAVPath.normalised(CalDAVBench.work + spelling), name)
        }
    }

    @Test func `a server's token may contain any characters`() throws {
        let marks: [SyncToken.Mark] = [
            .server("http://x/ns/sync/12"), .server("a:b:c"), .server("<&>\""), .server(""),
            .tags(digest: "d", ctag: "c:t:ag"), .tags(digest: "d", ctag: nil),
            .tags(digest: "d", ctag: ""),
        ]
        for mark in marks {
            for isOdd in [false, true] {
                let token = SyncToken(mark, isOdd: isOdd)
                expectEqual(SyncToken(token.text), token)
            }
        }
        for text in ["", "other", "0:other:x", "sync:x"] { expectNil(SyncToken(text)) }
    }
}
