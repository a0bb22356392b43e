import JSON
import Sync
import TestSupport
import Testing

@Suite struct VenueCongestionTests {
    private var hub = TestHub()
    private let host: ClientID
    private let display: ClientID

    init() {
        host = hub.connect(.host)
        for number in 1...8 {
            hub.mutate(
                host, "m\(number)", "lab.put",
                ["name": .string("a long enough name \(number)"), "secret": "SECRET"])
        }
        hub.write()
        display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.subscribe(display, to: "bell/open")
        (_, _) = (hub.heard(host), hub.heard(display))
    }

    @Test
    mutating func `a congested reader gets one folded diff, and nothing is queued`() throws {
        hub.venue.congested(display)
        hub.venue.congested(display)
        for number in 0..<40 {
            hub.mutate(
                host, "r\(number)", "lab.rename", ["item": "i_2", "name": .string("n\(number)")])
            hub.write()
        }
        #expect(hub.heard(display).isEmpty)
        hub.drain(display)
        let heard = hub.heard(display)
        expectEqual(heard.map(TestHub.words), ["diff lab/open 8-48"])
        expectEqual(
            heard[0]["patch"],
            [
                ["op": "replace", "path": "/items/i_2", "value": ["name": "n39"]]
            ])
        hub.drain(display)
        #expect(hub.heard(display).isEmpty)
        hub.mutate(host, "b1", "bell.ring")
        hub.write()
        expectEqual(hub.words(to: display), ["diff bell/open 0-49"])
    }

    @Test mutating func `a reader that missed more than the document's length gets a snapshot`() {
        hub.venue.congested(display)
        for number in 1...8 {
            hub.mutate(
                host, "r\(number)", "lab.rename",
                ["item": .string("i_\(number)"), "name": "a name of about the same length"])
        }
        hub.write()
        hub.drain(display)
        expectEqual(hub.words(to: display), ["snapshot lab/open 16"])
    }

    @Test mutating func `a reader that missed nothing gets nothing when it drains`() {
        hub.venue.congested(display)
        hub.mutate(host, "n", "lab.nothing")
        hub.write()
        hub.drain(display)
        #expect(hub.heard(display).isEmpty)
    }

    @Test mutating func `a pong waits until every diff up to its revision is sent`() {
        hub.venue.congested(display)
        hub.mutate(host, "r", "lab.drop", ["item": "i_2"])
        hub.write()
        hub.send(["type": "ping", "n": 7], from: display)
        hub.send(["type": "ping", "n": 8], from: display)
        #expect(hub.heard(display).isEmpty)
        hub.drain(display)
        expectEqual(hub.words(to: display), ["diff lab/open 8-9", "pong 7 9", "pong 8 9"])
    }

    @Test mutating func `folds a view that a congested client subscribes to`() {
        hub.venue.congested(display)
        hub.subscribe(display, to: "bell/open")
        expectEqual(
            hub.words(to: display),
            [
                "subscribed bell/open afresh", "snapshot bell/open 0", "live bell/open 8",
            ])
        for number in 0..<3 { hub.mutate(host, "b\(number)", "bell.ring") }
        hub.write()
        #expect(hub.heard(display).isEmpty)
        hub.drain(display)
        expectEqual(hub.words(to: display), ["snapshot bell/open 11"])
        hub.mutate(host, "b3", "bell.ring")
        hub.write()
        expectEqual(hub.words(to: display), ["diff bell/open 11-12"])
    }

    @Test mutating func `a view that a congested client unsubscribed from does not return`() {
        hub.venue.congested(display)
        hub.send(["type": "unsubscribe", "view": "lab/open"], from: display)
        hub.mutate(host, "r", "lab.drop", ["item": "i_2"])
        hub.write()
        hub.drain(display)
        #expect(hub.heard(display).isEmpty)
        expectEqual(hub.venue.subscriptionCounts, ["bell/open": 1])
    }

    @Test mutating func `forgets a congested client that leaves`() {
        hub.venue.congested(display)
        hub.venue.disconnect(display, at: hub.now)
        hub.mutate(host, "r", "lab.drop", ["item": "i_2"])
        hub.write()
        hub.drain(display)
        #expect(hub.heard(display).isEmpty)
    }

    @Test mutating func `a congested client delays neither others nor an ack`() {
        let other = hub.connect(.display)
        hub.subscribe(other, to: "lab/open")
        _ = hub.heard(other)
        hub.venue.congested(display)
        hub.venue.congested(host)
        hub.mutate(host, "r", "lab.drop", ["item": "i_2"])
        hub.write()
        expectEqual(hub.words(to: other), ["diff lab/open 8-9"])
        expectEqual(hub.words(to: host), ["ack r 9"])
    }
}
