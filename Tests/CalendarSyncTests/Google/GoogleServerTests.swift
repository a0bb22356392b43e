import CalendarPeers
import Destinations
import HTTPTypes
import JSON
import TestSupport
import Testing

/// Tests of the simulated Google server itself.
@Suite struct GoogleServerTests {
    private let server: GoogleServer

    init() {
        var state = GoogleServerState()
        state.personToken = "person"
        server = GoogleServer(state)
    }

    private func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, match: String? = nil,
        token: String = "person"
    ) throws -> (status: Int, json: JSON) {
        let origin = try Destination("http://127.0.0.1")
        var fields: HTTPFields = [.authorization: "Bearer " + token]
        if let match { fields[.ifMatch] = match }
        let prefix = "/calendar/v3/calendars/house%40example.com/events"
        let destination = try #require(origin.at(prefix + path))
        let answer = try server.send(
            OutgoingRequest(
                method, destination, fields: fields, body: body?.canonical ?? [],
                answerBytesMax: 1 << 20))
        return (answer.status, (try? JSON(parsing: answer.body)) ?? .null)
    }

    private func reason(_ json: JSON) -> String? {
        json["error"]?["errors"]?.elements?.first?["reason"]?.text
    }

    private let dinner: JSON = [
        "id": "dinner1", "summary": "Dinner", "attendees": [["email": "a@b"]],
        "start": ["dateTime": "2026-05-04T19:30:00", "timeZone": "Europe/Rome"],
        "end": ["dateTime": "2026-05-04T21:30:00", "timeZone": "Europe/Rome"],
        "recurrence": ["RRULE:FREQ=WEEKLY;COUNT=5"],
    ]

    @Test func `refuses a call without a token`() throws {
        let answer = try ask(.get, "", token: "none")
        expectEqual(answer.status, 401)
        expectEqual(reason(answer.json), "authError")
    }

    @Test func `refuses a used id, even of a deleted event`() throws {
        try expectEqual(ask(.post, "", dinner).status, 200)
        expectEqual(reason(try ask(.post, "", dinner).json), "duplicate")
        try expectEqual(ask(.delete, "/dinner1").status, 204)
        try expectEqual(ask(.post, "", dinner).status, 409)
        let again = try ask(.delete, "/dinner1")
        expectEqual(again.status, 410)
        expectEqual(reason(again.json), "deleted")
        try expectEqual(ask(.get, "/dinner1").json["status"], "cancelled")
    }

    @Test(
        arguments: [
            ["id": "Dinner"], ["id": "abc"], ["start": .null], ["end": ["date": "2026-05-05"]],
            ["end": ["dateTime": "2026-05-04T18:00:00", "timeZone": "Europe/Rome"]],
            ["start": ["dateTime": "2026-05-04T19:30:00+02:00"]], ["status": "maybe"],
            ["recurrence": ["RRULE:FREQ=NEVER"]],
        ] as [[String: JSON]])
    func `refuses an invalid event`(fields: [String: JSON]) throws {
        let event = JSON.object((dinner.members ?? [:]).merging(fields) { $1 })
        try expectEqual(ask(.post, "", event).status, 400)
    }

    @Test func `a patch keeps unnamed fields, and an update drops them`() throws {
        _ = try ask(.post, "", dinner)
        let patched = try ask(.patch, "/dinner1", ["location": "Terrace"])
        expectEqual(patched.json["attendees"], [["email": "a@b"]])
        try expectNil(ask(.patch, "/dinner1", ["location": .null]).json["location"])
        expectEqual(server.with { $0.mailCount }, 2)
        var fields = dinner.members ?? [:]
        fields["attendees"] = nil
        let updated = try ask(.put, "/dinner1?sendUpdates=none", .object(fields))
        expectNil(updated.json["attendees"])
        expectEqual(updated.json["iCalUID"], "dinner1@google.com")
    }

    @Test func `refuses an outdated version`() throws {
        let tag = try #require(try ask(.post, "", dinner).json["etag"]?.text)
        let patched = try ask(.patch, "/dinner1", ["summary": "Supper"], match: tag)
        expectEqual(patched.status, 200)
        #expect(patched.json["etag"]?.text != tag)
        let late = try ask(.patch, "/dinner1", ["summary": "Feast"], match: tag)
        expectEqual(late.status, 412)
        expectEqual(reason(late.json), "conditionNotMet")
        try expectEqual(ask(.delete, "/dinner1", match: tag).status, 412)
    }

    @Test func `occurrences have their own ids, and don't change the tag of the series`() throws {
        let tag = try ask(.post, "", dinner).json["etag"]
        let id = "/dinner1_20260511T173000Z"
        let occurrence = try ask(.get, id).json
        expectEqual(occurrence["recurringEventId"], "dinner1")
        #expect(occurrence["start"]?["dateTime"] == "2026-05-11T19:30:00+02:00")
        try expectEqual(ask(.patch, id, ["summary": "Feast"]).status, 200)
        try expectEqual(ask(.get, "/dinner1").json["etag"], tag)
        try expectEqual(ask(.get, "/dinner1_20260512T173000Z").status, 404)
        let found = try ask(
            .get, "/dinner1/instances?originalStart=2026-05-11T17%3A30%3A00Z"
        ).json
        #expect(found["items"]?.elements?.first?["summary"] == "Feast")
        // The series loses the occurrence.
        _ = try ask(.patch, "/dinner1", ["recurrence": .null])
        try expectEqual(ask(.get, id).status, 404)
    }

    @Test func `lists only the id of a deleted event`() throws {
        _ = try ask(.post, "", dinner)
        let token = try #require(try ask(.get, "?showDeleted=true").json["nextSyncToken"]?.text)
        _ = try ask(.delete, "/dinner1")
        let news = try ask(.get, "?showDeleted=true&syncToken=" + encoded(token))
        let item = try #require(news.json["items"]?.elements?.first)
        expectEqual(Set((item.members ?? [:]).keys), ["kind", "etag", "id", "status"])
        try expectEqual(ask(.get, "").json["items"], [])
    }

    private func encoded(_ token: String) -> String {
        token.replacing("=", with: "%3D").replacing("&", with: "%26")
    }

    @Test func `refuses a token with other parameters with 400, and an old one with 410`() throws {
        _ = try ask(.post, "", dinner)
        let first = try ask(.get, "?showDeleted=true").json
        let token = encoded(try #require(first["nextSyncToken"]?.text))
        try expectEqual(ask(.get, "?syncToken=" + token).status, 400)
        try expectEqual(
            ask(.get, "?showDeleted=true&timeMin=2026-01-01T00:00:00Z&syncToken=" + token)
                .status, 400)
        try expectEqual(ask(.get, "?showDeleted=true&syncToken=" + token).status, 200)
        server.with { $0.expireSyncTokens() }
        let gone = try ask(.get, "?showDeleted=true&syncToken=" + token)
        expectEqual(gone.status, 410)
        expectEqual(reason(gone.json), "fullSyncRequired")
    }

    @Test func `refuses a channel without https or with a used id`() throws {
        let channel: JSON = [
            "id": "one", "type": "web_hook", "address": "https://hub.example/push",
        ]
        try expectEqual(ask(.post, "/watch", channel).status, 200)
        expectEqual(reason(try ask(.post, "/watch", channel).json), "channelIdNotUnique")
        let plain: JSON = ["id": "two", "type": "web_hook", "address": "http://hub.example"]
        expectEqual(reason(try ask(.post, "/watch", plain).json), "webhookUrlNotHttps")
        _ = try ask(.post, "", dinner)
        let states = server.with { $0.takeMessages() }.map { $0.fields["X-Goog-Resource-State"] }
        expectEqual(states, ["sync", "exists"])
        server.with { $0.now += 700_000 }
        _ = try ask(.delete, "/dinner1")
        #expect(server.with { $0.takeMessages() }.isEmpty)
    }

    @Test func `faults occur where and as often as ordered`() throws {
        server.with {
            $0.order(GoogleServerFault(.backend, on: "events.list", after: 1, times: 2))
        }
        _ = try ask(.post, "", dinner)
        let statuses = try (0..<4).map { _ in try ask(.get, "").status }
        expectEqual(statuses, [200, 503, 503, 200])
    }
}
