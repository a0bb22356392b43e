import Client
import Credentials
import JSON
import Limits
import Sync
import TestSupport
import Testing

@testable import Server

/// The join link: where it is shown, where it leads, and what it permits.
@Suite struct JoinRoutesTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private init(on hub: LiveHub) { self.hub = hub }

    private func configure(_ settings: JSON) throws {
        let answer = try hub.connect(.owner).ask(RandomID.make(), "house.configure", settings)
        expectEqual(answer["type"], "ack")
    }

    /// Returns the address of the join link, as screens get it.
    private func link() throws -> String {
        let answer = try hub.get("/v1/main/join", as: .display)
        expectEqual(answer.status, 200)
        return try #require(try JSON(parsing: answer.body)["link"]?.text)
    }

    private func page(
        _ path: String, _ fields: [String: String] = [:]
    ) throws -> (status: Int, text: String, head: RawAnswer) {
        let answer = try hub.get(path, as: nil, fields)
        return (answer.status, String(decoding: answer.body, as: UTF8.self), answer)
    }

    private func join(
        _ link: String, id: String = "j1", size: Int = 2, secret: String? = nil
    ) throws -> RawAnswer {
        let arguments = JSON(present: [
            "name": "Ada", "size": JSON(size), "secret": secret.map(JSON.string),
        ])
        let mutation: JSON = [
            "type": "mutate", "id": .string(id), "action": "waitlist.add", "args": arguments,
        ]
        return try hub.ask(
            "POST", "/v1/main/mutations", as: nil,
            ["Authorization": "Bearer \(link.dropFirst(3))"], body: mutation.canonicalText)
    }

    @Test func `a guest follows the link, joins, and gets a place`() throws {
        try configure(["selfCheckIn": "confirm"])
        let link = try link()
        let page = try page(link)
        expectEqual(page.status, 200)
        try expectEqual(hub.document(of: link).json?["marks"]?["mode"], "confirm")
        expectNil(page.head["set-cookie"])
        let joined = try join(link)
        expectEqual(joined.status, 200)
        let ticket = try #require(
            try JSON(parsing: joined.body)["result"]?["ticket"]?.text)
        // Repeating the request returns the same party.
        try expectEqual(JSON(parsing: try join(link).body)["result"]?["ticket"]?.text, ticket)
        try expectEqual(hub.journal().filter { $0.kind == "added" }.count, 1)
        let own = "/t/\(ticket)"
        try expectEqual(hub.document(of: own).json?["subject"], "p_2")
        // Scanning the code again leads to the existing place.
        let cookie = ["Cookie": "tablecast=\(ticket)"]
        try expectEqual(self.page(link, cookie).head["location"], own)
        try expectEqual(
            self.page("\(link)?lang=de", cookie).head["location"], "\(own)?lang=de")
        let other = try #require(try hub.connect(.host).add("Bo")["ticket"]?.text)
        _ = try hub.connect(.host).ask("bo", "waitlist.cancel", ["party": "p_3"])
        let both = ["Cookie": "tablecast=\(other)~\(ticket)"]
        try expectEqual(self.page(link, both).head["location"], own)
        _ = try hub.connect(ticket: ticket).ask("x", "waitlist.cancel", ["party": "p_2"])
        try expectEqual(self.page(link, cookie).status, 200)
    }

    @Test func `an outdated link says so, and accepts no guest`() throws {
        try expectEqual(hub.get("/v1/main/join", as: .display).status, 404)
        try expectEqual(hub.get("/v1/main/join.svg", as: .display).status, 404)
        try configure(["selfCheckIn": "direct"])
        let old = try link()
        _ = try hub.connect(.owner).ask("n", "house.renew_join_link", [:])
        let new = try link()
        #expect(old != new)
        try expectEqual(page(old).status, 410)
        let told = try hub.document(of: old)
        expectEqual(told.status, 410)
        expectEqual(told.json?["marks"]?["mode"], "")
        try expectEqual(join(old).status, 403)
        try expectEqual(page(new).status, 200)
        try expectEqual(join(new).status, 200)
        try configure(["selfCheckIn": "off"])
        try expectEqual(page(new).status, 410)
        try expectEqual(join(new, id: "j2").status, 403)
    }

    @Test func `a refused join has Retry-After and a code`() throws {
        try configure(["selfCheckIn": "direct"])
        let link = try link()
        for number in 0..<60 { try expectEqual(join(link, id: "j\(number)").status, 200) }
        let refused = try join(link, id: "one-too-many")
        expectEqual(refused.status, 429)
        expectEqual(refused["retry-after"].flatMap { Int($0) }.map { (1...3).contains($0) }, true)
        #expect(refused.json?["code"] == "rate_limited")
    }

    @Test func `unconfirmed guests count after a restart, but not by address`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.unconfirmedGuests] = 3
        limits[.unconfirmedGuestsPerAddress] = 2
        let hub = try LiveHub(limits: limits)
        let tests = JoinRoutesTests(on: hub)
        try tests.configure(["selfCheckIn": "confirm"])
        let link = try tests.link()
        for id in ["j1", "j2"] { try expectEqual(tests.join(link, id: id).status, 200) }
        let fromHere = try tests.join(link, id: "j3")
        expectEqual(fromHere.status, 409)
        expectEqual(fromHere.json?["message"]?.text?.contains("from here"), true)
        try hub.restart()
        try expectEqual(tests.join(link, id: "j3").status, 200)
        let tooMany = try tests.join(link, id: "j4")
        expectEqual(tooMany.status, 409)
        expectEqual(tooMany.json?["message"]?.text?.contains("Too many wait"), true)
        let confirmed = try hub.connect(.host).ask("c", "waitlist.confirm", ["party": "p_2"])
        expectEqual(confirmed["type"], "ack")
        try expectEqual(tests.join(link, id: "j4").status, 200)
    }

    @Test func `the join link does not reveal the ticket of a party that a host added`() throws {
        try configure(["selfCheckIn": "direct"])
        let link = try link()
        let added = try hub.connect(.host).ask("h1", "waitlist.add", ["name": "Ada", "size": 2])
        #expect(added["result"]?["ticket"] != nil)
        let again = try join(link, id: "h1")
        expectEqual(again.status, 409)
        #expect(again.json?["code"] == "id_reused")
    }

    @Test func `the id without the phone's secret does not reveal the ticket`() throws {
        try configure(["selfCheckIn": "direct"])
        let link = try link()
        let secret = "0123456789abcdef-only-hers"
        let joined = try join(link, secret: secret)
        expectEqual(joined.status, 200)
        for restarts in [false, true] {
            if restarts { try hub.restart() }
            for guess in [nil, "0123456789abcdef-only-mine"] {
                let refused = try join(link, secret: guess)
                #expect(refused.json?["code"] == "id_reused")
                #expect(!refused.text.contains("ticket"))
            }
            let again = try join(link, secret: secret)
            #expect(again.json?["result"] == joined.json?["result"])
        }
    }

    @Test func `the id of a guest's request doesn't reveal its answer`() throws {
        try configure(["selfCheckIn": "direct"])
        let link = try link()
        let tickets = try ["j1", "j2"].map { id in
            try #require(try join(link, id: id).json?["result"]?["ticket"]?.text)
        }
        func ask(_ secret: String, _ action: String, _ arguments: JSON) throws -> RawAnswer {
            let mutation: JSON = [
                "type": "mutate", "id": "leave", "action": .string(action), "args": arguments,
            ]
            return try hub.ask(
                "POST", "/v1/main/mutations", as: nil, ["Authorization": "Bearer \(secret)"],
                body: mutation.canonicalText)
        }
        let leaving: JSON = ["party": "p_2"]
        try expectEqual(ask(tickets[0], "waitlist.cancel", leaving).status, 200)
        let others = [tickets[1], String(link.dropFirst(3)), try hub.token(.engineer)]
        for secret in others {
            try expectEqual(ask(secret, "waitlist.cancel", leaving).status, 403)
        }
        // A host who repeats it learns that it is done, without a ticket.
        let again = try ask(try hub.token(.host), "waitlist.cancel", leaving)
        #expect(again.json?["replayed"] == true)
        #expect(again.json?["result"] == nil)
        let other = try ask(others[1], "waitlist.add", ["name": "Ada", "size": 2])
        #expect(other.json?["code"] == "id_reused")
    }

    @Test func `events don't show the id and address by which a guest joined`() throws {
        try configure(["selfCheckIn": "direct"])
        let link = try link()
        let secret = "0123456789abcdef-only-hers"
        try expectEqual(join(link, id: "hers-refused", size: 0, secret: secret).status, 422)
        let joined = try join(link, id: "hers", secret: secret)
        let ticket = try #require(joined.json?["result"]?["ticket"]?.text)
        let guest = try hub.connect(ticket: ticket)
        try expectEqual(guest.ask("leave", "waitlist.cancel", ["party": "p_2"])["type"], "ack")
        for role in [Role.engineer, .owner] {
            let stream = try RawEventStream(hub, role, "?until=3&rejected=1").rest()
            expectEqual(stream.map { $0["mutationid"] == nil }, [false, true, true, false])
            #expect(stream[1]["data"]?["args"] == ["name": "Ada", "size": 0])
            let details = try (2...3).map { rev in
                try #require(try hub.get("/v1/main/events/\(rev)", as: role).json)
            }
            let causes = details.map { $0["cause"] }
            expectEqual(causes.map { $0?["mutation"] }, [nil, "leave"])
            expectEqual(causes.map { $0?["action"] }, ["waitlist.add", "waitlist.cancel"])
            expectEqual(causes.map { $0?["connection"] }, [["way": "http"], ["way": "websocket"]])
            let text = (stream + details).map(\.canonicalText).joined()
            for hidden in ["hers", "only-hers", "127.0.0.1", ticket] {
                #expect(!text.contains(hidden), "\(hidden)")
            }
        }
    }

    @Test func `returns 404 for a malformed join link`() throws {
        try configure(["selfCheckIn": "direct"])
        let link = try link()
        let ticket = try #require(try hub.connect(.host).add("Ada")["ticket"]?.text)
        for path in [
            "/j/\(ticket)", link.dropLast() + "!", "/j/main.j_1", "/j/", "/j/nowhere.j_1.x",
        ] {
            try expectEqual(page(String(path)).status, 404, "\(path)")
        }
        // Used as a ticket, the link leads to the page for joining.
        try expectEqual(page("/t/" + link.dropFirst(3)).head["location"], link)
    }

    @Test func `the join link permits joining only, and shows no list`() throws {
        try configure(["selfCheckIn": "direct"])
        let newcomer = ["Authorization": "Bearer \(try link().dropFirst(3))"]
        for view in ["waitlist/display", "waitlist/guest", "notice/display", "house/settings"] {
            try expectEqual(hub.get("/v1/main/views/\(view)", as: nil, newcomer).status, 403)
        }
        for path in ["join", "join.svg", "events", "devices", "sync"].map({ "/v1/main/" + $0 }) {
            try expectEqual(hub.get(path, as: nil, newcomer).status, 403, "\(path)")
        }
    }

    @Test func `returns no QR code without an address for phones`() throws {
        try configure(["selfCheckIn": "direct"])
        let answer = try hub.get("/v1/main/join.svg?link=j_1", as: .display)
        expectEqual(answer.status, 409)
        #expect(answer.isProblem)
    }

    @Test func `the code is an image of the address that a phone opens`() throws {
        let hub = try LiveHub(url: "http://hub.example")
        _ = try hub.connect(.owner).ask("c", "house.configure", ["selfCheckIn": "direct"])
        let answer = try hub.get("/v1/main/join.svg?link=j_1", as: .display)
        expectEqual(answer.status, 200)
        expectEqual(answer["content-type"], "image/svg+xml")
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("<svg "))
        try expectEqual(hub.get("/v1/main/join.svg", as: nil).status, 401)
    }

    @Test func `guests read the language of their choice, the room the house's own`() throws {
        try configure(["selfCheckIn": "direct", "languages": ["de", "en", "it"]])
        let link = try link()
        func told(_ path: String, _ fields: [String: String] = [:]) throws -> JSON {
            try #require(try hub.document(of: path, fields).json)
        }
        try expectEqual(told(link)["language"], "de")
        let english = try told(link, ["Accept-Language": "en-GB,en;q=0.9,de;q=0.1"])
        expectEqual(english["language"], "en")
        let italian = try told(link + "?lang=it", ["Accept-Language": "en"])
        expectEqual(italian["language"], "it")
        #expect(italian["languages"]?.elements?.first == ["code": "de", "name": "Deutsch"])
        // A language that the house lacks is not chosen.
        try expectEqual(told(link + "?lang=fr")["language"], "de")
        let cookie = ["Cookie": "tablecast=\(try hub.token(.display))", "Accept-Language": "en"]
        try expectEqual(told("/display", cookie)["language"], "de")
        try configure(["languages": ["en"]])
        try expectEqual(told(link)["languages"]?.elements?.count, 1)
    }
}
