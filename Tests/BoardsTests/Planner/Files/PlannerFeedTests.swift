import BoardKit
import JSON
import PlannerBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// Feeds: read-only calendar addresses for other programs.
@Suite struct PlannerFeedTests {
    private var bench = PlannerBench(labels: .firstInitial)

    private mutating func makeFeed(
        _ calendars: [JSON] = ["main"], _ details: JSON = "full"
    ) throws -> (id: String, address: String) {
        let result = try bench.ask(
            "add_feed", ["name": "Wall", "calendars": .array(calendars), "details": details],
            by: PlannerBench.owner)
        return (try #require(result["feed"]?.text), try #require(result["address"]?.text))
    }

    private func readFeed(_ address: String) throws -> [String] {
        try #require(bench.feed(at: address))
    }

    @Test mutating func `serves a feed to anyone with its address`() throws {
        try bench.add("Tasting", "2026-05-04T19:30", 90, ["location": "Cellar"])
        let feed = try makeFeed()
        #expect(feed.address.hasPrefix("/v1/main/planner/feed/"))
        #expect(feed.address.hasSuffix(".ics"))
        let lines = try readFeed(feed.address)
        expectEqual(lines.first, "BEGIN:VCALENDAR")
        #expect(lines.contains("NAME:Wall"))
        #expect(lines.contains("SUMMARY:Tasting"))
        #expect(lines.contains("LOCATION:Cellar"))
        #expect(lines.contains("DTSTART;TZID=Europe/Madrid:20260504T193000"))
        #expect(lines.contains("TZID:Europe/Madrid"))
        expectNil(bench.feed(at: "/v1/main/planner/feed/guess.ics"))
        expectNil(bench.feed(at: "/v1/main/planner/feed/.ics"))
    }

    @Test mutating func `shows only times in a busy feed`() throws {
        try bench.add(
            "Secret tasting", "2026-05-04T19:30", 90,
            ["location": "Cellar", "description": "Reds", "repeat": "FREQ=WEEKLY;COUNT=2"])
        let feed = try makeFeed(["main"], "busy")
        let text = try readFeed(feed.address).joined(separator: "\n")
        #expect(text.contains("SUMMARY:Busy"))
        #expect(text.contains("RRULE:FREQ=WEEKLY;COUNT=2"))
        for word in ["Secret", "Cellar", "Reds"] { #expect(!text.contains(word)) }
    }

    @Test mutating func `shows a private event as busy in every feed`() throws {
        try bench.add("Surprise", "2026-05-04T12:00", 60, ["private": true, "location": "Attic"])
        try bench.add("Tasting", "2026-05-05T12:00")
        let feed = try makeFeed()
        let text = try readFeed(feed.address).joined(separator: "\n")
        #expect(text.contains("SUMMARY:Tasting"))
        #expect(text.contains("SUMMARY:Busy"))
        #expect(!text.contains("Surprise"))
        #expect(!text.contains("Attic"))
    }

    @Test mutating func `shows the label, the size and the times of reservations`() throws {
        try bench.reserve("Ada Lovelace", 4, "2026-05-04T20:00", ["phone": "+34600555010"])
        let gone = try bench.reserve("Grace Hopper", 2, "2026-05-04T21:00")
        try bench.ask("cancel", ["reservation": .string(gone)])
        let feed = try makeFeed(["main", "reservations"])
        let text = try readFeed(feed.address).joined(separator: "\n")
        #expect(text.contains("SUMMARY:Ada L. (4)"))
        #expect(text.contains("DTSTART;TZID=Europe/Madrid:20260504T200000"))
        for word in ["Lovelace", "Grace", "600555010"] { #expect(!text.contains(word)) }
    }

    @Test mutating func `stamps a reservation with the time of its last change`() throws {
        let booked = try bench.reserve("Ada Lovelace", 4, "2026-05-04T20:00")
        let feed = try makeFeed(["reservations"])
        func stamp() throws -> String? {
            try readFeed(feed.address).first { $0.hasPrefix("DTSTAMP") }
        }
        try expectEqual(stamp(), "DTSTAMP:20260504T080000Z")
        bench.now = Instant(milliseconds: PlannerBench.start.milliseconds + 3_600_000)
        try bench.ask("rebook", ["reservation": .string(booked), "size": 5])
        try expectEqual(stamp(), "DTSTAMP:20260504T090000Z")
        bench = try bench.restored()
        try expectEqual(stamp(), "DTSTAMP:20260504T090000Z")
    }

    @Test
    mutating func `never restores the address of a removed feed, because it may have leaked`()
        throws
    {
        let feed = try makeFeed()
        let made = bench.rev
        try bench.ask("remove_feed", ["feed": .string(feed.id)], by: PlannerBench.owner)
        expectEqual(
            bench.code("remove_feed", ["feed": .string(feed.id)], by: PlannerBench.owner), .conflict
        )
        expectEqual(
            bench.code("remove_feed", ["feed": "f_none"], by: PlannerBench.owner), .notFound)
        for principal in [PlannerBench.owner, PlannerBench.host] {
            expectEqual(
                bench.code("undo", ["rev": JSON(bench.rev)], by: principal), .conflict)
        }
        expectNil(bench.feed(at: feed.address))
        let other = try makeFeed()
        try bench.undo()
        expectNil(bench.feed(at: other.address))
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)], by: PlannerBench.owner), .conflict)
        expectEqual(bench.code("undo", ["rev": JSON(made)], by: PlannerBench.owner), .conflict)
    }

    @Test mutating func `hides the secrets of feeds until the owner asks for an address`()
        throws
    {
        let feed = try makeFeed(["main", "reservations"], "busy")
        expectEqual(
            bench.kept("planner/accounts"),
            [
                "accounts": [:], "links": [:], "writes": [:],
                "feeds": [
                    feed.id: [
                        "name": "Wall", "calendars": ["main", "reservations"], "details": "busy",
                    ]
                ],
            ])
        #expect(!bench.events.contains { $0.data.canonicalText.contains(feed.address) })
        let asked = bench.read("address", ["feed": feed.id], by: PlannerBench.owner)
        expectEqual(asked?.text, #"{"address":"\#(feed.address)"}"#)
        let code = bench.read("address.svg", ["feed": feed.id], by: PlannerBench.owner)
        expectEqual(code?.text, feed.address)
        expectEqual(bench.read("address", ["feed": feed.id])?.status, 403)
        expectNil(bench.read("address", ["feed": "f_9"], by: PlannerBench.owner))
    }

    @Test func `requires the PIN to create an address that anybody can read`() {
        let boards = BoardRegistry.shipped.modules.map(\.declaration)
        let action = boards.compactMap { $0.action("planner.add_feed") }.first
        expectEqual(action?.needsConfirmation, true)
    }

    @Test mutating func `rejects a 21st feed`() throws {
        for _ in 0..<20 { _ = try makeFeed() }
        let one: [String: JSON] = ["name": "More", "calendars": ["main"], "details": "full"]
        expectEqual(bench.code("add_feed", one, by: PlannerBench.owner), .conflict)
        expectEqual(bench.code("add_feed", one), .forbidden)
    }

    @Test mutating func `rejects a feed without a name, calendars or details`() {
        expectEqual(
            bench.problems("add_feed", [:], by: PlannerBench.owner).map { $0[0] },
            [
                "name", "calendars", "details",
            ])
        let unknown: [String: JSON] = ["name": "A", "calendars": ["c_no"], "details": "full"]
        expectEqual(bench.code("add_feed", unknown, by: PlannerBench.owner), .notFound)
    }
}
