import JSON
import Locks
import TestSupport
import Testing

@testable import Sync

@Suite struct VenueRequestedViewTests {
    private static let named = "lab/named?prefix=NAME1"

    /// A venue with two items, at revision 2, and a host who watches nothing.
    private var hub: TestHub
    private let host: ClientID

    init() { (hub, host) = TestHub.withItems(2) }

    @Test mutating func `makes the view on request, and updates it like any other`() throws {
        hub.subscribe(host, to: Self.named)
        let heard = hub.heard(host)
        expectEqual(
            heard.map(TestHub.words),
            [
                "subscribed \(Self.named) afresh", "snapshot \(Self.named) 2",
                "live \(Self.named) 2",
            ])
        expectEqual(
            heard[1]["doc"], ["items": ["i_1": ["name": "NAME1", "place": 1, "secret": "SECRET1"]]])
        hub.mutate(host, "m3", "lab.hush", ["item": "i_2", "secret": "x"])
        hub.mutate(host, "m4", "lab.rename", ["item": "i_2", "name": "NAME12"])
        hub.mutate(host, "m5", "bell.ring")
        hub.write()
        let diffs = hub.heard(host).filter { $0["type"] == "diff" }
        expectEqual(diffs.map(TestHub.words), ["diff \(Self.named) 2-5"])
        #expect(diffs.first?["patch"]?.elements?.first?["path"] == "/items/i_2")
        expectEqual(hub.venue.subscriptionCounts, ["lab/named": 1])
    }

    @Test mutating func `makes the view elsewhere, while its reader's later messages wait`() {
        let other = hub.connect(.owner)
        hub.holdsMaking = true
        _ = hub.heard(other)
        hub.subscribe(host, to: Self.named)
        hub.mutate(host, "m3", "bell.ring")
        hub.subscribe(other, to: Self.named)
        let gone = hub.connect(.host)
        hub.subscribe(gone, to: Self.named)
        hub.venue.disconnect(gone, at: hub.now)
        expectEqual(hub.making.count, 1)
        hub.write()
        expectEqual(hub.words(to: host), [])
        hub.takeMade()
        hub.write()
        let expected = [
            "subscribed \(Self.named) afresh", "snapshot \(Self.named) 2", "live \(Self.named) 2",
        ]
        expectEqual(hub.words(to: host), expected + ["ack m3 3"])
        expectEqual(hub.words(to: other), expected)
        // No client waits for the next one, and it is kept like any other.
        hub.subscribe(host, to: "lab/named?prefix=NAME2")
        hub.venue.disconnect(host, at: hub.now)
        while !hub.making.isEmpty { hub.takeMade() }
        expectEqual(hub.venue.nextDue(), hub.now.adding(milliseconds: 60_000))
    }

    @Test mutating func `shows the view as of when its making began, then later changes`() {
        let writer = hub.connect(.host)
        hub.holdsMaking = true
        hub.subscribe(host, to: Self.named)
        var heard: [[String]] = []
        for (number, name) in ["NAME1b", "NAME1c"].enumerated() {
            hub.mutate(
                writer, "r\(number)", "lab.rename", ["item": "i_1", "name": .string(name)])
            hub.write()
            expectEqual(hub.words(to: host), [])
            hub.takeMade()
            heard.append(hub.words(to: host))
        }
        hub.takeMade()
        #expect(hub.making.isEmpty)
        expectEqual(heard.map(\.last), ["live \(Self.named) 2", "diff \(Self.named) 2-3"])
        expectEqual(hub.words(to: host), ["diff \(Self.named) 3-4"])
    }

    @Test mutating func `remakes a watched view on another thread, and pings wait for it`() {
        let writer = hub.connect(.host)
        hub.subscribe(host, to: Self.named)
        hub.holdsMaking = true
        func rename(_ name: String) {
            hub.mutate(writer, name, "lab.rename", ["item": "i_1", "name": .string(name)])
            hub.write()
        }
        _ = hub.heard(host)
        rename("NAME1b")
        hub.send(["type": "ping", "n": 1], from: host)
        rename("NAME1c")
        rename("NAME1d")
        hub.send(["type": "ping", "n": 2], from: writer)
        #expect(hub.words(to: writer).last == "pong 2 5")
        hub.subscribe(writer, to: Self.named)
        expectEqual(hub.making.count, 1)
        expectEqual(hub.words(to: host), [])
        // It shows the state at its beginning, and is made once more for both others.
        hub.takeMade()
        expectEqual(hub.words(to: host), ["diff \(Self.named) 2-3", "pong 1 3"])
        hub.send(["type": "ping", "n": 3], from: host)
        hub.takeMade()
        #expect(hub.making.isEmpty)
        expectEqual(hub.words(to: host), ["diff \(Self.named) 3-5", "pong 3 5"])
        expectEqual(hub.words(to: writer).last, "live \(Self.named) 5")
    }

