import Foundation
import JSON
import Sync
import TestSupport
import Testing

@testable import Pages
@testable import Server

/// The pages with the state already in them.
@Suite struct PageTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func page(_ path: String, as role: Role) throws -> RawAnswer {
        try hub.get(
            path, as: nil,
            ["Cookie": "tablecast=\(try hub.token(role))", "Accept": "text/html"])
    }

    /// The JSON of the state element, as a browser finds it: up to the first thing that could end
    /// the element.
    private func state(_ html: String) throws -> JSON {
        let start = try #require(
            html.range(of: "<script type=\"application/json\" id=\"state\">"))
        let end = try #require(
            html.range(
                of: "</script", options: [.caseInsensitive, .literal],
                range: start.upperBound..<html.endIndex))
        return try JSON(parsing: String(html[start.upperBound..<end.lowerBound]), depthMax: 64)
    }

    @Test(arguments: ["/host", "/display", "/events", "/guest", "/host/", "/display/"])
    func `without a sign-in there is a page that says how to get one`(path: String) throws {
        let answer = try hub.get(path, as: nil, ["Accept": "text/html,*/*;q=0.8"])
        expectEqual(answer.status, 401)
        expectEqual(answer["content-type"], "text/html; charset=utf-8")
        #expect(try hub.get(path).isProblem)
        let stale = try hub.get(path, as: nil, ["Cookie": "tablecast=gone~nobody"])
        expectEqual(stale.status, 401)
    }

    @Test func `each page is for those roles that it is made for`() throws {
        for (path, roles) in [
            ("/host", [Role.host, .owner]), ("/display", [.display, .host, .owner, .engineer]),
            ("/events", [.engineer, .owner]), ("/guest", []),
        ] {
            for role in [Role.owner, .host, .engineer, .display] {
                let status = try page(path, as: role).status
                expectEqual(status, (roles.contains(role) ? 200 : 401), "\(path) \(role)")
            }
        }
    }

    /// A page's texts, as its script reads them.
    private func texts(_ html: String) throws -> JSON {
        let after = try #require(
            html.components(separatedBy: "<script type=\"application/json\" id=\"texts\">").last)
        return try JSON(parsing: Array(after.components(separatedBy: "</script>")[0].utf8))
    }

    @Test func `pages of those who work there say in their language what every board finds wrong`()
        throws
    {
        for (path, role) in [("/host", Role.host), ("/owner", .owner), ("/events", .engineer)] {
            let english = try texts(page(path, as: role).text)
            expectEqual(english["problems.no_action"], "There is no such action")
            expectEqual(english["problems.waitlist.no_party"], "There is no such party")
            let spanish = try texts(page("\(path)?lang=es", as: role).text)
            expectEqual(spanish["problems.waitlist.no_party"], "Ese grupo no existe")
            expectEqual(spanish["fields.notice.text"], "Texto")
            let keys = try #require(english.members?.keys)
            #expect(keys.filter { $0.hasPrefix("problems.") }.count > 80)
        }
        let display = try page("/display", as: .display)
        #expect(!display.text.contains("problems."))
    }

    @Test func `a page has the state that a script resumes from`() throws {
        let host = try hub.connect(.host)
        let welcome = try host.next("welcome")
        try host.add("Ada")
        _ = try host.ask("n", "notice.post", ["text": "Hello", "level": "urgent"])
        for (path, role, views) in [
            ("/host", Role.host, ["waitlist/host", "notice/display", "house/settings"]),
            ("/display", .display, ["waitlist/display", "notice/display"]),
            ("/events", .engineer, []),
        ] {
            let answer = try page(path, as: role)
            expectEqual(answer["cache-control"], "no-store")
            let state = try state(answer.text)
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

    @Test func `no place of a page stays unfilled`() throws {
        try hub.connect(.host).add("Ada")
        for (path, role) in [
            ("/host", Role.host), ("/display", .display), ("/events", .engineer),
        ] {
            let html = try page(path, as: role).text
            let rows = html.components(separatedBy: "<template")
            let outside = rows.enumerated().map { index, part in
                index == 0
                    ? part : part.components(separatedBy: "</template>").dropFirst().joined()
            }.joined()
            #expect(!outside.contains("{{"), "\(path)")
        }
    }

    @Test func `the list is in the display's HTML, ready ones first`() throws {
        let host = try hub.connect(.host)
        try host.add("Ada Lovelace", size: 4)
        let bo = try host.add("Bo Burnham", size: 7)["party"] ?? .null
        _ = try host.ask("r", "waitlist.ready", ["party": bo])
        _ = try host.ask("n", "notice.post", ["text": "Terrace open", "level": "info"])
        let html = try page("/display", as: .display).text
        let body = try #require(html.range(of: "<script type=\"application/json\"")).lowerBound
        let shown = html[..<body]
        let first = try #require(shown.range(of: "Bo B."))
        let second = try #require(shown.range(of: "Ada L."))
        #expect(first.lowerBound < second.lowerBound)
        #expect(shown.contains("Terrace open"))
        #expect(shown.contains("Trattoria"))
    }

    static let names = [
        "<script>alert(1)</script>", "</script><script>alert(1)</script>", "\"quotes\" & 'such'",
        "<img src=x onerror=alert(1)>", "<!-- comment", "👩‍👩‍👧‍👦 Gärtner", "שלום דוד", "{{venueName}}",
        "{{state}}", "$& \\u003c", "<", "\u{0600}</script><script>alert(1)</script>",
        "<\u{301}script>", "]]>", "a\u{2028}b",
    ]

    @Test(arguments: names)
    func `a name is shown as typed and never run`(name: String) throws {
        let host = try hub.connect(.host)
        // A single word stands on the display as it is.
        let party = try host.add(name)["party"]?.text ?? ""
        _ = try host.ask("n", "notice.post", ["text": .string(name), "level": "info"])
        for (path, role, view, member) in [
            ("/display", Role.display, "waitlist/display", "label"),
            ("/host", .host, "waitlist/host", "name"),
        ] {
            let html = try page(path, as: role).text
            let snapshot = try state(html)["snapshots"]?.elements?.first
            let now = try hub.get("/v1/main/views/\(view)", as: role).json
            expectEqual(snapshot, now)
            let shown = now?["doc"]?["parties"]?[party]?[member]?.text ?? "?"
            let bytes = html.utf8
            // As many elements of script as the file itself has, whatever the name.
            let file = try String(
                contentsOfFile: "\(LiveHub.publicFolder)/boards/waitlist\(path)/index.html",
                encoding: .utf8
            ).replacing(/(?s)<template.*?<\/template>/, with: "")
            for tag in ["<script", "</script", "<img", "<!--"] {
                expectEqual(bytes.count(of: tag), file.utf8.count(of: tag), "\(tag)")
            }
            if path == "/display" {
                #expect(bytes.count(of: Template.escaped(shown)) >= 1)
            }
        }
    }

    @Test func `a page may come compressed`() throws {
        let cookie = "tablecast=\(try hub.token(.host))"
        let answer = try hub.get(
            "/host", as: nil, ["Cookie": cookie, "Accept-Encoding": "gzip, deflate"])
        expectEqual(answer["content-encoding"], "gzip")
        #expect(answer.body.starts(with: [0x1F, 0x8B]))
    }

    @Test func `the page of another venue is not shown to those of this one`() throws {
        try hub.makeVenue("annex")
        try expectEqual(page("/host?venue=nowhere", as: .host).status, 404)
        let token = try hub.token(.host, venue: "annex")
        try expectEqual(page("/host?venue=annex", as: .host).status, 401)
        let own = try hub.get(
            "/host?venue=annex", as: nil, ["Cookie": "tablecast=\(token)", "Accept": "text/html"])
        try expectEqual(state(own.text)["venue"], "annex")
        try expectEqual(page("/host?venue=nowhere", as: .host).status, 404)
    }
}

extension String.UTF8View {
    /// How often a text stands here, byte by byte, whatever the case of ASCII letters.
    fileprivate func count(of text: String) -> Int {
        let wanted = Array(text.utf8).map(Self.lower)
        let all = map(Self.lower)
        guard all.count >= wanted.count else { return 0 }
        return (0...(all.count - wanted.count)).count { start in
            all[start] == wanted[0] && all[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
