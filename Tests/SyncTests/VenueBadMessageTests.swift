import JSON
import Sync
import TestSupport
import Testing

@Suite struct VenueBadMessageTests {
    private var hub = TestHub()

    @Test
    mutating func `answers an invalid message with an error that names its id or view`() throws {
        let client = hub.connect(.host)
        _ = hub.heard(client)
        hub.send("nonsense", from: client)
        hub.send(#"{"type":"mutate","id":"a","action":7,"args":{}}"#, from: client)
        hub.send(#"{"type":"subscribe","view":"lab/open","x":1}"#, from: client)
        let heard = hub.heard(client)
        expectEqual(
            heard.map(TestHub.words),
            [
                "error bad_message", "error a bad_message", "error lab/open bad_message",
            ])
        for error in heard { expectEqual(error["message"]?.text?.isEmpty, false) }
        expectEqual(heard[0].members?.keys.sorted(), ["code", "message", "type"])
        hub.send(["type": "ping", "n": 1], from: client)
        expectEqual(hub.words(to: client), ["pong 1 0"])
    }

    @Test mutating func `the tenth bad message within a minute closes with 4400`() {
        let client = hub.connect(.host)
        let other = hub.connect(.host)
        for _ in 0..<9 {
            hub.send("nonsense", from: client)
            hub.send("nonsense", from: other)
            hub.now = hub.now.adding(milliseconds: 6000)
        }
        #expect(hub.closed.isEmpty)
        hub.send("nonsense", from: client)
        expectEqual(hub.closed, [client: .badMessage])
        expectEqual(CloseCode.badMessage.rawValue, 4400)
        expectEqual(hub.words(to: client).last, "error bad_message")
    }

    @Test mutating func `ten bad messages in more than a minute do not close`() {
        let client = hub.connect(.host)
        for _ in 0..<100 {
            hub.send("nonsense", from: client)
            hub.now = hub.now.adding(milliseconds: 6700)
        }
        #expect(hub.closed.isEmpty)
    }

    @Test mutating func `good messages between bad ones do not excuse them`() {
        let client = hub.connect(.host)
        for _ in 0..<10 {
            hub.send("nonsense", from: client)
            hub.send(["type": "ping", "n": 1], from: client)
        }
        expectEqual(hub.closed[client], .badMessage)
    }

    @Test mutating func `a clock that is set back neither closes a connection nor traps`() {
        let client = hub.connect(.host)
        for _ in 0..<9 {
            hub.send("nonsense", from: client)
            hub.now = hub.now.adding(milliseconds: -3_600_000)
        }
        #expect(hub.closed.isEmpty)
    }
}
