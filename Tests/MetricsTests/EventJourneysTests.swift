import Testing

@testable import Metrics

@Suite struct EventJourneysTests {
    @Test func `a journey has its moments, from the reading of its bytes`() {
        var journeys = EventJourneys(after: 41)
        journeys.received(through: 43, at: .milliseconds(1_000))
        journeys.received(through: 44, at: .milliseconds(1_002))
        journeys.durable(through: 43, at: .milliseconds(1_005))
        let journey = EventJourney(
            durableAfter: .milliseconds(5), handedOverAfter: .milliseconds(7))
        #expect(
            journeys.handedOver(through: 43, at: .milliseconds(1_007)) == [journey, journey])
        #expect(journeys.handedOver(through: 44, at: .milliseconds(1_008)).isEmpty)
        #expect(journeys.handedOver(through: 43, at: .milliseconds(1_009)).isEmpty)
        journeys.durable(through: 44, at: .milliseconds(1_012))
        #expect(
            journeys.handedOver(through: 44, at: .milliseconds(1_013)).map(\.durableAfter)
                == [.milliseconds(10)])
    }

    @Test func `what the journal did not take begins once more`() {
        var journeys = EventJourneys(after: 0)
        journeys.received(through: 3, at: .milliseconds(1))
        journeys.durable(through: 1, at: .milliseconds(2))
        journeys.takeBack()
        journeys.durable(through: 1, at: .milliseconds(9))
        journeys.received(through: 2, at: .milliseconds(10))
        journeys.durable(through: 2, at: .milliseconds(14))
        let ended = journeys.handedOver(through: 2, at: .milliseconds(15))
        #expect(ended.map(\.durableAfter) == [.milliseconds(1), .milliseconds(4)])
    }

    @Test func `those that have ended are forgotten, those under way are not`() {
        var journeys = EventJourneys(after: 0)
        for rev in 1...2_500 { journeys.received(through: rev, at: .zero) }
        journeys.durable(through: 2_500, at: .zero)
        #expect(journeys.handedOver(through: 2_400, at: .zero).count == 2_400)
        #expect(!journeys.isEmpty)
        #expect(journeys.handedOver(through: 2_500, at: .zero).count == 100)
        #expect(journeys.isEmpty)
    }
}
