import JSON
import TestSupport
import Testing

@testable import Sync

/// Views with a limited number of diffs per second: here four, one every 250 ms.
@Suite struct VenueFoldingTests {
    private var hub = TestHub()
    private let host: ClientID
    private let display: ClientID
    private var count = 0

    /// Makes a host who has moved dot `a` once, at revision 1, and a display that watches.
    init() {
        host = hub.connect(.host)
        display = hub.connect(.display)
        move("a", to: 0)
        hub.subscribe(display, to: DotsBoard.shared)
        (_, _) = (hub.heard(host), hub.heard(display))
    }

    private mutating func move(_ dot: String, to place: Int) {
        count += 1
        hub.mutate(host, "m\(count)", "dots.move", ["dot": .string(dot), "to": JSON(place)])
        hub.write()
    }

    private mutating func pass(_ milliseconds: Int64) {
        hub.now = hub.now.adding(milliseconds: milliseconds)
        hub.tick()
    }

    /// Connects a display that subscribes.
    private mutating func newcomer(since: Int? = nil) -> ClientID {
        let id = hub.connect(.display)
        _ = hub.heard(id)
        hub.subscribe(id, to: DotsBoard.shared, since: since.map { (hub.record.epoch, $0) })
        return id
    }

    @Test mutating func `the first diff is due at once, and later ones are folded`() throws {
        move("a", to: 1)
        let first = try #require(hub.venue.nextDue())
        #expect(first <= hub.now)
        #expect(hub.words(to: display).isEmpty)
        hub.tick()
        expectEqual(hub.words(to: display), ["diff dots/open 1-2"])
        expectNil(hub.venue.nextDue())

        for place in 2...9 { move("a", to: place) }
        move("b", to: 1)
        expectEqual(hub.venue.nextDue(), hub.now.adding(milliseconds: 250))
        pass(249)
        #expect(hub.words(to: display).isEmpty)
        pass(1)
        let heard = hub.heard(display)
        expectEqual(heard.map(TestHub.words), ["diff dots/open 2-11"])
        #expect(
            heard.first?["patch"] == [
                ["op": "replace", "path": "/dots/a", "value": ["to": 9]],
                ["op": "add", "path": "/dots/b", "value": ["to": 1]],
            ])
        expectNil(hub.venue.nextDue())
        #expect(hub.venue.isIdle)
    }

    @Test mutating func `sends at most four diffs in any second, and always the last state`() {
        var sentAt: [Instant] = []
        var lastRev: Int?
        for place in 1...200 {
            move("a", to: place)
            pass(14)
            guard let diff = hub.heard(display).last else { continue }
            sentAt.append(hub.now)
            lastRev = diff["rev"]?.integer
        }
        for (index, instant) in sentAt.enumerated().dropFirst(4) {
            #expect(instant.milliseconds(since: sentAt[index - 4]) >= 1_000)
        }
        #expect(sentAt.count >= 10)
        pass(250)
        #expect(hub.heard(display).last?["rev"]?.integer ?? lastRev == 201)
    }

    @Test mutating func `sends one encoded diff to all, even if it changes nothing`() {
        let other = newcomer()
        _ = hub.heard(other)
        move("a", to: 1)
        hub.tick()
        (_, _) = (hub.heard(display), hub.heard(other))
        move("c", to: 1)
        hub.mutate(host, "d", "dots.drop", ["dot": "c"])
        hub.write()
        pass(250)
        let heard = hub.heard(display)
        expectEqual(heard.map(TestHub.words), ["diff dots/open 2-4"])
        #expect(heard.first?["patch"] == [])
        expectEqual(hub.heard(other), heard)
    }

    @Test mutating func `a newcomer gets the waiting state, and continues with the others`() {
        move("a", to: 1)
        hub.tick()
        move("a", to: 2)
        let first = newcomer()
        expectEqual(
            hub.words(to: first),
            [
                "subscribed dots/open afresh", "snapshot dots/open 3", "live dots/open 3",
            ])
        move("a", to: 3)
        let second = newcomer(since: 1)
        expectEqual(hub.words(to: second)[1...], ["diff dots/open 1-4", "live dots/open 4"])
        _ = hub.heard(display)
        pass(250)
        expectEqual(hub.words(to: display), ["diff dots/open 2-4"])
        expectEqual(hub.words(to: first), ["diff dots/open 3-4"])
        expectEqual(hub.words(to: second), [])
        move("a", to: 4)
        pass(250)
        for id in [display, first, second] {
            expectEqual(hub.words(to: id), ["diff dots/open 4-5"])
        }
    }

    @Test mutating func `forgets a client that leaves while a diff waits`() {
        move("a", to: 1)
        let other = newcomer()
        hub.send(["type": "unsubscribe", "view": .string(DotsBoard.shared)], from: other)
        hub.venue.disconnect(display, at: hub.now)
        (_, _) = (hub.heard(display), hub.heard(other))
        hub.tick()
        #expect(hub.heard(other).isEmpty && hub.heard(display).isEmpty)
        hub.venue.disconnect(other, at: hub.now)
        hub.venue.disconnect(host, at: hub.now)
        #expect(hub.venue.isDeserted && hub.venue.isIdle)
    }

    @Test mutating func `a pong waits until every diff up to its revision is sent`() {
        move("a", to: 1)
        hub.tick()
        move("a", to: 2)
        _ = hub.heard(display)
        hub.send(["type": "ping", "n": 1], from: display)
        hub.send(["type": "ping", "n": 1], from: host)
        expectEqual(hub.words(to: host).last, "pong 1 3")
        hub.mutate(host, "b", "bell.ring")
        hub.write()
        hub.send(["type": "ping", "n": 2], from: display)
        #expect(hub.heard(display).isEmpty)
        pass(250)
        expectEqual(hub.words(to: display), ["diff dots/open 2-3", "pong 1 3", "pong 2 4"])
        hub.send(["type": "ping", "n": 3], from: display)
        expectEqual(hub.words(to: display), ["pong 3 4"])
    }

    @Test mutating func `a waiting pong is not sent to clients that left or are congested`() {
        let other = newcomer()
        move("a", to: 1)
        for id in [display, other] { hub.send(["type": "ping", "n": 1], from: id) }
        hub.venue.congested(display)
        hub.venue.disconnect(other, at: hub.now)
        (_, _) = (hub.heard(display), hub.heard(other))
        hub.tick()
        #expect(hub.heard(display).isEmpty && hub.heard(other).isEmpty)
        hub.drain(display)
        expectEqual(hub.words(to: display), ["diff dots/open 1-2", "pong 1 2"])
    }

    @Test mutating func `masks diffs for roles that may not see places`() {
        let engineer = hub.connect(.engineer)
        hub.subscribe(engineer, to: DotsBoard.shared)
        _ = hub.heard(engineer)
        move("b", to: 1)
        hub.tick()
        let diff = hub.heard(engineer).first
        #expect(diff?["patch"]?.elements?.first?["value"] == ["to": "•••"])
    }

    @Test mutating func `folds a view with parameters, which ends with the item that it shows`() {
        let other = hub.connect(.host)
        hub.subscribe(host, to: DotsBoard.named)
        _ = hub.heard(host)
        move("a", to: 1)
        hub.subscribe(other, to: DotsBoard.named)
        hub.tick()
        expectEqual(hub.words(to: host), ["ack m2 2", "diff \(DotsBoard.named) 1-2"])
        move("a", to: 2)
        hub.send(["type": "ping", "n": 1], from: host)
        let third = hub.connect(.owner)
        hub.subscribe(third, to: DotsBoard.named)
        (_, _, _) = (hub.heard(host), hub.heard(other), hub.heard(third))
        hub.mutate(host, "d", "dots.drop", ["dot": "a"])
        hub.write()
        expectEqual(hub.words(to: other), ["error \(DotsBoard.named) not_found"])
        expectEqual(hub.words(to: third), ["error \(DotsBoard.named) not_found"])
        #expect(hub.words(to: host).contains("pong 1 3"))
        pass(250)
        #expect(hub.heard(third).isEmpty && hub.venue.isIdle)
    }

    @Test mutating func `setting the clock back does not delay diffs`() {
        move("a", to: 1)
        hub.tick()
        move("a", to: 2)
        _ = hub.heard(display)
        pass(-3_600_000)
        expectEqual(hub.words(to: display), ["diff dots/open 2-3"])
        // The same holds if the clock is set back while nothing waits.
        hub.write()
        pass(250)
        pass(-3_600_000)
        hub.write()
        move("a", to: 3)
        expectEqual(hub.venue.nextDue().map { $0 <= hub.now }, true)
        hub.tick()
        expectEqual(hub.words(to: display).count, 1)
    }

    @Test mutating func `shows the past event by event`() throws {
        move("a", to: 1)
        var past = hub.venue
        let event = Event(
            rev: 3, at: hub.now, board: "dots", kind: "moved", subject: "a", data: ["to": 7],
            actor: "host:d_1", mutationID: nil)
        let changes = past.changes(by: event, seenBy: .host)
        expectEqual(changes.map { TestHub.words($0.diff) }, ["diff dots/open 2-3"])
    }
}
