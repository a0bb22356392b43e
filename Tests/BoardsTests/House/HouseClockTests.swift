import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import HouseBoard

/// A venue whose clock was ahead for more than a day.
@Suite struct HouseClockTests {
    private static let friday = VenueHistory.start
    private static let sunday = friday.adding(milliseconds: 40 * 3_600_000)

    private var venue = BoardRegistry.withBookings.emptyVenue()
    private var events: [Event] = []
    private var now = Self.friday
    private var count = 0

    private mutating func write() {
        guard let batch = venue.takeBatch() else { return }
        events += batch.entries.map(\.event)
        _ = venue.journaled(batch)
    }

    private mutating func ask(_ action: String, _ arguments: [String: JSON]) {
        count += 1
        _ = venue.mutate(
            Mutation(id: "m\(count)", action: action, arguments: arguments),
            of: ClientID(number: 1), by: VenueHistory.host, at: now)
        write()
    }

    private mutating func add(_ name: String) {
        ask("waitlist.add", ["name": .string(name), "size": 2])
    }

    private mutating func tick() {
        _ = venue.tick(at: now)
        write()
    }

    private mutating func host() throws -> JSON {
        let message = try venue.read("waitlist/host", by: VenueHistory.host).snapshot
        return try JSON(parsing: message)["doc"] ?? .null
    }

    /// Adds Ada on Friday, and Bo when the wrong clock shows Sunday. Then it is Friday again.
    private mutating func setBack() {
        add("Ada")
        now = Self.sunday
        add("Bo")
        now = Self.friday.adding(milliseconds: 60_000)
        tick()
    }

    @Test mutating func `dates events correctly once the clock is correct`() {
        setBack()
        add("Cy")
        expectEqual(
            events.map(\.type),
            [
                "tablecast.waitlist.added", "tablecast.house.day_began",
                "tablecast.waitlist.added", "tablecast.house.clock_set_back",
                "tablecast.waitlist.added",
            ])
        expectEqual(events[3].actor, .clock)
        expectEqual(events[3].data, ["from": .string(Self.sunday.description)])
        #expect(events[3...].allSatisfy { $0.at == now })
        // The correction is reported only once.
        tick()
        expectEqual(events.count, 5)
    }

    @Test mutating func `lists a party as gone if it leaves after the correction`()
        throws
    {
        setBack()
        add("Cy")
        ask("waitlist.seat", ["party": "p_5"])
        #expect(try host()["gone"]?["p_5"]?["status"] == "seated")
        ask("waitlist.undo", ["rev": JSON(venue.rev)])
        #expect(try host()["parties"]?["p_5"]?["status"] == "waiting")
    }

    @Test mutating func `begins the next service day at the correct time`() throws {
        setBack()
        expectEqual(venue.nextDue(), Instant("2026-11-21T03:00:00Z"))
        add("Cy")
        now = try #require(venue.nextDue())
        tick()
        expectEqual(events.last?.type, "tablecast.house.day_began")
        // Ada's number is free, and the numbers restart.
        ask("waitlist.seat", ["party": "p_1"])
        add("Di")
        #expect(try host()["parties"]?["p_8"]?["number"] == 1)
    }

    @Test mutating func `clears an earlier notice at its time`() throws {
        let until = Self.friday.adding(milliseconds: 50 * 3_600_000)
        now = Self.sunday
        ask(
            "notice.post",
            ["text": "Open", "level": "info", "until": .string(until.description)])
        now = Self.friday
        tick()
        ask(
            "notice.post",
            [
                "text": "Soon", "level": "info",
                "until": .string(now.adding(milliseconds: 60_000).description),
            ])
        now = try #require(venue.nextDue())
        expectEqual(now, Self.friday.adding(milliseconds: 60_000))
        tick()
        expectEqual(events.last?.kind, "cleared")
    }

    @Test mutating func `restores the same venue from events and from a saved state`() throws {
        setBack()
        add("Cy")
        var replayed = BoardRegistry.withBookings.emptyVenue()
        replayed.replay { apply in for event in events { apply(event) } }
        expectEqual(replayed.savedState(), venue.savedState())
        expectEqual(replayed.nextDue(), venue.nextDue())
        var restored = BoardRegistry.withBookings.emptyVenue()
        try restored.restore(from: StateReader(venue.savedState()))
        _ = restored.tick(at: now)
        expectNil(restored.takeBatch())
    }

    @Test mutating func `accepts a code again that was used at the wrong time`() {
        var house = House(venue: venue.record, dependencies: .everyone)
        let principal = VenueHistory.owner
        func event(_ rev: Int, _ kind: String, at instant: Instant, _ data: JSON) -> Event {
            Event(
                rev: rev, at: instant, board: "house", kind: kind, subject: "d", data: data,
                actor: kind == "paired" ? principal.actor : .clock, mutationID: nil)
        }
        _ = house.apply(event(1, "paired", at: Self.sunday, ["code": "123456"]))
        _ = house.apply(event(2, "clock_set_back", at: Self.friday, [:]))
        expectEqual(house.pairedCodes, ["123456": Self.friday])
        let later = Self.friday.adding(milliseconds: 700_000)
        _ = house.apply(event(3, "paired", at: later, ["code": "654321"]))
        expectEqual(house.pairedCodes, ["654321": later])
    }
}
