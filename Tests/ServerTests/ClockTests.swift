import Client
import Clocks
import Foundation
import JSON
import Sync
import Testing

@testable import Server

@Suite struct ClockTests {
    @Test func `a notice expires on time while the hub waits for the day's end`()
        throws
    {
        let hub = try LiveHub()
        let host = try hub.connect(.host)
        // With a party, the hub waits for 04:00, when numbers restart.
        try host.send([
            "type": "mutate", "id": "party", "action": "waitlist.add",
            "args": ["name": "Ada", "size": 2],
        ])
        _ = try host.next("ack")
        try host.send(["type": "subscribe", "view": "notice/display"])
        _ = try host.next("live")
        let until = WallClock.now.adding(milliseconds: 1_500).description
        try host.send([
            "type": "mutate", "id": "notice", "action": "notice.post",
            "args": ["text": "Kitchen closes", "level": "info", "until": .string(until)],
        ])
        let posted = try host.next("diff")
        #expect(posted["patch"]?.elements?.first?["op"] == "add")
        let cleared = try host.next("diff")
        #expect(cleared["patch"]?.elements?.first?["op"] == "remove")
    }
}
