import Testing

@testable import Screens

@Suite struct ViewTimelineTests {
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
