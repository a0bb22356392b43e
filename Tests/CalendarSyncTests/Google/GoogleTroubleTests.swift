import CalendarMerging
import CalendarPeers
import Destinations
import JSON
import Locks
import TestSupport
import Testing

@testable import CalendarSync

/// The handling of failures on the way to Google.
@Suite struct GoogleTroubleTests {
    private let house = GoogleHouse()

    private static func status(_ status: Int, _ reason: String) -> GoogleServerFault.Kind {
        .status(status, reason: reason, retryAfter: nil)
    }

    @Test func `renews an expired access token once, and repeats the call`() {
        _ = house.fetch()
        house.server.with { $0.endAccessTokens() }
        _ = house.takeRequests()
        #expect(house.answer(.findCalendars) != .done([.refused(.revoked)]))
        expectEqual(house.takeSteps(), ["GET calendarList", "POST token", "GET calendarList"])
    }

    @Test func `uses an access token until shortly before its expiry`() {
        _ = house.fetch()
        _ = house.fetch()
        expectEqual(house.takeSteps(), ["POST token", "GET events", "GET events"])
        house.server.with { $0.now += 3_590 }
        _ = house.fetch()
        expectEqual(house.takeSteps(), ["POST token", "GET events"])
    }

    @Test func `retries a call later that is refused with a new token`() {
        house.server.with {
            $0.order(
                GoogleServerFault(Self.status(401, "authError"), on: "events.list", times: 2))
        }
        expectEqual(house.fetch(), .failed(.answered(401), secondsMin: nil))
        expectEqual(house.changes().count, 1)
    }

    @Test func `does not send a token to the target of a redirect`() {
        house.order(Self.status(302, "moved"), on: "events.list")
        expectEqual(house.fetch(), .failed(.answered(302), secondsMin: nil))
        expectEqual(house.takeSteps(), ["POST token", "GET events"])
    }

    @Test func `reports a revoked sign-in`() {
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
    func `limits and server errors are temporary`(fault: GoogleServerFault.Kind, status: Int) {
        house.order(fault, on: "events.list")
        expectEqual(house.fetch(), .failed(.answered(status), secondsMin: nil))
        expectEqual(house.changes().count, 1)
    }

    @Test func `retries after a missing, truncated or foreign answer`() {
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
    func `reports a pause of an hour for a used-up quota, whatever the task`(reason: String) throws
    {
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

    @Test func `lists calendars in pages, without those that show only free and busy times`() {
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

    @Test func `requests a channel if the hub has a public URL`() {
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
        // A second channel may be requested before the first ends.
        expectEqual(house.answer(watch), .done([]))
    }

    @Test(arguments: [nil, "http://hub.example"])
    func `requests no channel without a public https URL`(origin: String?) {
        let house = GoogleHouse(publicOrigin: origin)
        let watch = CalendarJob.Task.watch(
            calendar: GoogleHouse.calendar, path: "/push", secret: "hush")
        expectEqual(house.answer(watch), .done([]))
        #expect(house.takeRequests().isEmpty)
    }
}
