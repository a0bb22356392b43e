import JSON
import Sync
import TestSupport
import Testing

@Suite struct VenueClockTests {
    private var hub = TestHub()

    @Test mutating func `a due time causes one event by the clock`() {
        let host = hub.connect(.host)
        hub.subscribe(host, to: "lab/open")
        expectNil(hub.venue.nextDue())
        for (id, milliseconds) in [("m1", 5000), ("m2", 3000), ("m3", 3000)] {
            hub.mutate(
                host, id, "lab.put",
                ["name": "n", "secret": "s", "inMs": JSON(milliseconds)])
        }
        hub.write()
        _ = hub.heard(host)
        expectEqual(hub.venue.nextDue(), TestHub.start.adding(milliseconds: 3000))
        hub.now = TestHub.start.adding(milliseconds: 2999)
        hub.tick()
        #expect(hub.unwritten.isEmpty)
        hub.now = hub.now.adding(milliseconds: 1)
        hub.tick()
        hub.tick()
        expectEqual(hub.unwritten.map(\.event.actor), ["clock", "clock"])
        expectEqual(hub.unwritten.map(\.event.subject), ["i_2", "i_3"])
        #expect(hub.unwritten.allSatisfy { $0.event.mutationID == nil && $0.fingerprint == nil })
        #expect(hub.heard(host).isEmpty)
        expectEqual(hub.venue.nextDue(), TestHub.start.adding(milliseconds: 5000))
        hub.write()
        expectEqual(hub.words(to: host), ["diff lab/open 3-4", "diff lab/open 4-5"])
    }

    @Test
    mutating func `due events precede a mutation that arrives later, even without a tick`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "n", "secret": "s", "inMs": 1000])
        hub.write()
        hub.now = TestHub.start.adding(milliseconds: 1000)
        hub.mutate(host, "m2", "bell.ring")
        expectEqual(hub.unwritten.map(\.event.actor), ["clock", "host:d_1"])
        hub.write()
        expectEqual(hub.published.map(\.rev), [1, 2, 3])
    }

    @Test mutating func `repeats clock events that a journal failure took back`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "n", "secret": "s", "inMs": 1])
        hub.write()
        hub.now = hub.now.adding(milliseconds: 10)
        hub.tick()
        hub.failWriting()
        #expect(hub.venue.nextDue() != nil)
        hub.tick()
        hub.write()
        expectEqual(hub.published.map(\.actor), ["host:d_1", "clock"])
        expectNil(hub.venue.nextDue())
    }

    @Test
    mutating func `time goes back only where the journal records that the clock was set back`() {
        var host = hub.connect(.host)
        for (number, difference) in [1000, -5000, 10, -1, 90_000, -80_000, 0].enumerated() {
            hub.now = hub.now.adding(milliseconds: Int64(difference))
            hub.mutate(host, "m\(number)", "bell.ring")
            if number % 2 == 0 { hub.write() } else { hub.failWriting() }
            if number == 4 {
                hub.restart()
                hub.now = hub.now.adding(milliseconds: -1_000_000_000)
                host = hub.connect(.host)
                hub.mutate(host, "again", "bell.ring")
                hub.write()
            }
        }
        let events = hub.journal.events
        for (before, event) in zip(events, events.dropFirst()) where event.at < before.at {
            #expect(event.recordsSetBack)
            expectEqual(event.data, ["from": .string(before.at.description)])
        }
        // The correction of a few seconds was not recorded.
        expectEqual(events.count { $0.recordsSetBack }, 2)
        expectEqual(events.last?.at, hub.now)
        #expect(events.count > 4)
    }

    @Test
    mutating func `records a clock set back once the journal can be written again`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "bell.ring")
        hub.write()
        hub.now = hub.now.adding(milliseconds: -60_000)
        hub.tick()
        hub.failWriting()
        hub.mutate(host, "m2", "bell.ring")
        hub.write()
        expectEqual(hub.published.map(\.kind), ["rung", "clock_set_back", "rung"])
        expectEqual(hub.published.map(\.actor), ["host:d_1", "clock", "host:d_1"])
        #expect(hub.published.dropFirst().allSatisfy { $0.at == hub.now })
        hub.restart()
        hub.tick()
        #expect(hub.unwritten.isEmpty)
    }

    @Test
    mutating func `setting the clock back does not keep an unwatched view longer`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "n", "secret": "s"])
        hub.write()
        hub.now = hub.now.adding(milliseconds: 3_600_000)
        hub.mutate(host, "m2", "lab.nothing")
        hub.write()
        hub.subscribe(host, to: "lab/item?item=i_1")
        hub.send(["type": "unsubscribe", "view": "lab/item?item=i_1"], from: host)
        hub.now = TestHub.start
        hub.tick()
        expectEqual(hub.venue.nextDue(), TestHub.start.adding(milliseconds: 60_000))
    }

    @Test mutating func `setting the clock back does not make old bad messages count forever`() {
        let host = hub.connect(.host)
        for _ in 0..<9 { hub.send("no message", from: host) }
        hub.now = hub.now.adding(milliseconds: -3_600_000)
        for _ in 0..<9 { hub.send("no message", from: host) }
        #expect(hub.closed.isEmpty)
        hub.send("no message", from: host)
        expectEqual(hub.closed[host], .badMessage)
    }

    @Test mutating func `no event is older than its venue`() {
        hub.now = TestHub.start.adding(milliseconds: -1)
        hub.mutate(hub.connect(.host), "m1", "bell.ring")
        expectEqual(hub.unwritten.first?.event.at, TestHub.start)
    }
}