    @Test mutating func `masks the view for roles that may not see secrets`() throws {
        let engineer = hub.connect(.engineer)
        hub.subscribe(engineer, to: Self.named)
        hub.mutate(host, "m3", "lab.hush", ["item": "i_1", "secret": "SECRET"])
        hub.mutate(host, "m4", "lab.rename", ["item": "i_1", "name": "NAME1b"])
        hub.write()
        let heard = hub.heard(engineer)
        #expect(!heard.contains { $0.canonicalText.contains("SECRET") })
        expectEqual(heard.last.map(TestHub.words), "diff \(Self.named) 2-4")
        let answer = try hub.venue.read(
            "lab/named", [("prefix", "NAME2")], by: Principal(role: .engineer, device: "d"))
        #expect(!String(decoding: answer.snapshot, as: UTF8.self).contains("SECRET"))
    }

    @Test(
        arguments: [
            ("lab/named", "prefix is a required parameter"),
            ("lab/named?prefix=", "prefix must be 1 to 20 characters"),
            ("lab/named?prefix", "A view's parameters are written as name=value"),
            ("lab/named?prefix=%zz", "A view's parameters are written as name=value"),
            ("lab/named?prefix=%4", "A view's parameters are written as name=value"),
            ("lab/named?prefix=%FF", "A view's parameters are written as name=value"),
            ("lab/named?", "A view's parameters are written as name=value"),
            ("lab/named?prefix=a&", "A view's parameters are written as name=value"),
            ("lab/named?prefix=a&prefix=b", "prefix may be given once only"),
            ("lab/named?prefix=a&x=1", "x is not a parameter of this view"),
            ("lab/named?prefix=a&rev=1", "rev is not a parameter of this view"),
            ("lab/open?x=1", "x is not a parameter of this view"),
            ("lab/named?prefix=a&after=1000", "after must be a whole number from 0 to 999"),
            ("lab/named?prefix=a&after=07", "after must be a whole number from 0 to 999"),
            ("lab/named?prefix=a&after=x", "after must be a whole number from 0 to 999"),
            ("lab/named?prefix=a&order=left", "order must be one of up, down"),
            ("lab/named?after=1&prefix=a", "This view is named lab/named?prefix=a&after=1"),
            ("lab/named?prefix=a+b", "This view is named lab/named?prefix=a%2Bb"),
            ("lab/named?prefix=é", "This view is named lab/named?prefix=%C3%A9"),
            ("lab/named?prefix=%61", "This view is named lab/named?prefix=a"),
        ])
    mutating func `rejects a wrong, missing or differently written parameter`(
        name: String, message: String
    ) {
        hub.subscribe(host, to: name)
        expectEqual(
            hub.heard(host),
            [
                [
                    "type": "error", "code": "invalid", "message": .string(message),
                    "view": .string(name),
                ]
            ])
    }

