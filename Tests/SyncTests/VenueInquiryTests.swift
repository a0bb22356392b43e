import JSON
import Sync
import TestSupport
import Testing

/// Mutations that wait for a look-up in the journal, away from the venue's thread.
@Suite struct VenueInquiryTests {
    private static let item: JSON = ["name": "a", "secret": "s"]

    private var hub: TestHub
    private let host: ClientID

    init() {
        var limits = VenueLimits.standard
        limits.mutations = RateLimit(perSecond: 1_000, credit: 1_000)
        hub = TestHub(limits: limits, answersAtOnce: false)
        host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.write()
        _ = hub.words(to: host)
    }

    @Test mutating func `decides a new id at once`() {
        hub.mutate(host, "m2", "lab.put", Self.item)
        #expect(hub.inquiries.isEmpty)
        hub.write()
        expectEqual(hub.words(to: host), ["ack m2 2"])
    }

    @Test mutating func `an id that the journal may know waits for the look-up`() {
        hub.mutate(host, "m1", "lab.put", Self.item)
        expectEqual(hub.inquiries.map(\.mutationID), ["m1"])
        expectEqual(hub.inquiries.map(\.recalls), [true])
        expectEqual(hub.words(to: host), [])
        hub.answerInquiry()
        expectEqual(hub.words(to: host), ["ack m1 1 replayed"])
        #expect(hub.unwritten.isEmpty)
    }

    @Test mutating func `later mutations of a client wait, and other clients continue`() {
        let other = hub.connect(.host)
        _ = hub.words(to: other)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(host, "m2", "lab.drop", ["item": "i_1"])
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(host, "m3", "lab.drop", ["item": "i_1"])
        hub.mutate(other, "n1", "bell.ring")
        expectEqual(hub.unwritten.map(\.event.mutationID), ["n1"])
        expectEqual(hub.inquiries.count, 1)
        hub.answerInquiry()
        // The second `m1` needs another inquiry, which delays `m3`.
        expectEqual(hub.unwritten.map(\.event.mutationID), ["n1", "m2"])
        expectEqual(hub.inquiries.count, 1)
        hub.answerInquiry()
        hub.write()
        expectEqual(
            hub.words(to: host),
            [
                "ack m1 1 replayed", "ack m1 1 replayed", "reject m3 not_found", "ack m2 3",
            ])
        #expect(hub.venue.isIdle)
    }

    @Test mutating func `answers the first of two clients with the same id first`() {
        let other = hub.connect(.host)
        _ = hub.words(to: other)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(other, "m1", "lab.put", ["name": "b", "secret": "s"])
        expectEqual(hub.inquiries.count, 1)
        hub.answerInquiry()
        expectEqual(hub.words(to: host), ["ack m1 1 replayed"])
        expectEqual(hub.words(to: other), ["reject m1 id_reused"])
    }

    @Test mutating func `an id can be retried after the journal could not be read`() {
        hub.journal.setReadable(false)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.answerInquiry()
        expectEqual(hub.words(to: host), ["reject m1 unavailable"])
        hub.journal.setReadable(true)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.answerInquiry()
        expectEqual(hub.words(to: host), ["ack m1 1 replayed"])
    }

    @Test mutating func `limits the mutations that wait behind an inquiry`() {
        hub.mutate(host, "m1", "lab.put", Self.item)
        for number in 1...257 { hub.mutate(host, "n\(number)", "bell.ring") }
        expectEqual(hub.words(to: host), ["reject n257 rate_limited"])
        hub.answerInquiry()
        expectEqual(hub.unwritten.count, 256)
    }

    @Test mutating func `closes a connection whose ping finds no room behind an inquiry`() {
        hub.mutate(host, "m1", "lab.put", Self.item)
        for number in 1...256 { hub.mutate(host, "n\(number)", "bell.ring") }
        #expect(hub.closed.isEmpty)
        hub.send(["type": "ping", "n": 1], from: host)
        expectEqual(hub.closed, [host: .rateLimited])
    }

    @Test mutating func `ignores an answer without a waiting mutation`() {
        hub.mutate(host, "m1", "lab.put", Self.item)
        let inquiry = hub.inquiries[0]
        hub.answerInquiry()
        let actions = hub.venue.answered(inquiry, .success(nil), at: hub.now)
        #expect(actions.isEmpty)
    }
}

/// Commits with an unknown outcome.
@Suite struct VenueSettlingTests {
    private var hub = TestHub()
    private let host: ClientID

    init() {
        host = hub.connect(.host)
        for id in ["m1", "m2", "m3"] { hub.mutate(host, id, "bell.ring") }
        _ = hub.words(to: host)
    }

    @Test(arguments: [true, false])
    mutating func `answers nothing before the outcome is known`(isKept: Bool) {
        let batch = hub.writeUncertainly(count: 2, isKept: isKept)
        expectEqual(hub.unsettled?.entries.count, 2)
        expectEqual(hub.words(to: host), [])
        #expect(!hub.venue.isIdle)
        let failedLater = hub.venue.settled()
        #expect(failedLater.isEmpty)
        expectEqual(batch.isJournaled(in: hub.journal.events), isKept)
        if isKept {
            hub.written(batch)
            hub.write()
            expectEqual(hub.words(to: host), ["ack m1 1", "ack m2 2", "ack m3 3"])
        } else {
            hub.perform(hub.venue.journalFailed(batch))
            expectEqual(
                hub.words(to: host),
                [
                    "reject m1 unavailable", "reject m2 unavailable", "reject m3 unavailable",
                ])
        }
    }

    @Test mutating func `a batch that fails meanwhile waits for its turn`() {
        let first = hub.writeUncertainly(count: 1, isKept: true)
        let second = hub.batch(2)
        let isDeferred = hub.venue.defersFailure(of: second, isUncertain: true)
        #expect(isDeferred)
        expectEqual(hub.words(to: host), [])
        let later = hub.venue.settled()
        expectEqual(later.map(\.isUncertain), [true])
        hub.written(first)
        expectEqual(hub.words(to: host), ["ack m1 1"])
        let isDeferredAgain = hub.venue.defersFailure(of: second, isUncertain: false)
        #expect(!isDeferredAgain)
        hub.perform(hub.venue.journalFailed(second))
        expectEqual(hub.words(to: host), ["reject m2 unavailable", "reject m3 unavailable"])
    }
}
