import JSON
import ScreenClient
import Sync
import TestSupport
import Testing

@Suite struct VenuePersonalTests {
    private var hub: TestHub
    private let host: ClientID

    init() { (hub, host) = TestHub.withItems(3) }

    @Test mutating func `a guest sees only its own item, and each change of it`() throws {
        let guest = hub.connect(guestOf: "i_2")
        hub.subscribe(guest, to: "lab/own")
        hub.mutate(host, "m4", "lab.rename", ["item": "i_3", "name": "NAME3 of another"])
        hub.mutate(host, "m5", "lab.drop", ["item": "i_1"])
        hub.mutate(host, "m6", "lab.rename", ["item": "i_2", "name": "mine"])
        hub.write()
        let heard = hub.heard(guest)
        expectEqual(
            heard.map(TestHub.words).dropFirst(),
            [
                "subscribed lab/own afresh", "snapshot lab/own 2", "live lab/own 3",
                "diff lab/own 2-5", "diff lab/own 5-6",
            ])
        var copy = try #require(heard[2]["doc"])
        for diff in heard.suffix(2) {
            copy = try JSONPatch.apply(try #require(diff["patch"]?.elements), to: copy)
            expectEqual(diff["hash"]?.text, DocumentHash(of: copy).text)
        }
        expectEqual(copy, ["item": ["name": "mine"], "ahead": 0])
        for message in heard {
            let text = message.canonicalText
            #expect(!text.contains("SECRET") && !text.contains("NAME1") && !text.contains("NAME3"))
        }
    }

    @Test mutating func `a guest resumes from its own revision without a snapshot`() {
        hub.mutate(host, "m4", "bell.ring")
        hub.write()
        let guest = hub.connect(guestOf: "i_2")
        for (since, words) in [
            (2, ["subscribed lab/own resumed", "live lab/own 4"]),
            (4, ["subscribed lab/own resumed", "live lab/own 4"]),
            (5, ["subscribed lab/own afresh", "snapshot lab/own 2", "live lab/own 4"]),
        ] {
            _ = hub.heard(guest)
            hub.subscribe(guest, to: "lab/own", since: ("k3f9", since))
            expectEqual(hub.words(to: guest), words)
        }
    }

    @Test mutating func `a guest whose item was removed gets one error`() {
        let guest = hub.connect(guestOf: "i_2")
        hub.subscribe(guest, to: "lab/own")
        _ = hub.heard(guest)
        hub.mutate(guest, "g1", "lab.drop", ["item": "i_2"])
        hub.write()
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        hub.write()
        expectEqual(hub.words(to: guest), ["ack g1 4", "error lab/own not_found"])
        expectEqual(hub.published[3].actor, "guest:i_2")
    }

    @Test
    mutating func `all phones of a guest get the same, and the last one leaves nothing behind`() {
        let phones = (0..<3).map { _ in hub.connect(guestOf: "i_2") }
        for phone in phones { hub.subscribe(phone, to: "lab/own") }
        for phone in phones { _ = hub.heard(phone) }
        hub.mutate(host, "m4", "lab.rename", ["item": "i_2", "name": "mine"])
        hub.write()
        let heard = phones.map { hub.heard($0) }
        expectEqual(heard[0].map(TestHub.words), ["diff lab/own 2-4"])
        #expect(heard[1] == heard[0] && heard[2] == heard[0])
        hub.send(["type": "unsubscribe", "view": "lab/own"], from: phones[0])
        hub.venue.congested(phones[1])
        hub.mutate(host, "m5", "lab.rename", ["item": "i_2", "name": "still mine"])
        hub.write()
        expectEqual(phones.map { hub.words(to: $0) }, [[], [], ["diff lab/own 4-5"]])
        for client in phones + [host] { hub.venue.disconnect(client, at: hub.now) }
        #expect(hub.venue.isDeserted)
    }

    @Test
    mutating func `a congested guest whose item was removed gets the error when it drains`() {
        let phones = (0..<3).map { _ in hub.connect(guestOf: "i_2") }
        for phone in phones { hub.subscribe(phone, to: "lab/own") }
        for phone in phones { _ = hub.heard(phone) }
        hub.venue.congested(phones[0])
        hub.venue.congested(phones[1])
        hub.mutate(host, "m4", "lab.drop", ["item": "i_2"])
        hub.write()
        expectEqual(phones.map { hub.words(to: $0) }, [[], [], ["error lab/own not_found"]])
        hub.send(["type": "unsubscribe", "view": "lab/own"], from: phones[1])
        for phone in phones { hub.drain(phone) }
        expectEqual(phones.map { hub.words(to: $0) }, [["error lab/own not_found"], [], []])
        #expect(hub.venue.subscriptionCounts.isEmpty)
        for client in phones + [host] { hub.venue.disconnect(client, at: hub.now) }
        #expect(hub.venue.isDeserted)
    }

    @Test
    mutating func `a diff has the instant of its own event, not of one that is not durable`() {
        let guest = hub.connect(guestOf: "i_2")
        hub.subscribe(guest, to: "lab/own")
        _ = hub.heard(guest)
        hub.mutate(host, "m4", "lab.rename", ["item": "i_2", "name": "x"])
        let first = hub.now
        hub.now = hub.now.adding(milliseconds: 5000)
        hub.mutate(host, "m5", "lab.rename", ["item": "i_2", "name": "y"])
        hub.write(count: 1)
        hub.write()
        expectEqual(
            hub.heard(guest).map { $0["at"]?.text }, [first.description, hub.now.description])
    }

    @Test mutating func `a congested guest gets what it missed at once when it drains`() {
        let guest = hub.connect(guestOf: "i_3")
        hub.subscribe(guest, to: "lab/own")
        _ = hub.heard(guest)
        hub.venue.congested(guest)
        for (number, item) in ["i_1", "i_2"].enumerated() {
            hub.mutate(host, "d\(number)", "lab.drop", ["item": .string(item)])
            hub.write()
        }
        #expect(hub.heard(guest).isEmpty)
        hub.drain(guest)
        let heard = hub.heard(guest)
        expectEqual(heard.map(TestHub.words), ["snapshot lab/own 5"])
        expectEqual(heard[0]["doc"], ["item": ["name": "NAME3"], "ahead": 0])
    }
}
