import CalendarMerging
import ICalendar
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Links: legal actions, requests to the server, and the state after unlinking.
@Suite struct PlannerLinkTests {
    private var bench = PlannerBench()
    private var server = PretendServer()
    private static let owner = PlannerBench.owner
    private static let remotes = [
        RemoteCalendar(id: "/dav/kitchen/", name: "Kitchen", isReadOnly: false),
        RemoteCalendar(id: "/dav/holidays/", name: "Holidays", isReadOnly: true),
    ]

    @Test
    mutating func `creates a calendar with the remote's name, and reads it before it writes`()
        throws
    {
        let account = try bench.connected(Self.remotes)
        let calendar = try bench.link(account)
        let row: JSON = [
            "name": "Kitchen", "color": "orange", "display": "off", "account": .string(account),
            "remote": .string(bench.remote(account)),
        ]
        #expect(bench.calendars["calendars"]?[calendar] == row)
        try bench.add("Tasting", "2026-05-04T19:30", 60, ["calendar": .string(calendar)])
        expectEqual(bench.connectorIDs, ["\(calendar)/fetch", "\(account)/find"])
        expectEqual(bench.task("\(calendar)/fetch"), .fetch(calendar: "/dav/kitchen/", token: nil))
        var server = PretendServer()
        bench.run("\(calendar)/fetch", at: &server)
        expectEqual(bench.writes("\(calendar)/write").map(\.content?.details.title), ["Tasting"])
    }

    @Test mutating func `links an existing calendar with its events`() throws {
        server.put(.made("Theirs", uid: "u1"))
        try bench.add("Ours", "2026-05-04T19:30")
        let account = try bench.connected()
        try expectEqual(
            bench.link(account, ["calendar": "main", "name": "New", "color": "red"]), "main")
        #expect(bench.calendars["calendars"]?["main"]?["name"] == "New")
        #expect(bench.calendars["calendars"]?["main"]?["color"] == "red")
        bench.settleDown(at: &server)
        expectEqual(server.events.map(\.details.title).sorted(), ["Ours", "Theirs"])
        #expect(bench.event(titled: "Theirs") != nil)
    }

