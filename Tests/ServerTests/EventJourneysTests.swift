import Testing

@testable import Server

@Suite struct EventJourneysTests {
    @Test func `a journey has its moments, from the reading of its bytes`() throws {
        var journeys = EventJourneys(after: 41)
        journeys.received(through: 43, at: .milliseconds(1_000))
        journeys.received(through: 44, at: .milliseconds(1_002))
        #expect(journeys[41] == nil)
        #expect(journeys[45] == nil)
        journeys.durable(through: 43, at: .milliseconds(1_005))
        #expect(journeys.handedOver(through: 43, at: .milliseconds(1_007)).count == 2)
        let journey = try #require(journeys[43])
        #expect(journey.durableAfter == .milliseconds(5))
        #expect(journey.handedOverAfter == .milliseconds(7))
        #expect(try #require(journeys[44]).durableAfter == nil)
        #expect(journeys.handedOver(through: 43, at: .milliseconds(1_009)).isEmpty)
        journeys.durable(through: 44, at: .milliseconds(1_012))
        #expect(
            journeys.handedOver(through: 44, at: .milliseconds(1_013)).map(\.durableAfter)
                == [.milliseconds(10)])
    }

    @Test func `what the journal did not take begins once more`() throws {
        var journeys = EventJourneys(after: 0)
        journeys.received(through: 3, at: .milliseconds(1))
        journeys.durable(through: 1, at: .milliseconds(2))
        journeys.takeBack()
        #expect(journeys[2] == nil)
        journeys.received(through: 2, at: .milliseconds(10))
        journeys.durable(through: 2, at: .milliseconds(14))
        #expect(try #require(journeys[2]).durableAfter == .milliseconds(4))
        #expect(try #require(journeys[1]).durableAfter == .milliseconds(1))
    }

    @Test func `those long gone are forgotten, those under way are not`() {
        var journeys = EventJourneys(after: 0)
        for rev in 1...2_500 { journeys.received(through: rev, at: .zero) }
        #expect(journeys[1] != nil)
        journeys.durable(through: 2_500, at: .zero)
        _ = journeys.handedOver(through: 2_400, at: .zero)
        journeys.received(through: 2_501, at: .zero)
        #expect(journeys[1] == nil)
        #expect(journeys[1_501] == nil)
        #expect(journeys[1_502] != nil)
        #expect(journeys[2_501] != nil)
    }
}
