import JSON
import Sync
import Testing

/// The upgrade to the sync protocol, and its refusals in the order of the protocol.
@Suite struct SyncUpgradeTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    /// Asks for the upgrade with these fields beside those of the handshake.
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
            #expect(answer.status == 101)
            #expect(answer["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(answer["sec-websocket-protocol"] == "tablecast.v1")
            #expect(answer["upgrade"]?.lowercased() == "websocket")
            #expect(answer["connection"]?.lowercased() == "upgrade")
            #expect(answer["content-length"] == nil)
        }
    }

    @Test(arguments: [
        "http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "ws://127.0.0.1",
    ])
    func `a foreign Origin is refused before the token is looked at`(origin: String) throws {
        for role in [Role.host, nil] {
            let answer = try upgrade(as: role, ["Origin": origin])
            #expect(answer.status == 403)
            #expect(answer.isProblem)
        }
    }

    /// As behind a proxy that hands the port on which browsers leave out.
    @Test(arguments: [
        ("tablecast.example:80", "http://tablecast.example", 101),
        ("tablecast.example:443", "https://tablecast.example", 101),
        ("tablecast.example", "https://Tablecast.example", 101),
        ("tablecast.example:443", "http://tablecast.example", 403),
        ("tablecast.example:80", "https://tablecast.example", 403),
        ("tablecast.example:8080", "http://tablecast.example", 403),
        ("tablecast.example:80", "http://other.example", 403),
    ])
    func `the port that a scheme has anyway may be named or not`(
        host: String, origin: String, status: Int
    ) throws {
        #expect(try upgrade(["Host": host, "Origin": origin]).status == status)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer nobody-has-this-token", "Basic YTpi", "Bearer main.p_1.AAAA",
        "Bearer a b", "Bearer ..",
    ])
    func `without a good token the answer is 401, whatever the venue`(field: String?) throws {
        for venue in ["main", "nowhere"] {
            let answer = try upgrade(venue, as: nil, ["Authorization": field])
            #expect(answer.status == 401)
            #expect(answer.isProblem)
            #expect(answer["www-authenticate"]?.hasPrefix("Bearer") == true)
        }
    }

    @Test func `a bad cookie is 401 even without an Origin`() throws {
        #expect(try upgrade(as: nil, ["Cookie": "tablecast=nobody"]).status == 401)
        #expect(try upgrade(as: nil, ["Cookie": "other=1; tablecast="]).status == 401)
    }

    @Test func `a cookie counts only together with the hub's own Origin`() throws {
        let cookie = try cookie(.host)
        let without = try upgrade(as: nil, ["Cookie": cookie])
        #expect(without.status == 403)
        #expect(without.isProblem)
        let with = try upgrade(as: nil, ["Cookie": "a=b; \(cookie); c=d", "Origin": hub.origin])
        #expect(with.status == 101)
    }

    @Test func `a cookie without an Origin is refused before its venue is looked at`() throws {
        let answer = try upgrade("nowhere", as: nil, ["Cookie": cookie(.host)])
        #expect(answer.status == 403)
        #expect(answer.json?["detail"]?.text?.contains("Origin") == true)
    }

    @Test func `a token of another venue is refused, and so every venue that is not there`() throws
    {
        for venue in ["nowhere", "MAIN", "main%20", "%2e%2e"] {
            let answer = try upgrade(venue)
            #expect(answer.status == 403)
            #expect(answer.isProblem)
        }
    }

    @Test(arguments: [nil, "chat", "tablecast.v2", "Tablecast.v1"])
    func `without the subprotocol the answer is 400`(offered: String?) throws {
        let answer = try upgrade(["Sec-WebSocket-Protocol": offered])
        #expect(answer.status == 400)
        #expect(answer.isProblem)
    }

    @Test func `the subprotocol is found among others`() throws {
        let answer = try upgrade(["Sec-WebSocket-Protocol": "chat, tablecast.v1, other"])
        #expect(answer.status == 101)
        #expect(answer["sec-websocket-protocol"] == "tablecast.v1")
    }

    @Test func `a request that is no upgrade is told so`() throws {
        let answer = try hub.get("/v1/main/sync", as: .host)
        #expect(answer.status == 426)
        #expect(answer["upgrade"] == "websocket")
        #expect(answer.isProblem)
        #expect(try hub.ask("POST", "/v1/main/sync", as: .host, body: "").status == 405)
    }

    private func upgrade(_ fields: [String: String?]) throws -> RawAnswer {
        try upgrade("main", as: .host, fields)
    }
}
