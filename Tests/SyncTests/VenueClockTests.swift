import JSON
import Sync
import Testing

@Suite struct VenueClockTests {
    @Test func `what time brings about is an event by the clock, when it is due and once`() {
        var hub = TestHub()
        let host = hub.connect(.host)
        hub.subscribe(host, to: "lab/open")
        #expect(hub.venue.nextDue() == nil)
        for (id, milliseconds) in [("m1", 5000), ("m2", 3000), ("m3", 3000)] {
            hub.mutate(
                host, id, "lab.put",
                ["name": "n", "secret": "s", "inMs": JSON(milliseconds)])
        }
        hub.write()
        _ = hub.heard(host)
        #expect(hub.venue.nextDue() == TestHub.start.adding(milliseconds: 3000))
        hub.now = TestHub.start.adding(milliseconds: 2999)
        hub.tick()
        #expect(hub.unwritten.isEmpty)
        hub.now = hub.now.adding(milliseconds: 1)
        hub.tick()
        hub.tick()
        #expect(hub.unwritten.map(\.event.actor) == ["clock", "clock"])
        #expect(hub.unwritten.map(\.event.subject) == ["i_2", "i_3"])
        #expect(hub.unwritten.allSatisfy { $0.event.mutationID == nil && $0.fingerprint == nil })
        #expect(hub.heard(host).isEmpty)
        #expect(hub.venue.nextDue() == TestHub.start.adding(milliseconds: 5000))
        hub.write()
        #expect(hub.words(to: host) == ["diff lab/open 3-4", "diff lab/open 4-5"])
    }

    @Test func `what was due comes before a mutation that arrives later, even before any tick`() {
        var hub = TestHub()
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "n", "secret": "s", "inMs": 1000])
        hub.write()
        hub.now = TestHub.start.adding(milliseconds: 1000)
        hub.mutate(host, "m2", "bell.ring")
        #expect(hub.unwritten.map(\.event.actor) == ["clock", "host:d_1"])
        hub.write()
        #expect(hub.published.map(\.rev) == [1, 2, 3])
    }

    @Test func `what time brought about while the journal failed is brought about again`() {
        var hub = TestHub()
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", ["name": "n", "secret": "s", "inMs": 1])
        hub.write()
        hub.now = hub.now.adding(milliseconds: 10)
        hub.tick()
        hub.failWriting()
        #expect(hub.venue.nextDue() != nil)
        hub.tick()
        hub.write()
        #expect(hub.published.map(\.actor) == ["host:d_1", "clock"])
        #expect(hub.venue.nextDue() == nil)
    }

    @Test func `events' instants never go backwards, though the clock may`() {
        var hub = TestHub()
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
        let instants = hub.journal.events.map(\.at)
        #expect(instants == instants.sorted())
        #expect(instants.count > 4)
    }

    @Test func `no event is older than its venue`() {
        var hub = TestHub()
        hub.now = TestHub.start.adding(milliseconds: -1)
        hub.mutate(hub.connect(.host), "m1", "bell.ring")
        #expect(hub.unwritten.first?.event.at == TestHub.start)
    }
}
