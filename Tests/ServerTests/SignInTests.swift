import BoardKit
import Clocks
import Credentials
import JSON
import SQLiteStorage
import ShippedBoards
import Storage
import Sync
import TestSupport
import Testing

@testable import Server

/// The addresses that sign a browser in.
@Suite struct SignInTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    /// Follows a link, with the browser's cookie.
    /// - Returns: the answer, and the cookie afterwards.
    private func follow(_ path: String, cookie: String? = nil) throws -> (RawAnswer, String?) {
        let answer = try hub.get(path, as: nil, cookie.map { ["Cookie": $0] } ?? [:])
        let set = answer["set-cookie"]?.split(separator: ";").first.map(String.init)
        return (answer, set ?? cookie)
    }

    private func page(_ path: String, _ cookie: String?) throws -> Int {
        try hub.get(path, as: nil, cookie.map { ["Cookie": $0] } ?? [:]).status
    }

    @Test(arguments: [
        (Role.host, "/host"), (.owner, "/owner"), (.display, "/display"), (.engineer, "/events"),
    ])
    func `a link signs a browser in and leads to the role's page`(
        role: Role, place: String
    ) throws {
        let (answer, cookie) = try follow(hub.link(role))
        expectEqual(answer.status, 303)
        expectEqual(answer["location"], place)
        expectEqual(answer["cache-control"], "no-store")
        let field = try #require(answer["set-cookie"])
        for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
            #expect(field.contains("; \(attribute)"))
        }
        try expectEqual(page(place, cookie), 200)
    }

    @Test func `a link works once, and lets the same browser through again`() throws {
        let link = try hub.link(.host)
        let (_, cookie) = try follow(link)
        let (again, same) = try follow(link, cookie: cookie)
        expectEqual(again.status, 303)
        expectEqual(again["location"], "/host")
        expectEqual(same, cookie)
        let (stranger, none) = try follow(link)
        expectEqual(stranger.status, 410)
        #expect(stranger.isProblem)
        expectNil(none)
        let (other, _) = try follow(link, cookie: "tablecast=\(hub.token(.display))")
        expectEqual(other.status, 410)
    }

    @Test func `a HEAD request does not use up a link`() throws {
        let link = try hub.link(.host)
        for _ in 0..<2 {
            let head = try hub.ask("HEAD", link)
            expectNil(head["set-cookie"])
        }
        try expectEqual(hub.ask("POST", link, body: "").status, 405)
        #expect(try follow(link).0["set-cookie"] != nil)
    }

    @Test(arguments: ["/in/nobody", "/in/", "/in/a/b", "/t/", "/t/x", "/t/main.p_1.AAAA", "/t/.."])
    func `returns 404 for a malformed link`(path: String) throws {
        let (answer, cookie) = try follow(path)
        expectEqual(answer.status, 404)
        expectNil(cookie)
    }

    @Test func `an expired link says so`() throws {
        let store = try Store(folder: hub.dataFolder, creating: false)
        let secret = try store.issueLink(
            role: .host, venue: "main", now: Instant(milliseconds: 0), lifetimeSeconds: 60)
        let answer = try hub.get("/in/\(secret)", as: nil, ["Accept": "text/html"])
        expectEqual(answer.status, 410)
        let told = try hub.get(
            "/in/\(secret)", as: nil, ["Accept": "application/problem+json"])
        expectEqual(told.json?["command"], "tablecast link --role host")
        expectNil(answer["set-cookie"])
    }

    @Test func `a new hub prints a link that signs its owner in, a second start none`()
        throws
    {
        let link = try #require(hub.firstLink)
        try expectEqual(follow(link).0["location"], "/owner")
        let folder = hub.dataFolder
        hub.stop()
        let again = try Hub(LiveHub.options(dataFolder: folder), logger: LiveHub.logger)
        expectNil(again.firstLink)
        again.stop()
    }

    @Test func `one browser can have several roles, and the page chooses one`() throws {
        var cookie: String?
        let added = Role(rawValue: "kitchen")
        for role in [Role.host, .engineer, added, .display] {
            cookie = try follow(hub.link(role), cookie: cookie).1
        }
        let all = cookie
        for path in ["/host", "/display", "/events"] { try expectEqual(page(path, cookie), 200) }
        func role(_ query: String) throws -> JSON? {
            let connection = try RawConnection(hub)
            var fields = RawWebSocket.fields
            fields["Cookie"] = cookie
            fields["Origin"] = hub.origin
            try connection.send(hub.request("GET", "/v1/main/sync\(query)", as: nil, fields))
            let answer = try connection.head()
            guard answer.status == 101 else { return .number(Double(answer.status)) }
            return try JSON(parsing: RawFrame(from: connection).payload)["role"]
        }
        // The strongest role counts unless the query names one.
        try expectEqual(role(""), "host")
        cookie = "tablecast=\(try hub.token(.display))~\(try hub.token(added))"
        try expectEqual(role(""), "kitchen")
        cookie = all
        for wanted in ["host", "engineer", "kitchen", "display"] {
            try expectEqual(role("?as=\(wanted)").map { $0.text }, wanted)
        }
        try expectEqual(role("?as=owner"), 403)
        try expectEqual(role("?as=nobody"), 403)
    }

    @Test func `a new sign-in of a role replaces the old one`() throws {
        let (_, first) = try follow(hub.link(.host))
        let (_, both) = try follow(hub.link(.display), cookie: first)
        let (_, second) = try follow(hub.link(.host), cookie: both)
        let secrets = second?.dropFirst("tablecast=".count).split(separator: "~").map(String.init)
        expectEqual(secrets?.count, 2)
        let old = try #require(first).dropFirst("tablecast=".count)
        expectEqual(secrets?.contains(String(old)), false)
        try expectEqual(page("/display", second), 200)
    }

    @Test func `a guest's ticket is an address and a token`() throws {
        let host = try hub.connect(.host)
        let ticket = try #require(try host.add("Ada")["ticket"]?.text)
        let own = "/t/\(ticket)"
        let (answer, cookie) = try follow(own)
        expectEqual(answer.status, 200)
        expectEqual(answer["cache-control"], "no-store")
        expectNil(answer["etag"])
        expectEqual(answer["set-cookie"]?.contains("; HttpOnly"), true)
        expectEqual(answer["set-cookie"]?.contains(ticket), true)
        expectEqual(
            answer["link"], "</v1/main/page?of=\(own)>; rel=preload; as=fetch; crossorigin")
        try expectEqual(page("/host", cookie), 401)
        // It can be followed again, and is never answered from the browser's cache.
        let known = ["If-None-Match": "*", "Cookie": cookie ?? ""]
        try expectEqual(hub.get(own, as: nil, known).status, 200)
        // In the host's browser, it keeps the host signed in.
        let (_, both) = try follow(own, cookie: "tablecast=\(hub.token(.host))")
        try expectEqual(page("/host", both), 200)
        let led = try hub.get("/guest?lang=de", as: nil, ["Cookie": both ?? ""])
        expectEqual(led.status, 303)
        expectEqual(led["location"], "\(own)?lang=de")
    }

    @Test func `hosts and owners can show a party its ticket again, even after it left`()
        throws
    {
        let hub = try LiveHub(url: "http://hub.example")
        let host = try hub.connect(.host)
        let ticket = try #require(try host.add("Ada")["ticket"]?.text)
        _ = try host.ask("c", "waitlist.cancel", ["party": "p_1"])
        let path = "/v1/main/waitlist/ticket"
        for role in [Role.host, .owner] {
            let told = try hub.get("\(path)?party=p_1", as: role)
            let url = "http://hub.example/t/\(ticket)"
            expectEqual(told.json, ["ticket": .string(ticket), "url": .string(url)])
            let image = try hub.get("\(path).svg?party=p_1", as: role)
            expectEqual(image["content-type"], "image/svg+xml")
            expectEqual(image["cache-control"], "no-store")
            try expectEqual(hub.get("\(path)?party=p_9", as: role).status, 404)
        }
        for role in [Role.engineer, .display] {
            for path in [path, "\(path).svg"] {
                try expectEqual(hub.get("\(path)?party=p_1", as: role).status, 403)
            }
        }
    }

    @Test func `one phone can have several tickets, and each page uses its own`() throws {
        let host = try hub.connect(.host)
        let device = try hub.token(.host)
        var cookie: String? = "tablecast=\(device)"
        let pages = try ["Ada", "Bo"].map { name in
            let ticket = try #require(try host.add(name)["ticket"]?.text)
            cookie = try follow("/t/\(ticket)", cookie: cookie).1
            return "/t/\(ticket)"
        }
        func text(_ path: String) throws -> String {
            let fields = ["Cookie": cookie ?? "", "Origin": hub.origin]
            return try path.hasPrefix("/v1")
                ? hub.get(path, as: nil, fields).text : hub.document(of: path, fields).text
        }
        for (path, own, other) in [(pages[0], "Ada", "Bo"), (pages[1], "Bo", "Ada")] {
            #expect(try text(path).contains("\"\(own)\""), "\(path)")
            #expect(try !text(path).contains("\"\(other)\""), "\(path)")
        }
        // Without `as`, the latest ticket counts.
        for (path, own) in [
            ("/guest?as=guest:p_1", pages[0]), ("/guest?as=guest:p_2", pages[1]),
            ("/guest", pages[1]),
        ] {
            let led = try hub.get(path, as: nil, ["Cookie": cookie ?? ""])
            expectEqual(led.status, 303)
            expectEqual(led["location"], own, "\(path)")
        }
        let view = "/v1/main/views/waitlist/guest?as=guest:p_"
        #expect(try text(view + "1").contains("\"Ada\""))
        #expect(try text(view + "2").contains("\"Bo\""))
        try expectEqual(page("/guest?as=guest:p_3", cookie), 401)
        _ = try hub.connect(.owner).ask("l", "house.configure", ["languages": ["en", "de"]])
        #expect(try text(pages[0]).contains(#"{"code":"de","name":"Deutsch"}"#))
    }

    @Test func `removes the oldest of too many tickets, before any device`() throws {
        var cookie = SignInCookie(["tablecast=device~another"], isSecure: false)
        for number in 1...6 { cookie.add(ticket: "main.p_\(number).code") }
        expectEqual(
            cookie.secrets,
            [
                "main.p_6.code", "main.p_5.code", "main.p_4.code", "main.p_3.code", "device",
                "another",
            ])
        cookie.add(ticket: "main.p_4.code")
        expectEqual(cookie.secrets.prefix(2), ["main.p_4.code", "main.p_6.code"])
        expectEqual(cookie.secrets.count, 6)
        let devices = (1...8).map { "device\($0)" }
        var full = SignInCookie(["tablecast=" + devices.joined(separator: "~")], isSecure: false)
        full.add(ticket: "main.p_1.code")
        full.add(ticket: "main.p_2.code")
        expectEqual(full.secrets, ["main.p_2.code"] + devices.prefix(7))
    }

    @Test func `refuses a revoked token`() throws {
        let store = try Store(folder: hub.dataFolder, creating: false)
        let issued = try store.issueToken(
            role: .host, name: nil, venue: "main", now: WallClock.now)
        let fields = ["Authorization": "Bearer \(issued.secret)"]
        try expectEqual(hub.get("/v1/main/views/waitlist/host", as: nil, fields).status, 200)
        #expect(try store.revoke(device: issued.device.id, now: WallClock.now))
        try expectEqual(hub.get("/v1/main/views/waitlist/host", as: nil, fields).status, 401)
        try expectEqual(page("/host", "tablecast=\(issued.secret)"), 401)
    }

    @Test func `a plain-text request can't use the cookie of TLS`() throws {
        let token = try hub.token(.host)
        try expectEqual(page("/host", "__Host-tablecast=\(token)"), 401)
        let both = try hub.get(
            "/host", as: nil, ["Cookie": "__Host-tablecast=nobody; tablecast=\(token)"])
        expectEqual(both.status, 200)
        expectEqual(both["set-cookie"]?.hasPrefix("tablecast=\(token); "), true)
        expectEqual(both["set-cookie"]?.contains("Secure"), false)
    }

    @Test func `a request has at most eight sign-ins`() throws {
        let many = Array(repeating: "nobody", count: 8).joined(separator: "~")
        try expectEqual(page("/host", "tablecast=\(many)~\(hub.token(.host))"), 401)
        try expectEqual(page("/host", "tablecast=nobody~\(hub.token(.host))"), 200)
    }
}
