import Testing

@testable import Server

@Suite struct ReceivedTimesTests {
    @Test func `each revision has its time, as far back as is remembered`() {
        var times = ReceivedTimes(after: 40)
        #expect(times[40] == nil)
        times.received(through: 42, at: .seconds(1))
        times.received(through: 42, at: .seconds(2))
        times.received(through: 43, at: .seconds(3))
        #expect(
            [40, 41, 42, 43, 44].map { times[$0] } == [
                nil, .seconds(1), .seconds(1), .seconds(3), nil,
            ])
        times.received(through: 41 + ReceivedTimes.countMax, at: .seconds(4))
        #expect(times[41] == nil)
        #expect(times[42] == .seconds(1))
        #expect(times[41 + ReceivedTimes.countMax] == .seconds(4))
    }

    @Test func `what did not become durable has no time, and its number is given again`() {
        var times = ReceivedTimes(after: 0)
        times.received(through: 5, at: .seconds(1))
        times.takeBack(to: 3)
        #expect(times[4] == nil)
        times.received(through: 4, at: .seconds(2))
        #expect([times[3], times[4]] == [.seconds(1), .seconds(2)])
        times.takeBack(to: 0)
        times.takeBack(to: 0)
        #expect(times[1] == nil)
    }

    @Test func `a view's timeline says since when a revision is old, to a tenth of a second`() {
        var timeline = ViewTimeline()
        timeline.reached(3, at: .seconds(1))
        #expect(timeline.passed(3) == nil)
        timeline.reached(3, at: .seconds(2))
        timeline.reached(4, at: .seconds(3))
        timeline.reached(5, at: .seconds(3) + .milliseconds(50))
        timeline.reached(9, at: .seconds(4))
        #expect(
            [2, 3, 4, 5, 8, 9].map { timeline.passed($0) } == [
                .seconds(1), .seconds(3), .seconds(3), .seconds(4), .seconds(4), nil,
            ])
        // What is longer ago than is remembered is at least as old as what is.
        for step in 0..<1_000 { timeline.reached(10 + step, at: .seconds(5 + step)) }
        #expect(timeline.passed(0) == .seconds(749))
    }
}
