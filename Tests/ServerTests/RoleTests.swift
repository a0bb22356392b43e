import Client
import JSON
import Sync
import TestSupport
import Testing

/// The rights of guests, and data hidden from an audience.
@Suite struct RoleTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static let actions = [
        "waitlist.add", "waitlist.edit", "waitlist.ready", "waitlist.unready", "waitlist.seat",
        "waitlist.no_show", "waitlist.cancel", "waitlist.restore", "waitlist.move",
        "waitlist.call_next", "waitlist.undo", "waitlist.confirm", "notice.post", "notice.clear",
        "notice.undo",
    ]

    @Test func `a guest can only step back and leave with its own party`() throws {
        let host = try hub.connect(.host)
        let other = try host.add("Bo")["party"] ?? .null
        let own = try host.add("Ada")
        let last = try host.add("Cy")["party"] ?? .null
        let party = own["party"] ?? .null
        let guest = try hub.connect(ticket: own["ticket"]?.text ?? "")
        try expectEqual(guest.next("welcome")["role"], "guest")
        for action in Self.actions where !["waitlist.cancel", "waitlist.move"].contains(action) {
            try expectEqual(guest.ask("x", action, ["party": party])["code"], "forbidden")
        }
        try expectEqual(guest.ask("x", "waitlist.cancel", ["party": other])["code"], "forbidden")
        let forward: JSON = ["party": party, "before": other]
        try expectEqual(guest.ask("x", "waitlist.move", forward)["code"], "conflict")
        let back: JSON = ["party": party, "after": last]
        try expectEqual(guest.ask("back", "waitlist.move", back)["type"], "ack")
        try expectEqual(guest.ask("gone", "waitlist.cancel", ["party": party])["type"], "ack")
    }

    @Test func `a guest sees only its own party`() throws {
        let host = try hub.connect(.host)
        _ = try host.ask(
            "1", "waitlist.add", ["name": "Bo Burnham", "size": 2, "phone": "+1 201 555 0123"])
        let ada = try host.ask(
            "2", "waitlist.add",
            ["name": "Ada Lovelace", "size": 4, "phone": "+39 06 1234567", "notes": "window"])
        let guest = try Watcher(
            try hub.connect(ticket: ada["result"]?["ticket"]?.text ?? ""), ["waitlist/guest"])
        let document = guest.document("waitlist/guest")
        #expect(document?["ahead"] == 1)
        expectEqual(document?.members?.keys.sorted(), ["ahead", "party", "venue"])
        expectEqual(
            document?["party"]?.members?.keys.sorted(),
            ["arrivedAt", "name", "number", "size", "status"])
        _ = try host.ask("3", "waitlist.call_next")
        try guest.reach(3, of: "waitlist/guest")
        #expect(guest.document("waitlist/guest")?["ahead"] == 0)
        _ = try host.ask("4", "waitlist.call_next")
        try guest.reach(4, of: "waitlist/guest")
        #expect(guest.document("waitlist/guest")?["party"]?["status"] == "ready")
        _ = try host.ask(
            "5", "waitlist.seat", ["party": ada["result"]?["party"] ?? .null])
        try guest.reach(5, of: "waitlist/guest")
        #expect(guest.document("waitlist/guest")?["ahead"] == nil)
        let everything = guest.messages.map(\.canonicalText).joined()
        for secret in ["Bo", "0123", "1234567", "window"] {
            #expect(!everything.contains(secret))
        }
    }

    @Test func `the display never gets a phone number, notes, tags or a full name`() throws {
        let display = try Watcher(hub, .display, "waitlist/display")
        let host = try hub.connect(.host)
        let party =
            try host.ask(
                "1", "waitlist.add",
                [
                    "name": "Ada King Lovelace", "size": 4, "phone": "+39 06 1234567",
                    "notes": "no gluten", "tags": ["regular"],
                ])["result"]?["party"] ?? .null
        _ = try host.ask("2", "waitlist.edit", ["party": party, "notes": "gluten, window"])
        _ = try host.ask("3", "waitlist.edit", ["party": party, "name": "Ada Byron"])
        _ = try host.ask("4", "waitlist.ready", ["party": party])
        try expectEqual(display.catchUp(), 4)
        let label = display.document("waitlist/display")?["parties"]?.members?.first?.value["label"]
        expectEqual(label, "Ada B.")
        let snapshot = try hub.get("/v1/main/views/waitlist/display", as: .display).text
        let page = try hub.document(
            of: "/display", ["Cookie": "tablecast=\(try hub.token(.display))"]
        ).text
        #expect(page.contains("Ada B."))
        let everything = display.messages.map(\.canonicalText).joined() + snapshot + page
        for secret in [
            "Lovelace", "Byron", "1234567", "gluten", "window", "regular", "\"phone\"",
            "\"name\":\"Ada",
        ] {
            #expect(!everything.contains(secret), "\(secret)")
        }
        // An edit that changes nothing visible sends no message.
        expectEqual(display.messages.filter { $0["type"] == "diff" }.map { $0["rev"] }, [1, 3, 4])
    }

    @Test func `masks phone numbers and notes for engineers everywhere`() throws {
        let engineer = try Watcher(hub, .engineer, "waitlist/host")
        let stream = try RawEventStream(hub, .engineer, "?rejected=1")
        let owners = try RawEventStream(hub, .owner, "?rejected=1")
        let host = try hub.connect(.host)
        let party =
            try host.ask(
                "1", "waitlist.add",
                ["name": "Ada", "size": 4, "phone": "+390612345678", "notes": "no gluten"])[
                "result"]?["party"] ?? .null
        _ = try host.ask("2", "waitlist.edit", ["party": party, "notes": "gluten, window"])
        // Rejected mutations are masked, too: misspelt fields, wrong types, unknown actions or
        // boards.
        for (action, arguments) in [
            ("waitlist.add", ["size": 0, "name": "Eve", "phone": "+390612345678"]),
            ("waitlist.add", ["name": "Eve", "phone": 390_612_345_678, "notes": ["no gluten"]]),
            ("waitlist.addd", ["name": "Eve", "phone": "+390612345678", "notes": "no gluten"]),
            ("waitinglist.add", ["name": "Eve", "phone": "+390612345678"]),
            ("notice.post", ["text": "Eve", "phone": "+390612345678", "notes": "no gluten"]),
        ] as [(String, JSON)] {
            try expectEqual(host.ask("x", action, arguments)["type"], "reject")
        }
        _ = try host.ask("3", "waitlist.undo", ["rev": 2])
        var seen: [String] = []
        while true {
            let event = try stream.next()
            seen.append(event.canonicalText)
            if event["rev"] == 3 { break }
        }
        expectEqual(seen.count, 8)
        try expectEqual(engineer.catchUp(), 3)
        seen += engineer.messages.map(\.canonicalText)
        seen.append(try hub.get("/v1/main/views/waitlist/host", as: .engineer).text)
        seen.append(try hub.get("/v1/main/views/waitlist/host?rev=1", as: .engineer).text)
        for secret in ["0612345678", "390612345678", "gluten", "window"] {
            #expect(!seen.joined().contains(secret), "\(secret)")
        }
        #expect(seen.joined().contains("Ada"))
        // The owner gets everything.
        var all = ""
        while true {
            let event = try owners.next()
            all += event.canonicalText
            if event["rev"] == 3 { break }
        }
        for secret in ["+390612345678", "no gluten", "gluten, window"] {
            #expect(all.contains(secret))
        }
    }
}