    @Test mutating func `rejects an overlong name even if each value is valid`() throws {
        let rule = ViewDeclaration(
            name: "lab/long", scope: .shared, readers: [],
            parameters: [
                ArgumentDeclaration("text", "Any.", schema: Schema(.text()), isRequired: true),
                ArgumentDeclaration(
                    "from", "A number.", schema: Schema(.integer(min: 1)), isRequired: false),
                ArgumentDeclaration(
                    "day", "A date.", schema: Schema(.text(charactersMin: 10, charactersMax: 10)),
                    isRequired: false),
                ArgumentDeclaration(
                    "list", "None.", schema: Schema(.object), isRequired: false),
            ])
        #expect(throws: Rejection(.invalid, .shortParameter, ["name": "text"])) {
            try rule.request([("text", "")])
        }
        #expect(throws: Rejection(.invalid, .parameterMin, ["name": "from", "min": 1])) {
            try rule.request([("text", "a"), ("from", "0")])
        }
        #expect(throws: Rejection(.invalid, .parameterLengthIs, ["name": "day", "count": 10])) {
            try rule.request([("text", "a"), ("day", "tomorrow")])
        }
        let length = Reason(.parameterLengthIs, ["name": "day", "count": 10])
        expectEqual(length.message(), "day must be 10 characters")
        #expect(throws: Rejection(.invalid, .noParameter, ["name": "list"])) {
            try rule.request([("text", "a"), ("list", "0")])
        }
        let long = String(repeating: "é", count: 100)
        #expect(throws: Rejection(.invalid, .longName, ["max": 512])) {
            try rule.request([("text", long)])
        }
        let request = try rule.request([("text", String(repeating: "é", count: 80))])
        expectEqual(request.name.utf8.count, 494)
    }

    @Test(arguments: ["lab/named?prefix=%C3%A9%20~", "lab/named?prefix=a-b_c.d&after=0&order=up"])
    mutating func `accepts the canonical name`(name: String) {
        hub.subscribe(host, to: name)
        expectEqual(hub.words(to: host).first, "subscribed \(name) afresh")
    }

    @Test mutating func `keeps the view for a minute, so that a reloaded page resumes`() {
        for number in 3...8 {
            hub.mutate(
                host, "m\(number)", "lab.put",
                ["name": .string("NAME1 and a long name \(number)"), "secret": "s"])
        }
        hub.write()
        var page = hub.connect(.host)
        hub.subscribe(page, to: Self.named)
        hub.venue.disconnect(page, at: hub.now)
        expectEqual(hub.venue.nextDue(), hub.now.adding(milliseconds: 60_000))
        hub.mutate(host, "m9", "lab.hush", ["item": "i_1", "secret": "x"])
        hub.write()
        hub.now = hub.now.adding(milliseconds: 59_999)
        hub.tick()
        page = hub.connect(.host)
        _ = hub.heard(page)
        hub.subscribe(page, to: Self.named, since: ("k3f9", 8))
        expectEqual(
            hub.words(to: page),
            [
                "subscribed \(Self.named) resumed", "diff \(Self.named) 8-9",
                "live \(Self.named) 9",
            ])
        expectNil(hub.venue.nextDue())
        hub.send(["type": "unsubscribe", "view": .string(Self.named)], from: page)
        hub.now = hub.now.adding(milliseconds: 60_000)
        hub.tick()
        hub.mutate(host, "m10", "bell.ring")
        hub.write()
        hub.subscribe(page, to: Self.named, since: ("k3f9", 9))
        expectEqual(
            hub.words(to: page),
            [
                "subscribed \(Self.named) afresh", "snapshot \(Self.named) 10",
                "live \(Self.named) 10",
            ])
    }

    @Test mutating func `a congested reader catches up`() {
        let reader = hub.connect(.host)
        hub.subscribe(reader, to: Self.named)
        hub.venue.congested(reader)
        _ = hub.heard(reader)
        for number in 3..<6 {
            hub.mutate(
                host, "m\(number)", "lab.hush", ["item": "i_1", "secret": .string("s\(number)")])
        }
        hub.write()
        hub.drain(reader)
        expectEqual(hub.words(to: reader).map { $0.split(separator: " ").last }, ["5"])
    }

    @Test mutating func `watchers get an error when the view's item is removed`() {
        let view = "lab/item?item=i_2"
        let readers = (0..<2).map { _ in hub.connect(.owner) }
        for reader in readers {
            hub.subscribe(reader, to: view)
            _ = hub.heard(reader)
        }
        hub.mutate(host, "m3", "lab.rename", ["item": "i_2", "name": "new"])
        hub.mutate(host, "m4", "lab.rename", ["item": "i_1", "name": "other"])
        hub.write()
        expectEqual(
            readers.map { hub.words(to: $0) }, [["diff \(view) 2-3"], ["diff \(view) 2-3"]])
        hub.venue.congested(readers[1])
        hub.mutate(host, "m5", "lab.drop", ["item": "i_2"])
        hub.write()
        expectEqual(readers.map { hub.words(to: $0) }, [["error \(view) not_found"], []])
        hub.drain(readers[1])
        expectEqual(hub.words(to: readers[1]), ["error \(view) not_found"])
        hub.subscribe(host, to: view)
        expectEqual(hub.words(to: host).last, "error \(view) not_found")
        #expect(hub.venue.subscriptionCounts.isEmpty)
    }

    @Test mutating func `forbids a guest another's item, whether or not it exists`() {
        let guest = hub.connect(guestOf: "i_2")
        _ = hub.heard(guest)
        for item in ["i_1", "i_77"] { hub.subscribe(guest, to: "lab/item?item=\(item)") }
        hub.subscribe(guest, to: "lab/item?item=i_2")
        expectEqual(
            hub.words(to: guest),
            [
                "error lab/item?item=i_1 forbidden", "error lab/item?item=i_77 forbidden",
                "subscribed lab/item?item=i_2 afresh", "snapshot lab/item?item=i_2 2",
                "live lab/item?item=i_2 2",
            ])
    }

    @Test mutating func `limits requested views per connection and per venue`() {
        var limits = VenueLimits.standard
        limits.requestedViewsPerClient = 2
        limits.requestedViews = 3
        var (hub, host) = TestHub.withItems(2, limits: limits)
        let other = hub.connect(.host)
        _ = hub.heard(other)
        func outcome(_ client: ClientID, _ prefix: String) -> String? {
            hub.subscribe(client, to: "lab/named?prefix=\(prefix)")
            return hub.words(to: client).first?.split(separator: " ").last.map(String.init)
        }
        expectEqual(outcome(host, "a"), "afresh")
        expectEqual(outcome(host, "b"), "afresh")
        expectEqual(outcome(host, "b"), "afresh")
        expectEqual(outcome(host, "c"), "rate_limited")
        expectEqual(outcome(other, "b"), "afresh")
        expectEqual(outcome(other, "c"), "afresh")
        hub.send(["type": "unsubscribe", "view": "lab/named?prefix=b"], from: other)
        expectEqual(outcome(other, "d"), "rate_limited")
        // Unwatched views make room.
        hub.send(["type": "unsubscribe", "view": "lab/named?prefix=a"], from: host)
        expectEqual(outcome(other, "d"), "afresh")
        for client in [host, other] { hub.venue.disconnect(client, at: hub.now) }
        #expect(hub.venue.isDeserted)
    }

    @Test mutating func `limits the total size of watched views`() {
        var limits = VenueLimits.standard
        limits.requestedViewsBytes = 120
        var (hub, host) = TestHub.withItems(2, limits: limits)
        func outcome(_ prefix: String) -> String? {
            hub.subscribe(host, to: "lab/named?prefix=\(prefix)")
            return hub.words(to: host).first?.split(separator: " ").last.map(String.init)
        }
        expectEqual(outcome("NAME"), "afresh")
        expectEqual(outcome("NAME1"), "rate_limited")
        expectEqual(outcome("x"), "afresh")
        hub.send(["type": "unsubscribe", "view": "lab/named?prefix=NAME"], from: host)
        expectEqual(outcome("NAME1"), "afresh")
    }

    /// Records which views are made, and sets views aside.
    private final class Record: WorkRecord {
        let setAside = Locked("")
        let began = Locked<[String]>([])
        let ended = Locked<[String]>([])

        func note(_ work: String) {}
        func begin(_ view: String) -> Bool {
            guard setAside.with({ $0 }) != view else { return false }
            began.with { $0.append(view) }
            return true
        }
        func end(_ view: String) { ended.with { $0.append(view) } }
    }

    @Test mutating func `a view that is set aside is neither made nor updated`() throws {
        let principal = Principal(role: .host, device: "d")
        let record = Record()
        hub.venue.workRecord = record
        hub.subscribe(host, to: Self.named)
        hub.mutate(host, "m3", "lab.rename", ["item": "i_1", "name": "NAME1b"])
        hub.write()
        expectEqual(hub.heard(host).last.map(TestHub.words), "diff \(Self.named) 2-3")
        expectEqual(record.began.with { $0 }, [Self.named, Self.named, Self.named])
        record.setAside.with { $0 = Self.named }
        hub.mutate(host, "m4", "lab.rename", ["item": "i_1", "name": "NAME1c"])
        hub.write()
        hub.subscribe(host, to: Self.named)
        let errors = hub.heard(host).filter { $0["type"] == "error" }
        expectEqual(errors.map { $0["code"] }, ["unavailable", "unavailable"])
        #expect(errors.allSatisfy { $0["view"]?.text == Self.named })
        #expect(throws: ViewRefusal.setAside) {
            try hub.venue.read("lab/named", [("prefix", "NAME1")], by: principal)
        }
        try expectEqual(hub.venue.read("lab/named", [("prefix", "NAME2")], by: principal).rev, 4)
        expectEqual(record.ended.with { $0 }, record.began.with { $0 })
    }

    @Test
    mutating func `reads the view once with its parameters in any order, and keeps nothing`()
        throws
    {
        let principal = Principal(role: .host, device: "d")
        let read = try hub.venue.read(
            "lab/named", [("after", "0"), ("prefix", "NAME2")], by: principal)
        let message = try JSON(parsing: read.snapshot)
        expectEqual(message["view"], "lab/named?prefix=NAME2&after=0")
        expectEqual(message["doc"]?["items"]?.members?.keys.sorted(), ["i_2"])
        expectNil(hub.venue.nextDue())
        hub.subscribe(host, to: Self.named)
        hub.mutate(host, "m3", "bell.ring")
        hub.write()
        // A watched view is read from memory.
        try expectEqual(hub.venue.read("lab/named", [("prefix", "NAME1")], by: principal).rev, 2)
        try expectEqual(hub.venue.read("lab/named", [("prefix", "NAME2")], by: principal).rev, 3)
        try expectEqual(hub.venue.read("lab/open", [("v", "7")], by: principal).rev, 2)
        #expect(throws: ViewRefusal.invalid("prefix is a required parameter")) {
            try hub.venue.read("lab/named", by: principal)
        }
        #expect(throws: ViewRefusal.forbidden) {
            let guest = Principal(guestOf: .item("i_1"))
            _ = try hub.venue.read("lab/item", [("item", "i_2")], by: guest)
        }
        #expect(throws: ViewRefusal.notFound) {
            try hub.venue.read("lab/item", [("item", "i_9")], by: principal)
        }
    }
}
