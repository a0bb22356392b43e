import JSON
import Sync
import TestSupport
import Testing

/// The upgrade to the sync protocol, and its refusals in the order of the protocol.
@Suite struct SyncUpgradeTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    /// Requests the upgrade with these fields besides those of the handshake.
    private func upgrade(
        _ venue: String = "main", as role: Role? = .host, _ fields: [String: String?] = [:]
    ) throws -> RawAnswer {
        var all = RawWebSocket.fields
        for (name, value) in fields { all[name] = value }
        let connection = try RawConnection(hub)
        try connection.send(hub.request("GET", "/v1/\(venue)/sync", as: role, all))
        return try connection.answer()
    }

    private func cookie(_ role: Role) throws -> String { "tablecast=\(try hub.token(role))" }

    @Test func `a token opens the connection, without an Origin and with the hub's own`() throws {
        for fields in [[:], ["Origin": hub.origin]] {
            let answer = try upgrade(fields)
            expectEqual(answer.status, 101)
            expectEqual(answer["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            expectEqual(answer["sec-websocket-protocol"], "tablecast.v1")
            expectEqual(answer["upgrade"]?.lowercased(), "websocket")
            expectEqual(answer["connection"]?.lowercased(), "upgrade")
            expectNil(answer["content-length"])
        }
    }

    @Test(arguments: [
        "http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "ws://127.0.0.1",
    ])
    func `refuses a foreign Origin before looking at the token`(origin: String) throws {
        for role in [Role.host, nil] {
            let answer = try upgrade(as: role, ["Origin": origin])
            expectEqual(answer.status, 403)
            #expect(answer.isProblem)
        }
    }

    /// As behind a proxy that adds the default port.
    @Test(arguments: [
        ("tablecast.example:80", "http://tablecast.example", 101),
        ("tablecast.example:443", "https://tablecast.example", 101),
        ("tablecast.example", "https://Tablecast.example", 101),
        ("tablecast.example:443", "http://tablecast.example", 403),
        ("tablecast.example:80", "https://tablecast.example", 403),
        ("tablecast.example:8080", "http://tablecast.example", 403),
        ("tablecast.example:80", "http://other.example", 403),
    ])
    func `the Origin may omit the scheme's default port`(
        host: String, origin: String, status: Int
    ) throws {
        try expectEqual(upgrade(["Host": host, "Origin": origin]).status, status)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer nobody-has-this-token", "Basic YTpi", "Bearer main.p_1.AAAA",
        "Bearer a b", "Bearer ..",
    ])
    func `returns 401 without a valid token, whatever the venue`(field: String?) throws {
        for venue in ["main", "nowhere"] {
            let answer = try upgrade(venue, as: nil, ["Authorization": field])
            expectEqual(answer.status, 401)
            #expect(answer.isProblem)
            expectEqual(answer["www-authenticate"]?.hasPrefix("Bearer"), true)
        }
    }

    @Test func `returns 401 for an invalid cookie even without an Origin`() throws {
        try expectEqual(upgrade(as: nil, ["Cookie": "tablecast=nobody"]).status, 401)
        try expectEqual(upgrade(as: nil, ["Cookie": "other=1; tablecast="]).status, 401)
    }

    @Test func `a cookie counts only with the hub's own Origin`() throws {
        let cookie = try cookie(.host)
        let without = try upgrade(as: nil, ["Cookie": cookie])
        expectEqual(without.status, 403)
        #expect(without.isProblem)
        let with = try upgrade(as: nil, ["Cookie": "a=b; \(cookie); c=d", "Origin": hub.origin])
        expectEqual(with.status, 101)
    }

    @Test func `refuses a cookie without an Origin before looking at its venue`() throws {
        let answer = try upgrade("nowhere", as: nil, ["Cookie": cookie(.host)])
        expectEqual(answer.status, 403)
        expectEqual(answer.json?["detail"]?.text?.contains("Origin"), true)
    }

    @Test func `refuses a token of another venue, existing or not`() throws {
        for venue in ["nowhere", "MAIN", "main%20", "%2e%2e"] {
            let answer = try upgrade(venue)
            expectEqual(answer.status, 403)
            #expect(answer.isProblem)
        }
    }

    @Test(arguments: [nil, "chat", "tablecast.v2", "Tablecast.v1"])
    func `returns 400 without the subprotocol`(offered: String?) throws {
        let answer = try upgrade(["Sec-WebSocket-Protocol": offered])
        expectEqual(answer.status, 400)
        #expect(answer.isProblem)
    }

    @Test func `a request without an upgrade gets an explanation`() throws {
        let answer = try hub.get("/v1/main/sync", as: .host)
        expectEqual(answer.status, 426)
        expectEqual(answer["upgrade"], "websocket")
        #expect(answer.isProblem)
        try expectEqual(hub.ask("POST", "/v1/main/sync", as: .host, body: "").status, 405)
    }

    private func upgrade(_ fields: [String: String?]) throws -> RawAnswer {
        try upgrade("main", as: .host, fields)
    }
}
