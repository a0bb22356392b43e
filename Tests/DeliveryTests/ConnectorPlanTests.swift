import Sync
import Testing

@testable import Delivery

/// Which connectors are fetched, and whose content counts.
@Suite struct ConnectorPlanTests {
    private func connector(_ address: String, since: Int = 1) -> Connector {
        Connector(
            id: "c_1", address: address, since: since, period: .seconds(60), bytesMax: 10,
            action: "calendar.fetched")
    }

    @Test func `one that was changed and changed back between two looks is fetched anew`() throws {
        var plan = ConnectorPlan(ConnectorTiming())
        let old = try #require(plan.set(["calendar": [connector("http://a")]], of: "main").first)
        _ = plan.take(.content([1], tag: "a"), for: old)
        _ = plan.told(.taken, for: old)
        // The board has forgotten the content, so that it is the same is no answer.
        let connectors = ["calendar": [connector("http://a", since: 3)]]
        let new = try #require(plan.set(connectors, of: "main").first)
        #expect(plan.state(of: old) == nil)
        #expect(plan.state(of: new)?.tag == nil)
        #expect(
            plan.take(.content([1], tag: "a"), for: new)
                == .tell(
                    FetchReport(id: "c_1", result: .content([1])), action: "calendar.fetched",
                    venue: "main"))
    }

    @Test func `what comes of a connector that was changed meanwhile is not told`() throws {
        var plan = ConnectorPlan(ConnectorTiming())
        let old = try #require(plan.set(["calendar": [connector("http://a")]], of: "main").first)
        #expect(plan.set(["calendar": [connector("http://a")]], of: "main").isEmpty)
        let new = try #require(plan.set(["calendar": [connector("http://b")]], of: "main").first)
        #expect(plan.state(of: old)?.connector == nil)
        #expect(plan.take(.content([1], tag: nil), for: old) == nil)
        #expect(plan.told(.taken, for: old) == nil)
        #expect(plan.state(of: new)?.connector.address == "http://b")
        #expect(
            plan.take(.content([1], tag: nil), for: new)
                == .tell(
                    FetchReport(id: "c_1", result: .content([1])), action: "calendar.fetched",
                    venue: "main"))
        #expect(plan.told(.unavailable, for: new) == .wait(.seconds(5)))
        #expect(plan.set([:], of: "main").isEmpty)
        #expect(plan.take(.same, for: new) == nil)
    }
}
