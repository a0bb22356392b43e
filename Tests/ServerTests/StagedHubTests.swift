import Client
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// A hub controlled by a stage in the same process.
@Suite(.timeLimit(.minutes(5))) struct StagedHubTests {
    @Test func `due events happen when a stopped clock is moved`() throws {
        let clock = TestClock(stands: true)
        let live = try LiveHub(time: clock)
        defer { clock.stands = false }
        let hub = try #require(live.hub)
        let until = Instant(milliseconds: clock.wallMilliseconds + 7_200_000)
        let answer = try live.connect(.host).ask(
            "notice", "notice.post",
            ["text": "Kitchen closes", "level": "info", "until": .string(until.description)])
        expectEqual(answer["type"], "ack")
        clock.move(by: .seconds(7_199))
        try hub.rest()
        try expectEqual(live.journal().map(\.kind), ["posted"])
        clock.move(by: .seconds(1))
        try hub.rest()
        try expectEqual(live.journal().map(\.kind), ["posted", "cleared"])
        try expectEqual(live.journal().last?.at, until)
    }

    @Test func `breaks connections and refuses new ones until they are accepted again`() throws {
        let live = try LiveHub()
        let hub = try #require(live.hub)
        let host = try live.connect(.host)
        hub.dropConnections()
        #expect(throws: ClientError.self) { while true { _ = try host.next("ack") } }
        try live.connect(.host).add("Ada")
        hub.refuseConnections()
        #expect(throws: ClientError.self) { try live.connect(.host) }
        try hub.acceptConnections()
        try live.connect(.host).add("Bo")
    }
}