    @Test mutating func `rejects an unsuitable calendar, and does not find an unknown one`() throws
    {
        let account = try bench.connected(Self.remotes)
        let other = try bench.connect()
        let free = try bench.addCalendar("Free")
        func asked(_ more: [String: JSON] = [:]) -> [String: JSON] {
            let arguments: [String: JSON] = [
                "account": .string(account), "remote": .string(bench.remote(account)),
            ]
            return arguments.merging(more) { $1 }
        }
        let refusals: [([String: JSON], RejectCode)] = [
            (["account": "a_zz"], .notFound), (["remote": "m_zz"], .notFound),
            (["remote": "/dav/kitchen/"], .notFound), (["calendar": "c_zz"], .notFound),
            (["calendar": "reservations"], .conflict), (["account": .string(other)], .notFound),
            (["color": "pink"], .invalid), (["readOnly": "yes"], .invalid),
        ]
        for (more, code) in refusals {
            expectEqual(bench.code("link", asked(more), by: Self.owner), code, "\(more)")
        }
        try bench.link(account, ["calendar": .string(free)])
        let twice = bench.refusal("link", asked(), by: Self.owner)
        expectEqual(twice?.message, "That calendar is linked already")
        let holidays = JSON.string(bench.remote(account, "Holidays"))
        let linked = asked(["remote": holidays, "calendar": .string(free)])
        expectEqual(
            bench.refusal("link", linked, by: Self.owner)?.message,
            "The calendar is linked; unlink it first")
        bench.tell(account, .refused(.wrongPassword))
        let refusal = bench.refusal("link", asked(["remote": holidays]), by: Self.owner)
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "The account is not ready")
        expectEqual(bench.code("sync", ["calendar": .string(free)]), .conflict)
    }

    @Test mutating func `links a remote once, whatever accounts lead to it`() throws {
        let calendar = try bench.link(try bench.connected())
        let urls = [
            "https://Cloud.example.org:443/dav/", "https://cloud.example.org:8443",
            "https://caldav.example.net",
        ]
        let found = try urls.map { url in
            let other = try bench.connect(["url": .string(url), "user": "waiter"])
            let kitchen = RemoteCalendar(id: "/dav/kitchen/", name: "Kitchen", isReadOnly: false)
            bench.tell(other, .remotes([kitchen]), of: "\(other)/find")
            let asked: [String: JSON] = [
                "account": .string(other), "remote": .string(bench.remote(other)),
            ]
            let row = bench.accounts["accounts"]?[other]?["remotes"]?[bench.remote(other)]
            return (
                refusal: bench.refusal("link", asked, by: Self.owner)?.message,
                linked: row?["linked"]?.text
            )
        }
        expectEqual(found.map(\.refusal), ["That calendar is linked already", nil, nil])
        expectEqual(found.map(\.linked), [calendar, nil, nil])
        try bench.ask("unlink", ["calendar": .string(calendar)], by: Self.owner)
        let rows = bench.accounts["accounts"]?.members?.values.map { $0.canonicalText } ?? []
        #expect(rows.count == 4 && !rows.contains { $0.contains("linked") })
    }

    @Test mutating func `creates a calendar with an unused name`() throws {
        try bench.ask("add_calendar", ["name": "Kitchen", "color": "red"], by: Self.owner)
        let calendar = try bench.link(try bench.connected())
        #expect(bench.calendars["calendars"]?[calendar]?["name"] == "Kitchen (2)")
    }

    @Test mutating func `refuses to remove a linked calendar, or to unlink an unlinked one`()
        throws
    {
        let (calendar, account) = try bench.linked(to: &server)
        let named: [String: JSON] = ["calendar": .string(calendar)]
        expectEqual(bench.code("remove_calendar", named, by: Self.owner), .conflict)
        for verb in ["unlink", "sync"] {
            expectEqual(bench.code(verb, ["calendar": "main"], by: Self.owner), .conflict)
            expectEqual(bench.code(verb, ["calendar": "c_zz"], by: Self.owner), .notFound)
        }
        try bench.ask("unlink", named, by: Self.owner)
        expectEqual(bench.code("unlink", named, by: Self.owner), .conflict)
        expectEqual(bench.connectorIDs, ["\(account)/find"])
        try bench.ask("remove_calendar", named, by: Self.owner)
        expectEqual(
            bench.code(
                "link",
                [
                    "account": .string(account),
                    "remote": .string(bench.remote(account)), "calendar": .string(calendar),
                ],
                by: Self.owner), .conflict)
    }

    @Test mutating func `refuses to undo the addition of a linked calendar`() throws {
        let calendar = try bench.addCalendar("Bar")
        let added = bench.rev
        let account = try bench.connected()
        try bench.link(account, ["calendar": .string(calendar)])
        expectEqual(bench.code("undo", ["rev": JSON(added)], by: Self.owner), .conflict)
        try bench.ask("unlink", ["calendar": .string(calendar)], by: Self.owner)
        try bench.undo(added)
    }

    @Test mutating func `refuses to undo events about accounts and links`() throws {
        server.put(.made("Theirs", uid: "u1"))
        let (calendar, account) = try bench.linked(to: &server)
        let named: [String: JSON] = ["calendar": .string(calendar)]
        try bench.add("Ours", "2026-05-04T19:30", 60, named)
        bench.settleDown(at: &server)
        try bench.ask("sync", named)
        bench.tell(account, .calendarRefused(calendar: server.calendar, .gone))
        try bench.ask("unlink", named, by: Self.owner)
        try bench.ask("disconnect", ["account": .string(account)], by: Self.owner)
        let final: Set = [
            "connected", "account_changed", "linked", "pulled", "pushed", "sync_requested",
            "unlinked", "disconnected",
        ]
        let events = bench.events.filter { final.contains($0.kind) }
        expectEqual(Set(events.map(\.kind)), final)
        for other in [bench, bench.replayed(), try bench.restored()] {
            for event in events {
                expectEqual(
                    other.code("undo", ["rev": JSON(event.rev)], by: Self.owner), .conflict,
                    "\(event.kind)")
            }
        }
    }

    @Test mutating func `changes a read-only calendar only from the remote`() throws {
        var server = PretendServer("/dav/holidays/")
        server.put(.made("Easter", uid: "u1"))
        let account = try bench.connected(Self.remotes)
        let calendar = try bench.link(
            account, ["remote": .string(bench.remote(account, "Holidays"))])
        bench.settleDown(at: &server)
        #expect(bench.calendars["calendars"]?[calendar]?["readOnly"] == true)
        let easter = try #require(bench.event(titled: "Easter")?.id)
        let own = try bench.add("Own", "2026-05-04T19:30")
        let refusals: [(String, [String: JSON])] = [
            ("add", ["title": "x", "date": "2026-05-04", "calendar": .string(calendar)]),
            ("edit", ["event": .string(easter), "title": "x"]),
            ("delete", ["event": .string(easter)]),
            ("edit", ["event": .string(own), "calendar": .string(calendar)]),
        ]
        for (verb, arguments) in refusals {
            let refusal = bench.refusal(verb, arguments)
            expectEqual(refusal?.code, .conflict)
            expectEqual(refusal?.message, "The calendar can only be changed where it comes from")
        }
        server.change("u1") { $0.details.title = "Whitsun" }
        bench.settleDown(at: &server)
        expectEqual(bench.event(titled: "Whitsun")?.id, easter)
        expectEqual(bench.issues, [:])
    }

    @Test mutating func `never writes events of a read-only calendar`() throws {
        server.put(.made("Theirs", uid: "u1"))
        let added = try bench.add("Ours", "2026-05-04T19:30")
        let rev = bench.rev
        let account = try bench.connected()
        try bench.link(account, ["calendar": "main", "readOnly": true])
        bench.settleDown(at: &server)
        expectEqual(server.names.count, 1)
        expectNil(bench.sync(added))
        expectEqual(bench.code("undo", ["rev": JSON(rev)], by: Self.owner), .conflict)
    }

    // MARK: Health

    @Test mutating func `reports an unreachable server once, and its return once`()
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        expectEqual(bench.report("\(calendar)/fetch", .same)?.code, .conflict)
        let before = bench.planner.connectors
        bench.report("\(calendar)/fetch", .failed(.timedOut))
        let since = bench.calendars["calendars"]?[calendar]?["staleSince"]
        expectEqual(since?.text, bench.events.last?.at.description)
        expectEqual(bench.report("\(calendar)/fetch", .failed(.unreachable))?.code, .conflict)
        expectEqual(bench.planner.connectors, before)
        expectNil(bench.report("\(calendar)/fetch", .same))
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] == nil)
        expectEqual(bench.report("c_zz/fetch", .failed(.unreachable))?.code, .conflict)
    }

    @Test mutating func `shows how long a server asks to wait, and lets somebody ask earlier`()
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let fetch = "\(calendar)/fetch"
        func until(_ bench: PlannerBench) -> JSON? {
            bench.calendars["calendars"]?[calendar]?["waitsUntil"]
        }
        expectNil(bench.report(fetch, .failed(.answered(503)), waitSeconds: 3_600))
        let told = try #require(bench.events.last?.at).adding(milliseconds: 3_600_000)
        expectEqual(until(bench)?.text, told.description)
        expectNil(bench.report(fetch, .failed(.answered(503)), waitSeconds: 3_600))
        for other in [bench, bench.replayed(), try bench.restored()] {
            expectEqual(until(other), until(bench))
        }
        let asked = try #require(bench.connector(fetch)).askedAt
        try bench.ask("sync", ["calendar": .string(calendar)])
        #expect(try #require(bench.connector(fetch)).askedAt > asked)
        #expect(until(bench) != nil)
        expectNil(bench.report(fetch, .same))
        expectNil(until(bench))
        // A read that makes an event also sets the wait of its lane.
        expectNil(bench.report(fetch, .same, waitSeconds: 600))
        #expect(until(bench) != nil)
        server.put(.made("Theirs", uid: "u1"))
        bench.settleDown(at: &server)
        expectNil(until(bench))
    }

    @Test mutating func `marks the calendar as stale at once if a write does not reach its server`()
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        let event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60, ["calendar": .string(calendar)])
        expectNil(bench.report("\(calendar)/write", .failed(.unreachable)))
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] != nil)
        expectEqual(bench.sync(event), "waiting")
        expectEqual(bench.report("\(calendar)/fetch", .failed(.unreachable))?.code, .conflict)
        bench.settleDown(at: &server)
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] == nil)
        expectNil(bench.sync(event))
    }

    @Test
    mutating func `marks the calendars of an unusable account as stale until it is ready`()
        throws
    {
        let (calendar, account) = try bench.linked(to: &server)
        bench.tell(account, .refused(.wrongPassword))
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] != nil)
        let event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60, ["calendar": .string(calendar)])
        expectEqual(bench.sync(event), "waiting")
        expectEqual(bench.connectorIDs, [])
        _ = try bench.connect(["account": .string(account)])
        bench.settleDown(at: &server)
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] == nil)
        expectNil(bench.sync(event))
        #expect(server.event(titled: "Tasting") != nil)
    }

    @Test(arguments: [CalendarRefusal.gone, .tooManyEvents])
    mutating func `suspends a remote that can't be followed until somebody asks for it`(
        refusal: CalendarRefusal
    ) throws {
        let (calendar, account) = try bench.linked(to: &server)
        bench.tell(account, .calendarRefused(calendar: server.calendar, refusal))
        expectEqual(bench.accounts["links"]?[calendar]?["problem"]?.text, refusal.rawValue)
        #expect(bench.calendars["calendars"]?[calendar]?["staleSince"] != nil)
        expectEqual(bench.connectorIDs, ["\(account)/find"])
        let again = bench.tell(account, .calendarRefused(calendar: server.calendar, refusal))
        expectEqual(again?.code, .conflict)
        try bench.ask("sync", ["calendar": .string(calendar)])
        #expect(bench.accounts["links"]?[calendar]?["problem"] == nil)
        bench.run("\(calendar)/fetch", at: &server)
        #expect(bench.connectorIDs.contains("\(calendar)/fetch"))
    }

    @Test mutating func `reads at once on request, whoever asks`() throws {
        let (calendar, _) = try bench.linked(to: &server)
        let since = try #require(bench.connector("\(calendar)/fetch")?.since)
        try bench.ask("sync", ["calendar": .string(calendar)])
        #expect(bench.connector("\(calendar)/fetch")?.since ?? 0 > since)
    }

    @Test
    mutating func `reads calendars at the owner's interval, and more often while watched`()
        throws
    {
        let (calendar, _) = try bench.linked(to: &server)
        expectEqual(bench.connector("\(calendar)/fetch")?.period, .seconds(60))
        expectEqual(bench.connector("\(calendar)/fetch")?.periodWhileWatched, .seconds(10))
        try bench.ask("configure", ["pollSeconds": 600], by: Self.owner)
        expectEqual(bench.connector("\(calendar)/fetch")?.period, .seconds(600))
    }

    // MARK: Routes

    private func route(_ path: String) throws -> BoardRoute {
        try #require(Planner.syncRoutes.first { $0.path == path })
    }

    @Test mutating func `wakes only the calendar whose secrets a push has`() throws {
        let account =
            try bench.ask("connect", ["kind": "google", "clientId": "x"], by: Self.owner)[
                "account"]?
            .text ?? ""
        bench.tell(account, .signIn(address: "https://a", state: "s", verifier: "v"))
        let address: JSON = "http://127.0.0.1:1/v1/main/planner/google?state=s&code=c"
        try bench.ask(
            "authorise", ["account": .string(account), "address": address], by: Self.owner)
        bench.tell(account, .authorised(refreshToken: "r", Self.remotes))
        let calendar = try bench.link(account)
        guard case .watch(let remote, let path, let secret)? = bench.task("\(calendar)/watch")
        else {
            Issue.record("nothing is watched")
            return
        }
        expectEqual(remote, "/dav/kitchen/")
        #expect(path.hasPrefix("/v1/main/planner/push/"))
        let push = try route("push/{secret}")
        func wakes(_ rest: String, _ token: String?) -> String? {
            let request = BoardRoute.Request(
                query: [:], content: [], components: ["secret": rest], at: bench.now
            ) {
                $0 == "X-Goog-Channel-Token" ? token : nil
            }
            if case .wake(let connector) = push.outcome(request, bench.venue) { return connector }
            return nil
        }
        let rest = String(path.split(separator: "/").last ?? "")
        expectEqual(wakes(rest, secret), "\(calendar)/fetch")
        for (wrong, token) in [(rest, "x"), (rest, nil), ("x", secret), ("", ""), (secret, rest)] {
            expectNil(wakes(wrong, token))
        }
    }

    @Test mutating func `redirects a finished sign-in to the page`() throws {
        let account =
            try bench.ask("connect", ["kind": "google", "clientId": "x"], by: Self.owner)[
                "account"]?
            .text ?? ""
        bench.tell(account, .signIn(address: "https://a", state: "s", verifier: "v"))
        let google = try route("google")
        expectEqual(google.access, .roles([.owner]))
        let request = BoardRoute.Request(
            query: ["state": "s", "code": "a/b c"], content: [], at: bench.now)
        guard
            case .mutation(let action, let arguments, _, let next) = google.outcome(
                request, bench.venue)
        else {
            Issue.record("nothing is asked for")
            return
        }
        expectEqual(action, "planner.authorise")
        expectEqual(arguments["account"]?.text, account)
        expectEqual(arguments["address"]?.text?.contains("code=a%2Fb%20c&state=s"), true)
        guard
            case .redirect("/planner/setup") = next(
                .success(AcceptedChange(rev: 1, result: nil)), bench.venue),
            case .redirect("/planner/setup") = google.outcome(
                BoardRoute.Request(query: ["state": "other"], content: [], at: bench.now),
                bench.venue)
        else {
            Issue.record("it leads elsewhere")
            return
        }
    }

    @Test func `redirects a sign-in of another venue to that venue's page`() throws {
        let venue = Venue.empty(.ofTests(slug: "terrace", timeZone: "Europe/Madrid"))
        let request = BoardRoute.Request(query: [:], content: [], at: PlannerBench.start)
        guard
            case .redirect("/planner/setup?venue=terrace") = try route("google").outcome(
                request, venue)
        else {
            Issue.record("it leads elsewhere")
            return
        }
    }
}
