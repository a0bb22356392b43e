import JSON
import TestSupport
import Testing

@testable import Sync

@Suite struct RateLimitTests {
    private let limit = RateLimit(perSecond: 10, credit: 3)

    @Test func `the credit can be spent at once, and then returns at the steady rate`() {
        var use = RateUse()
        for _ in 0..<3 { expectNil(use.spend(limit, atMicroseconds: 5_000_000)) }
        expectEqual(use.spend(limit, atMicroseconds: 5_000_000), 100_000)
        expectEqual(use.spend(limit, atMicroseconds: 5_099_999), 1)
        expectNil(use.spend(limit, atMicroseconds: 5_100_000))
        expectEqual(use.spend(limit, atMicroseconds: 5_100_000), 100_000)
    }

    @Test func `waiting restores the whole credit, and no more`() {
        var use = RateUse()
        for _ in 0..<3 { _ = use.spend(limit, atMicroseconds: 0) }
        #expect(!use.isForgotten(atMicroseconds: 299_999))
        #expect(use.isForgotten(atMicroseconds: 300_000))
        for _ in 0..<3 { expectNil(use.spend(limit, atMicroseconds: 90_000_000)) }
        #expect(use.spend(limit, atMicroseconds: 90_000_000) != nil)
    }

    @Test func `setting the clock back locks nobody out`() {
        var use = RateUse()
        for _ in 0..<3 { _ = use.spend(limit, atMicroseconds: 3_600_000_000) }
        for _ in 0..<3 { expectNil(use.spend(limit, atMicroseconds: 0)) }
        expectEqual(use.spend(limit, atMicroseconds: 0), 100_000)
    }

    @Test func `numbers out of range do not trap`() {
        for (perSecond, credit) in [(0, 0), (-5, -5), (.max, .max), (1, .max)] {
            var use = RateUse()
            let limit = RateLimit(perSecond: perSecond, credit: credit)
            expectNil(use.spend(limit, atMicroseconds: 1))
            _ = use.spend(limit, atMicroseconds: 1)
        }
    }

    @Test
    func `a device that mutates too often gets the time to wait, and others are not affected`() {
        var hub = TestHub()
        let first = hub.connect(Principal(role: .host, device: "d_1"))
        let second = hub.connect(Principal(role: .host, device: "d_1"))
        let other = hub.connect(Principal(role: .host, device: "d_2"))
        for number in 0..<250 { hub.mutate(first, "m\(number)", "lab.fly") }
        _ = hub.heard(second)
        hub.mutate(second, "over", "lab.fly")
        let answer = hub.heard(second).last
        #expect(answer?["code"] == "rate_limited")
        #expect(answer?["retryInMs"] == 20)
        _ = hub.heard(other)
        hub.mutate(other, "fine", "lab.fly")
        #expect(hub.heard(other).last?["code"] == "unknown_action")
        hub.now = hub.now.adding(milliseconds: 20)
        hub.mutate(second, "over", "lab.fly")
        #expect(hub.heard(second).last?["code"] == "unknown_action")
    }

    @Test func `each phone of a guest has a credit, and all phones with its ticket share one`() {
        var hub = TestHub()
        let phones = (0..<5).map { _ in hub.connect(guestOf: "i_1") }
        func ask(_ phone: ClientID) -> JSON? {
            hub.mutate(phone, "m", "lab.fly")
            return hub.heard(phone).last
        }
        for _ in 0..<10 { expectEqual(ask(phones[0])?["code"], "unknown_action") }
        let refusal = ask(phones[0])
        expectEqual(refusal?["code"], "rate_limited")
        expectEqual(refusal?["retryInMs"], 2_000)
        for phone in phones[1...3] {
            for _ in 0..<10 { expectEqual(ask(phone)?["code"], "unknown_action") }
        }
        expectEqual(ask(phones[4])?["retryInMs"], 500)
        expectEqual(ask(hub.connect(guestOf: "i_2"))?["code"], "unknown_action")
        hub.now = hub.now.adding(milliseconds: 2_000)
        expectEqual(ask(phones[0])?["code"], "unknown_action")
        expectEqual(ask(phones[0])?["code"], "rate_limited")
    }

    @Test func `a ticket causes a limited number of events per service day`() {
        var uses = GuestUses()
        let subject = Subject(board: "lab", id: "i_1")
        func wait(_ minute: Int) -> Int? {
            uses.spend(
                .standard, by: subject, ClientID(number: 1), isConnected: true, from: nil,
                at: Instant(milliseconds: Int64(minute) * 60_000))
        }
        for minute in 0..<2_000 {
            expectNil(wait(minute))
            uses.countEvent(of: subject)
        }
        expectEqual(wait(2_000), 3_600_000)
        uses.beginDay()
        expectNil(wait(2_001))
    }

    @Test func `forgets devices that have become quiet`() {
        var uses = RateUses<String>()
        for number in 0..<5_000 {
            let now = Instant(milliseconds: Int64(number) * 1_000)
            expectNil(uses.spend(limit, by: "d_\(number)", at: now))
        }
        #expect(uses.count <= 1_024)
    }

    @Test func `keeps the most active of too many peers`() {
        var uses = RateUses<Int>()
        let now = Instant(milliseconds: 1_000)
        for _ in 0..<3 { expectNil(uses.spend(limit, by: -1, at: now)) }
        for number in 0..<60_000 { expectNil(uses.spend(limit, by: number, at: now)) }
        #expect(uses.count <= RateUses<Int>.countMax)
        expectEqual(uses.spend(limit, by: -1, at: now), 100)
    }

    @Test func `one device with a few addresses can't use up a venue's joins`() {
        var newcomers = JoinLinkUsage()
        for minute in 0..<30 {
            let now = Instant(milliseconds: Int64(minute) * 60_000)
            for address in 0..<5 {
                let network = ClientNetwork(hashing: address)
                while newcomers.join(from: network, at: now, under: .standard) == nil {}
            }
            // Ten more guests, each from a separate address.
            for guest in 0..<10 {
                let network = ClientNetwork(hashing: 1_000 + minute * 10 + guest)
                expectNil(newcomers.join(from: network, at: now, under: .standard))
            }
        }
    }
}
