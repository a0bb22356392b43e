import CalendarMerging
import CalendarPeers
import Destinations
import JSON
import Locks
import TestSupport
import Testing

@testable import CalendarSync

/// Failures on the way to Google, and their handling.
@Suite struct GoogleTroubleTests {
    private let house = GoogleHouse()

    private static func status(_ status: Int, _ reason: String) -> GoogleServerFault.Kind {
        .status(status, reason: reason, retryAfter: nil)
    }

    @Test func `an access token that has ended is refreshed once, and the call repeated`() {
        _ = house.fetch()
        house.server.with { $0.endAccessTokens() }
        _ = house.takeRequests()
        #expect(house.answer(.findCalendars) != .done([.refused(.revoked)]))
        expectEqual(house.takeSteps(), ["GET calendarList", "POST token", "GET calendarList"])
    }

    @Test func `an access token is used until shortly before its end`() {
        _ = house.fetch()
        _ = house.fetch()
        expectEqual(house.takeSteps(), ["POST token", "GET events", "GET events"])
        house.server.with { $0.now += 3_590 }
        _ = house.fetch()
        expectEqual(house.takeSteps(), ["POST token", "GET events"])
    }

    @Test func `a call that is refused with a new token is tried again later`() {
        house.server.with {
            $0.order(
                GoogleServerFault(Self.status(401, "authError"), on: "events.list", times: 2))
        }
        expectEqual(house.fetch(), .failed(.answered(401), secondsMin: nil))
        expectEqual(house.changes().count, 1)
    }

    @Test func `a token follows no redirection`() {
        house.order(Self.status(302, "moved"), on: "events.list")
        expectEqual(house.fetch(), .failed(.answered(302), secondsMin: nil))
        expectEqual(house.takeSteps(), ["POST token", "GET events"])
    }

    @Test func `a sign-in that was taken back has to be made again`() {
        _ = house.fetch()
        house.server.with { $0.revokeSignIns() }
        expectEqual(house.fetch(), .done([.refused(.revoked)]))
        house.secrets.with { $0 = [:] }
        expectEqual(house.fetch(), .done([.refused(.revoked)]))
    }

    @Test(arguments: [
        (GoogleServerFault.Kind.rateLimit, 403), (.userRateLimit, 403),
        (.tooMany(retryAfter: nil), 429), (.backend, 503), (status(500, "internalError"), 500),
    ])
    func `limits and faults of the server pass`(fault: GoogleServerFault.Kind, status: Int) {
        house.order(fault, on: "events.list")
        expectEqual(house.fetch(), .failed(.answered(status), secondsMin: nil))
        expectEqual(house.changes().count, 1)
    }

    @Test func `no answer, half of one, and a page of some proxy are tried again`() {
        house.order(.lostRequest, on: "events.list")
        expectEqual(house.fetch(), .failed(.timedOut, secondsMin: nil))
        house.order(.cutAnswer, on: "events.list")
        expectEqual(house.fetch(), .failed(.notWhole, secondsMin: nil))
        house.order(.notJSON, on: "events.list")
        expectEqual(house.fetch(), .failed(.notWhole, secondsMin: nil))
        house.order(.slow(milliseconds: 120_000), on: "events.list")
        expectEqual(house.fetch(), .failed(.timedOut, secondsMin: nil))
        house.order(.slow(milliseconds: 500), on: "events.list")
        expectEqual(house.changes().count, 1)
    }

    @Test(arguments: ["dailyLimitExceeded", "quotaExceeded"])
    func `a used-up quota is waited for, whatever is asked`(reason: String) throws {
        let write = RemoteWrite(id: "e_1", copy: nil, content: try GoogleSamples.dinner())
        let tasks: [(task: CalendarJob.Task, operation: String)] = [
            (.findCalendars, "calendarList.list"),
            (.fetch(calendar: GoogleHouse.calendar, token: nil), "events.list"),
            (.write(calendar: GoogleHouse.calendar, [write]), "events.insert"),
        ]
        for (task, operation) in tasks {
            house.order(Self.status(403, reason), on: operation)
            expectEqual(house.answer(task), .failed(.quota, secondsMin: 3_600))
            #expect(house.answer(task) != .failed(.quota, secondsMin: 3_600))
        }
    }

    @Test func `calendars come in pages, without those of which only the times are shown`() {
        var calendars = ["a": GoogleServerCalendar(summary: "A", accessRole: "reader")]
        calendars["b"] = GoogleServerCalendar(summary: "B", accessRole: "freeBusyReader")
        calendars["c"] = GoogleServerCalendar(summary: "C", accessRole: "writer")
        var state = GoogleServerState(calendars: calendars)
        state.pageSizeMax = 1
        expectEqual(
            GoogleHouse(state).answer(.findCalendars),
            .done([
                .remotes([
                    RemoteCalendar(id: "a", name: "A", isReadOnly: true),
                    RemoteCalendar(id: "c", name: "C", isReadOnly: false),
                ])
            ]))
    }

    @Test func `a channel is asked for where the hub has a public address`() {
        let house = GoogleHouse(publicOrigin: "https://hub.example")
        let watch = CalendarJob.Task.watch(
            calendar: GoogleHouse.calendar, path: "/v1/main/calendars/push/x", secret: "hush")
        expectEqual(house.answer(watch), .done([]))
        house.calendar { calendar in
            _ = calendar.add(["start": ["date": "2026-05-04"], "end": ["date": "2026-05-05"]])
        }
        let messages = house.server.with { $0.takeMessages() }
        expectEqual(messages.map(\.address), ["https://hub.example/v1/main/calendars/push/x"])
        expectEqual(messages.first?.fields["X-Goog-Channel-Token"], "hush")
        expectEqual(messages.first?.fields["X-Goog-Resource-State"], "sync")
        // One may be asked for again before the other has ended.
        expectEqual(house.answer(watch), .done([]))
    }

    @Test(arguments: [nil, "http://hub.example"])
    func `without a public address nothing is asked`(origin: String?) {
        let house = GoogleHouse(publicOrigin: origin)
        let watch = CalendarJob.Task.watch(
            calendar: GoogleHouse.calendar, path: "/push", secret: "hush")
        expectEqual(house.answer(watch), .done([]))
        #expect(house.takeRequests().isEmpty)
    }
}
