import JSON
import Sync
import TestSupport
import Testing

/// `POST /v1/<venue>/mutations`.
@Suite struct MutationRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func post(
        _ body: String, as role: Role? = .host, _ fields: [String: String] = [:]
    ) throws -> RawAnswer {
        try hub.ask("POST", "/v1/main/mutations", as: role, fields, body: body)
    }

    private func mutate(
        _ id: String, _ action: String, _ arguments: JSON = [:], ifRev: Int? = nil,
        as role: Role = .host
    ) throws -> RawAnswer {
        let message = JSON(present: [
            "type": "mutate", "id": .string(id), "action": .string(action), "args": arguments,
            "ifRev": ifRev.map { JSON($0) },
        ])
        return try post(message.canonicalText, as: role)
    }

    @Test func `answers an accepted mutation with its ack, as on a connection`() throws {
        let answer = try mutate("one", "waitlist.add", ["name": "Ada", "size": 4])
        expectEqual(answer.status, 200)
        expectEqual(answer["content-type"], "application/json")
        #expect(answer.json?["type"] == "ack")
        #expect(answer.json?["durable"] == "disk")
        var replayed = answer.json?.members ?? [:]
        replayed["replayed"] = true
        let again = try hub.connect(.host).ask("one", "waitlist.add", ["name": "Ada", "size": 4])
        expectEqual(again, .object(replayed))
        let repeated = try mutate("one", "waitlist.add", ["name": "Ada", "size": 4])
        expectEqual(repeated.status, 200)
        expectEqual(repeated.json, .object(replayed))
    }

    @Test func `each reject has its status`() throws {
        let party =
            try mutate("add", "waitlist.add", ["name": "Ada", "size": 4])
            .json?["result"]?["party"] ?? .null
        for (answer, status, code) in try [
            (mutate("x", "waitlist.fly"), 400, "unknown_action"),
            (mutate("x", "waitlist.add", as: .display), 403, "forbidden"),
            (mutate("add", "waitlist.seat", ["party": party]), 409, "id_reused"),
            (mutate("x", "waitlist.add"), 422, "invalid"),
            (mutate("x", "waitlist.seat", ["party": "p_zzz"]), 404, "not_found"),
            (mutate("x", "waitlist.seat", ["party": party], ifRev: 0), 409, "stale"),
            (mutate("x", "waitlist.restore", ["party": party]), 409, "conflict"),
        ] {
            expectEqual(answer.status, status)
            #expect(answer.json?["type"] == "reject")
            expectEqual(answer.json?["code"]?.text, code)
        }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"type":"ping","n":1}"#, #"{"type":"mutate","id":"a","action":"b"}"#,
        #"{"type":"mutate","id":"a!","action":"b","args":{}}"#,
        #"{"type":"mutate","id":"a","action":"b","args":{}}{}"#,
    ])
    func `returns 400 for a malformed mutate message`(body: String) throws {
        let answer = try post(body)
        expectEqual(answer.status, 400)
        #expect(answer.isProblem)
    }

    @Test func `refuses requests without permission in the order of the protocol`() throws {
        let body = #"{"type":"mutate","id":"a","action":"waitlist.add","args":{}}"#
        try expectEqual(post(body, ["Origin": "http://evil.example"]).status, 403)
        try expectEqual(post(body, as: nil).status, 401)
        let cookie = "tablecast=\(try hub.token(.host))"
        try expectEqual(post(body, as: nil, ["Cookie": cookie]).status, 403)
        let own = try post(body, as: nil, ["Cookie": cookie, "Origin": hub.origin])
        expectEqual(own.status, 422)
        let other = try hub.ask("POST", "/v1/nowhere/mutations", as: .host, body: body)
        expectEqual(other.status, 403)
    }

    private func post(_ body: String, _ fields: [String: String]) throws -> RawAnswer {
        try post(body, as: .host, fields)
    }
}
