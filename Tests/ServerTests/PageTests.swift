import BoardKit
import Foundation
import JSON
import Sync
import TestSupport
import Testing

@testable import Pages
@testable import Server

/// The pages, which are files, and each reader's document.
@Suite struct PageTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func page(_ path: String, as role: Role) throws -> RawAnswer {
        try hub.get(
            path, as: nil,
            ["Cookie": "tablecast=\(try hub.token(role))", "Accept": "text/html"])
    }

    /// The page's document.
    private func document(_ path: String, as role: Role) throws -> JSON {
        let answer = try hub.document(of: path, ["Cookie": "tablecast=\(try hub.token(role))"])
        expectEqual(answer.status, 200)
        expectEqual(answer["cache-control"], "no-store")
        return try JSON(parsing: answer.text, depthMax: 64)
    }

    @Test(arguments: ["/host", "/display", "/events", "/guest", "/host/", "/display/"])
    func `sends a page about signing in to browsers without a sign-in`(path: String) throws {
        let answer = try hub.get(path, as: nil, ["Accept": "text/html,*/*;q=0.8"])
        expectEqual(answer.status, 401)
        expectEqual(answer["content-type"], "text/html; charset=utf-8")
        #expect(try hub.get(path).isProblem)
        let stale = try hub.get(path, as: nil, ["Cookie": "tablecast=gone~nobody"])
        expectEqual(stale.status, 401)
    }

    @Test func `staff pages have the texts of every board's problems in their language`()
        throws
    {
        for (path, role) in [("/host", Role.host), ("/owner", .owner), ("/events", .engineer)] {
            let english = try #require(document(path, as: role)["texts"])
            expectEqual(english["problems.no_action"], "There is no such action")
            expectEqual(english["problems.waitlist.no_party"], "There is no such party")
            let spanish = try #require(document("\(path)?lang=es", as: role)["texts"])
            expectEqual(spanish["problems.waitlist.no_party"], "Ese grupo no existe")
            expectEqual(spanish["fields.notice.text"], "Texto")
            let keys = try #require(english.members?.keys)
            #expect(keys.filter { $0.hasPrefix("problems.") }.count > 80)
        }
        let display = try document("/display", as: .display)
        #expect(!display.canonicalText.contains("problems."))
    }

    @Test(arguments: [
        ("America/New_York", Language.german, 12), ("America/Toronto", .english, 12),
        ("America/Toronto", .french, 24), ("America/Sao_Paulo", .english, 24),
        ("America/Mexico_City", .spanish, 12), ("Australia/Sydney", .english, 12),
        ("Asia/Calcutta", .english, 12), ("UTC", .english, 24),
    ])
    func `the house's zone and language decide how far its clocks count`(
        zone: String, language: Language, hours: Int
    ) {
        var profile = VenueProfile.blank
        profile.timeZone = zone
        profile.languages = [language]
        expectEqual(profile.clockHours, hours)
    }

    @Test func `every page has the house's clock`() throws {
        _ = try hub.connect(.owner).ask("z", "house.configure", ["timeZone": "America/New_York"])
        expectEqual(try document("/host?lang=es", as: .host)["hours"], 12)
        expectEqual(try document("/display", as: .display)["hours"], 12)
    }

    @Test func `a page's document has the snapshots that its script needs`() throws {
        let host = try hub.connect(.host)
        let welcome = try host.next("welcome")
        try host.add("Ada")
        _ = try host.ask("n", "notice.post", ["text": "Hello", "level": "urgent"])
        for (path, role, views) in [
            ("/host", Role.host, ["waitlist/host", "notice/display", "house/settings"]),
            ("/display", .display, ["waitlist/display", "notice/display"]),
            ("/events", .engineer, []),
        ] {
            let state = try document(path, as: role)
            expectEqual(state["venue"], "main")
            expectEqual(state["epoch"], welcome["epoch"])
            expectEqual(state["rev"], 2)
            let snapshots = state["snapshots"]?.elements ?? []
            expectEqual(snapshots.map { $0["view"]?.text }, views)
            for snapshot in snapshots {
                let view = snapshot["view"]?.text ?? ""
                expectEqual(snapshot, (try hub.get("/v1/main/views/\(view)", as: role).json))
            }
        }
    }

    @Test func `a page is the same for all readers, and is cached while unchanged`() throws {
        let before = try page("/host", as: .host)
        try hub.connect(.host).add("Ada")
        _ = try hub.connect(.owner).ask("c", "house.configure", ["name": "Chez Zoë"])
        for path in ["/host", "/host?lang=es"] {
            for role in [Role.host, .owner] {
                let after = try page(path, as: role)
                expectEqual(after.body, before.body)
                expectEqual(after["etag"], before["etag"])
            }
        }
        expectEqual(before["cache-control"], "private, no-cache")
        let fields = [
            "Cookie": "tablecast=\(try hub.token(.host))",
            "If-None-Match": try #require(before["etag"]),
        ]
        let known = try hub.get("/host", as: nil, fields)
        expectEqual(known.status, 304)
        #expect(known["set-cookie"]?.contains("tablecast=") == true)
        // A reader without the right gets neither the page nor a 304.
        try expectEqual(hub.get("/host", as: nil, fields.filter { $0.key != "Cookie" }).status, 401)
    }

    @Test func `a browser preloads the document by the address that the script uses`()
        throws
    {
        try hub.makeVenue("annex")
        let token = try hub.token(.host, venue: "annex")
        let fields = ["Cookie": "tablecast=\(token)", "Accept": "text/html"]
        let answer = try hub.get("/host?venue=annex&lang=es", as: nil, fields)
        let link = "</v1/annex/page?of=/host&venue=annex&lang=es>"
        expectEqual(answer["link"], "\(link); rel=preload; as=fetch; crossorigin")
        let document = try hub.get(String(link.dropFirst().dropLast()), as: nil, fields)
        expectEqual(document.json?["language"], "es")
        // Addresses with characters that could inject another link are left out.
        for more in ["&x=>;rel=preconnect", "&x=>;a=b,<https://example.org"] {
            let answer = try hub.get("/host?venue=annex\(more)", as: nil, fields)
            #expect(answer.status == 200 && answer["link"] == nil)
        }
    }

    @Test func `caches scripts and styles forever under the current version, the only one served`()
        throws
    {
        let html = try page("/host", as: .host).text
        let script = try #require(html.firstMatch(of: /src="(\/v\/[0-9a-f]+\/[^"]+\.js)"/)?.1)
        let answer = try hub.get(String(script))
        expectEqual(answer.status, 200)
        expectEqual(answer["cache-control"], "public, max-age=31536000, immutable")
        #expect(!html.contains(/(?:src|href)="\/(?!v\/)[^"]+\.(?:js|css)"/))
        let plain = String(script.replacing(/^\/v\/[0-9a-f]+/, with: ""))
        try expectEqual(hub.get(plain)["cache-control"], "no-cache")
        try expectEqual(hub.get("/v/0\(plain)").status, 404)
        let page = "/boards/waitlist/host/index.html"
        try expectEqual(hub.get(String(script.replacing(plain, with: page))).status, 404)
    }

    @Test func `a refused document says why`() throws {
        let display = try hub.document(of: "/display")
        expectEqual(display.status, 401)
        #expect(display.isProblem)
        expectEqual(display.json?["gate"], "pair")
        #expect(display.json?["texts"]?["title"] != nil)
        expectEqual(display.json?["snapshots"], [])
        let host = try hub.document(of: "/host", ["Cookie": "tablecast=\(hub.token(.display))"])
        expectEqual(host.status, 401)
        expectNil(host.json?["texts"])
        for path in ["/nowhere", "", "/pin", "/guest", "/j/main.j_1.x", "/t/main.p_1.x"] {
            try expectEqual(hub.document(of: path).status, 404, "\(path)")
        }
    }

    @Test func `a problem's page gets the problem with advice in the reader's language`()
        throws
    {
        let fields = ["Accept": "application/problem+json", "Accept-Language": "es"]
        for (path, status, advice) in [
            ("/nowhere", 404, "address"), ("/host", 401, "signIn"),
            ("/in/nothing", 404, "unknownLink"),
        ] {
            let page = try hub.get(path, as: nil, ["Accept": "text/html"])
            expectEqual(page.status, status)
            #expect(page.text.contains("data-problem"))
            let answer = try hub.get(path, as: nil, fields)
            expectEqual(answer.status, status)
            expectEqual(answer.json?["advice"]?.text, advice)
            expectEqual(answer.json?["language"], "es")
            #expect(answer.json?["texts"]?["title.\(advice)"] != nil)
            // Other programs get the plain problem document.
            expectNil(try hub.get(path).json?["texts"])
        }
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "\"quotes\" & 'such'", "<img src=x onerror=alert(1)>",
        "👩‍👩‍👧‍👦 Gärtner", "שלום דוד", "{{state}}", "\u{0600}</script>", "<\u{301}script>", "a\u{2028}b",
    ])
    func `shows a name as typed and never runs it`(name: String) throws {
        _ = try hub.connect(.host).add(name)
        for (path, role, view) in [
            ("/display", Role.display, "waitlist/display"), ("/host", .host, "waitlist/host"),
        ] {
            // The name is sent as JSON, and the page's scripts set it as text.
            let told = try document(path, as: role)["snapshots"]?.elements?.first
            expectEqual(told, (try hub.get("/v1/main/views/\(view)", as: role).json))
            #expect(try !page(path, as: role).text.contains(name))
        }
    }

    @Test func `compresses pages on request`() throws {
        let cookie = "tablecast=\(try hub.token(.host))"
        let answer = try hub.get(
            "/host", as: nil, ["Cookie": cookie, "Accept-Encoding": "gzip, deflate"])
        expectEqual(answer["content-encoding"], "gzip")
        #expect(answer.body.starts(with: [0x1F, 0x8B]))
    }

    @Test func `refuses the page of another venue`() throws {
        try hub.makeVenue("annex")
        try expectEqual(page("/host?venue=nowhere", as: .host).status, 404)
        let token = try hub.token(.host, venue: "annex")
        try expectEqual(page("/host?venue=annex", as: .host).status, 401)
        let own = try hub.get(
            "/host?venue=annex", as: nil, ["Cookie": "tablecast=\(token)", "Accept": "text/html"])
        expectEqual(own.status, 200)
        let told = try hub.document(of: "/host?venue=annex", ["Cookie": "tablecast=\(token)"])
        expectEqual(told.json?["venue"], "annex")
        try expectEqual(page("/host?venue=nowhere", as: .host).status, 404)
    }
}
