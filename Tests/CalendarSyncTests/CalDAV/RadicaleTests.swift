import CalendarMerging
import CalendarPeers
import Destinations
import Foundation
import HTTPTypes
import ICalendar
import Outgoing
import TestSupport
import Testing

@testable import CalendarSync

/// Runs the client against a third-party server over real sockets.
@Suite(.timeLimit(.minutes(5))) struct RadicaleTests {
    private static let work = "/ada/work/"

    /// A client with an account on a server.
    private struct Desk {
        let server: RadicaleServer
        let client = CalendarClient(
            OutgoingSurroundings(
                sender: { OutgoingClient(allowsLocal: $0) }, now: { 1_790_000_000 },
                random: { Array(repeating: 7, count: $0) }, sha256: { _ in "" }))
        var path = "/"
        var allowsPrivate = true
        var password = RadicaleServer.password

        func answer(_ task: CalendarJob.Task) -> CalendarAnswer {
            let account = CalendarAccount(
                id: "main/a_1",
                kind: .caldav(url: server.address + path, user: RadicaleServer.user),
                allowsPrivate: allowsPrivate)
            return client.answer(
                CalendarJob(account: account, task: task),
                with: CalDAVBench.Secrets(password: password))
        }

        func changes(_ token: String? = nil) throws -> RemoteChanges {
            let answer = answer(.fetch(calendar: RadicaleTests.work, token: token))
            guard case .done(let results) = answer, case .changes(let changes)? = results.last
            else {
                throw RadicaleServer.Failure(log: "\(answer)")
            }
            return changes
        }

        func write(_ copy: RemoteCopy?, _ content: CalendarEvent?) throws -> WriteOutcome.Result {
            let write = RemoteWrite(id: "e_1", copy: copy, content: content)
            let answer = answer(.write(calendar: RadicaleTests.work, [write]))
            guard case .done(let results) = answer, case .written(_, let outcomes)? = results.first,
                let outcome = outcomes.first
            else { throw RadicaleServer.Failure(log: "\(answer)") }
            return outcome.result
        }

        /// Returns the planner's copy of an event.
        func copy(_ name: String) throws -> RemoteCopy {
            for case .whole(RadicaleTests.work + name, let tag, let event) in try changes().items {
                return RemoteCopy(name: RadicaleTests.work + name, tag: tag, base: event)
            }
            throw RadicaleServer.Failure(log: name)
        }
    }

    private func atDesk(_ body: @escaping @Sendable (inout Desk) throws -> Void) async throws {
        try await onOwnThread {
            var desk = Desk(server: try RadicaleServer())
            try body(&desk)
        }
    }

    @Test func `creates, edits, fetches and deletes an event`() async throws {
        try await atDesk { desk in
            let empty = try desk.changes()
            #expect(empty.listed == [] && empty.token?.contains(":sync:") == true)
            let new = CalDAVBench.event("e_1@tablecast", "Tästing & <more>")
            let made = try desk.write(nil, new)
            guard case .stored(let name, let tag?, _, nil) = made else {
                Issue.record("\(made)")
                return
            }
            expectEqual(name, Self.work + "e_1%40tablecast.ics")
            let poll = CalendarJob.Task.fetch(calendar: Self.work, token: empty.token)
            expectEqual(desk.answer(poll), .same)
            let news = try desk.changes()
            expectEqual(news.items.count, 1)
            guard case .whole(name, tag, let event)? = news.items.first else {
                Issue.record("\(news)")
                return
            }
            expectEqual(event.details.title, new.details.title)
            expectEqual(event.recurrence, new.recurrence)

            var edited = event
            edited.details.location = "Hall"
            let copy = RemoteCopy(name: name, tag: tag, base: event)
            guard case .stored(name, let next?, _, nil) = try desk.write(copy, edited) else {
                Issue.record("not edited")
                return
            }
            #expect(next != tag)
            // A write from the old copy is refused.
            guard case .changedThere? = try? desk.write(copy, edited) else {
                Issue.record("written twice")
                return
            }
            try expectEqual(
                desk.write(RemoteCopy(name: name, tag: next, base: edited), nil), .deleted)
            expectEqual(desk.answer(poll), .same)
            try expectEqual(desk.changes().listed, [])
            try expectEqual(desk.write(copy, nil), .deleted)
        }
    }

    @Test func `keeps foreign properties through an edit`() async throws {
        try await atDesk { desk in
            let foreign = """
                STATUS:CONFIRMED
                ATTENDEE;PARTSTAT=ACCEPTED;X-NUM=1:mailto:bo@example.com
                X-OTHER;X-P="a;b":1
                RRULE:FREQ=WEEKLY;BYDAY=MO
                BEGIN:VALARM
                TRIGGER:-PT15M
                ACTION:DISPLAY
                DESCRIPTION:Soon
                END:VALARM
                """
            try desk.server.send("PUT", Self.work + "a.ics", CalDAVBench.text("a", "A", foreign))
            let copy = try desk.copy("a.ics")
            var edited = copy.base
            edited.details.title = "B"
            let key = OccurrenceKey.instant(1_778_518_800)
            edited.changes[key] = EventChange(
                details: EventDetails(title: "Once"),
                time: TimeChange(
                    start: .zoned(Zone.utc.local(of: 1_778_522_400), .utc),
                    length: EventLength(seconds: 600)))
            guard case .stored = try desk.write(copy, edited) else {
                Issue.record("not written")
                return
            }
            let body = try desk.server.send("GET", Self.work + "a.ics").body
            let text = String(decoding: body, as: UTF8.self).replacing("\r\n", with: "\n")
            for line in (foreign + "\nSUMMARY:B\nSUMMARY:Once").split(separator: "\n") {
                #expect(text.contains(line + "\n"))
            }
            let again = try desk.copy("a.ics").base
            #expect(again.changes == edited.changes && again.details.title == "B")
        }
    }

    @Test func `continues after the server was killed`() async throws {
        try await atDesk { desk in
            let token = try desk.changes().token
            let event = CalDAVBench.event("e_1", "Before")
            guard case .stored(let name, let tag, _, _) = try desk.write(nil, event) else {
                Issue.record("not written")
                return
            }
            desk.server.kill()
            let fetch = CalendarJob.Task.fetch(calendar: Self.work, token: token)
            expectEqual(desk.answer(fetch), .failed(.unreachable, secondsMin: nil))
            expectEqual(desk.answer(.findCalendars), .failed(.unreachable, secondsMin: nil))
            try desk.server.start()
            // The hub's own write is not reported.
            expectEqual(desk.answer(fetch), .same)
            try desk.server.send("PUT", Self.work + "b.ics", CalDAVBench.text("b", "B"))
            try expectEqual(desk.changes(token).titles, ["b.ics": "B"])
            let copy = RemoteCopy(name: name, tag: tag, base: event)
            var after = event
            after.details.title = "After"
            guard case .stored = try desk.write(copy, after) else {
                Issue.record("not written")
                return
            }
            try expectEqual(desk.copy("e_1.ics").base.details.title, "After")
        }
    }
}
