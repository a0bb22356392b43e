import Sync
import Testing

@testable import Delivery

@Suite struct ConnectorStateTests {
    private static let connector = Connector(
        id: "c_1", address: "https://example.org/a.ics", since: 1, period: .seconds(60),
        bytesMax: 10, action: "calendar.fetched")

    @Test func `content is reported when it is another one`() {
        var state = ConnectorState(Self.connector, ConnectorTiming())
        #expect(state.tag == nil)
        #expect(state.take(.content([1], tag: "\"a\"")) == .content([1]))
        #expect(state.tag == "\"a\"")
        #expect(state.take(.same) == nil)
        #expect(state.take(.content([1], tag: nil)) == nil)
        #expect(state.tag == nil)
        #expect(state.take(.content([2], tag: nil)) == .content([2]))
        #expect(state.takePause() == .seconds(60))
        // Nobody asked whether it is the same.
        #expect(state.take(.same) == .failed(.answered(304)))
    }

    @Test func `the first failure and the end of failing are reported, and pauses grow`() {
        var timing = ConnectorTiming()
        timing.failureCountMax = 4
        var state = ConnectorState(Self.connector, timing)
        #expect(state.take(.content([1], tag: "a")) == .content([1]))
        #expect(state.take(.failed(.timedOut)) == .failed(.timedOut))
        #expect(state.takePause() == .seconds(5))
        #expect(state.take(.failed(.unreachable)) == nil)
        #expect(state.takePause() == .seconds(10))
        #expect(state.take(.failed(.unreachable)) == nil)
        #expect(state.takePause() == .seconds(20))
        // The circuit opens: the target is left alone.
        #expect(state.take(.failed(.unreachable)) == nil)
        #expect(state.takePause() == .seconds(900))
        #expect(state.take(.same) == .same)
        #expect(state.takePause() == .seconds(60))
        #expect(state.take(.failed(.notWhole)) == .failed(.notWhole))
        #expect(state.take(.content([2], tag: nil)) == .content([2]))
        #expect(state.take(.failed(.notWhole)) == .failed(.notWhole))
        #expect(state.take(.content([2], tag: nil)) == .same)
    }

    @Test func `a pause after a failure is no longer than the period, and a report is made up for`()
    {
        var quick = Self.connector
        quick.period = .seconds(7)
        var state = ConnectorState(quick, ConnectorTiming())
        _ = state.take(.failed(.timedOut))
        #expect(state.takePause() == .seconds(5))
        _ = state.take(.failed(.timedOut))
        #expect(state.takePause() == .seconds(7))
        state.reportFailed()
        #expect(state.takePause() == .seconds(5))
        #expect(state.takePause() == .seconds(7))
        #expect(state.take(.failed(.timedOut)) == .failed(.timedOut))
    }
}
