import Client
import JSON
import ScreenClient
import Sync
import TestSupport
import Testing

/// `GET /v1/<venue>/views/<view>`.
@Suite struct ViewRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static let path = "/v1/main/views/waitlist/host"

    @Test func `returns the snapshot message that begins a subscription`() throws {
        let host = try hub.connect(.host)
        try host.add("Ada")
        try host.subscribe("waitlist/host")
        let answer = try hub.get(Self.path, as: .host)
        expectEqual(answer.status, 200)
        expectEqual(answer["content-type"], "application/json")
        expectEqual(answer.json, (try host.next("snapshot")))
        var copy = ViewCopy(of: "waitlist/host")
        expectEqual(copy.apply(try #require(answer.json)), .applied)
    }

    @Test func `the tag is epoch and revision, and returns 304 when it matches`() throws {
        let host = try hub.connect(.host)
        let epoch = try host.next("welcome")["epoch"]?.text ?? ""
        try host.add("Ada")
        let tag = "\"\(epoch)-1\""
        try expectEqual(hub.get(Self.path, as: .host)["etag"], tag)
        for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let answer = try hub.get(Self.path, as: .host, ["If-None-Match": field])
            expectEqual(answer.status, 304)
            expectEqual(answer["etag"], tag)
            #expect(answer.body.isEmpty)
        }
        try expectEqual(hub.get(Self.path, as: .host, ["If-Match": tag]).status, 200)
        let other = try hub.get(Self.path, as: .host, ["If-Match": "\"x\""])
        expectEqual(other.status, 412)
        expectEqual(other["content-type"], "application/problem+json")
        try host.add("Bo")
        let answer = try hub.get(Self.path, as: .host, ["If-None-Match": tag])
        expectEqual(answer.status, 200)
        expectEqual(answer["etag"], "\"\(epoch)-2\"")
        // An event that does not change the view keeps its tag.
        _ = try host.ask("n", "notice.post", ["text": "Hello", "level": "info"])
        let same = try hub.get(Self.path, as: .host, ["If-None-Match": "\"\(epoch)-2\""])
        expectEqual(same.status, 304)
    }

    @Test func `a past revision shows the view at that time`() throws {
        let watcher = try Watcher(hub, .host, "waitlist/host", "waitlist/display")
        var seen: [[String: ViewCopy]] = [watcher.copies]
        func act(_ action: String, _ arguments: JSON) throws -> JSON {
            let rev = seen.count
            let answer = try watcher.ask("m-\(rev)", action, arguments)
            for view in watcher.copies.keys where action != "notice.post" {
                try watcher.reach(rev, of: view)
            }
            seen.append(watcher.copies)
            return answer["result"]?["party"] ?? .null
        }
        let ada = try act("waitlist.add", ["name": "Ada", "size": 2])
        let bo = try act("waitlist.add", ["name": "Bo", "size": 3])
        _ = try act("waitlist.ready", ["party": bo])
        _ = try act("notice.post", ["text": "Hello", "level": "info"])
        _ = try act("waitlist.seat", ["party": bo])
        _ = try act("waitlist.edit", ["party": ada, "name": "Ada Byron"])
        _ = try act("waitlist.undo", ["rev": 5])
        for (rev, copies) in seen.enumerated() {
            for (view, copy) in copies {
                let past = try hub.http(.owner).view(view, venue: "main", rev: rev)
                expectEqual(past["doc"], copy.document)
                expectEqual(past["hash"]?.text, copy.hash)
                expectEqual(past["rev"]?.integer, copy.position?.rev)
            }
        }
        try hub.restart()
        let past = try hub.http(.engineer).view("waitlist/display", venue: "main", rev: 3)
        expectEqual(past["hash"]?.text, seen[3]["waitlist/display"]?.hash)
    }

    @Test func `returns 404 beyond the journal, and 400 for a malformed revision`() throws {
        try hub.connect(.host).add("Ada")
        for (rev, status) in [("1", 200), ("0", 200), ("2", 404), ("x", 400), ("-1", 400)] {
            let answer = try hub.get("\(Self.path)?rev=\(rev)", as: .owner)
            expectEqual(answer.status, status)
            if status != 200 { #expect(answer.isProblem) }
        }
        let past = try hub.get("/v1/main/views/waitlist/nobody?rev=1", as: .owner)
        expectEqual(past.status, 404)
    }

    @Test func `refuses a view like a subscription to it`() throws {
        for (view, role, status) in [
            ("waitlist/host", Role.display, 403), ("waitlist/guest", .owner, 403),
            ("waitlist/nobody", .owner, 404), ("waitlist", .owner, 404), ("a/b/c", .owner, 404),
            ("waitlist/display/", .owner, 404),
        ] {
            let answer = try hub.get("/v1/main/views/\(view)", as: role)
            expectEqual(answer.status, status, "\(view)")
            #expect(answer.isProblem)
        }
        try expectEqual(hub.get(Self.path).status, 401)
        try expectEqual(hub.get("/v1/nowhere/views/waitlist/host", as: .owner).status, 403)
        let foreign = try hub.get(Self.path, as: .host, ["Origin": "http://evil.example"])
        expectEqual(foreign.status, 403)
    }

    @Test func `a guest reads its own view with its ticket`() throws {
        let host = try hub.connect(.host)
        let ticket = try host.add("Ada")["ticket"]?.text ?? ""
        let answer = try hub.get(
            "/v1/main/views/waitlist/guest", as: nil, ["Authorization": "Bearer \(ticket)"])
        #expect(answer.json?["doc"]?["party"]?["name"] == "Ada")
        let other = try hub.get(
            "/v1/main/views/waitlist/display", as: nil, ["Authorization": "Bearer \(ticket)"])
        expectEqual(other.status, 403)
        let forged = String(ticket.dropLast()) + (ticket.hasSuffix("A") ? "B" : "A")
        let bad = try hub.get(
            "/v1/main/views/waitlist/guest", as: nil, ["Authorization": "Bearer \(forged)"])
        expectEqual(bad.status, 401)
    }
}
