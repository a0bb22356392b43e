import Testing

@testable import Metrics
@testable import Venues

@Suite struct RecentEventsTests {
    private static let origin = RecentEvent.Origin(way: .webSocket, address: nil)

    @Test func `finds an event's facts by its revision`() {
        var recent = RecentEvents(after: 41)
        recent.decided(through: 43, from: Self.origin)
        recent.decided(through: 44, from: nil)
        recent.decided(through: 44, from: Self.origin)
        recent.published(43, askedAs: "waitlist.add")
        let journey = EventJourney(durableAfter: .seconds(1), handedOverAfter: .seconds(2))
        recent.ended([journey, journey], through: 43)
        #expect(recent[41] == nil)
        #expect(recent[42]?.origin == Self.origin)
        #expect(recent[42]?.action == nil)
        #expect(recent[43]?.action == "waitlist.add")
        #expect(recent[43]?.journey == journey)
        #expect(recent[44] != nil)
        #expect(recent[44]?.origin == nil)
        #expect(recent[44]?.journey == nil)
        #expect(recent[45] == nil)
    }

    @Test func `forgets events that the journal did not take`() {
        var recent = RecentEvents(after: 0)
        recent.decided(through: 3, from: Self.origin)
        recent.takeBack(to: 1)
        #expect(recent[1]?.origin == Self.origin)
        #expect(recent[2] == nil)
        recent.decided(through: 2, from: nil)
        #expect(recent[2] != nil)
        #expect(recent[2]?.origin == nil)
        recent.takeBack(to: 2)
        #expect(recent[2] != nil)
    }

    @Test func `keeps only the last events`() {
        var recent = RecentEvents(after: 0)
        recent.decided(through: RecentEvents.countMax + 5, from: nil)
        #expect(recent[5] == nil)
        #expect(recent[6] != nil)
        #expect(recent[RecentEvents.countMax + 5] != nil)
        // The journey of a forgotten event is ignored.
        let journey = EventJourney(durableAfter: .zero, handedOverAfter: .zero)
        recent.ended([journey, journey], through: 6)
        #expect(recent[6]?.journey == journey)
    }
}
