import Client
import JSON
import Sync
import TestSupport
import Testing

/// Messages of the protocol over a real socket. `SyncTests` checks its rules.
@Suite struct SyncMessageTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static func isInstant(_ json: JSON?) -> Bool {
        guard let text = json?.text, let instant = Instant(text) else { return false }
        return instant.description == text
    }

    @Test func `the display shows a party added by a host once it is on the disk`() throws {
        let display = try Watcher(hub, .display, "waitlist/display")
        let host = try hub.connect(.host)
        let ack = try host.ask(
            "one", "waitlist.add", ["name": "Ada Lovelace", "size": 4, "phone": "+39 06 1234567"])
        expectEqual(ack.members?.keys.sorted(), ["durable", "id", "result", "rev", "type"])
        expectEqual(ack["type"], "ack")
        expectEqual(ack["durable"], "disk")
        expectEqual(ack["rev"], 1)
        #expect(ack["result"]?["number"] == 1)
        expectEqual(ack["result"]?["ticket"]?.text?.isEmpty, false)
        let diff = try display.take()
        expectEqual(
            diff.members?.keys.sorted(), ["at", "from", "hash", "patch", "rev", "type", "view"])
        expectEqual(diff["from"], 0)
        expectEqual(diff["rev"], 1)
        #expect(Self.isInstant(diff["at"]))
        let row = display.document("waitlist/display")?["parties"]?.members?.first
        expectEqual(row?.key, ack["result"]?["party"]?.text)
        expectEqual(row?.value["label"], "Ada L.")
        expectEqual(row?.value["arrivedAt"], diff["at"])
    }

    @Test func `closes the connection with 4400 after ten bad messages`() throws {
        let socket = try RawWebSocket(hub, .host)
        for _ in 0..<10 { try socket.send("no") }
        for _ in 0..<10 { try expectEqual(socket.next("error")["code"], "bad_message") }
        try expectEqual(socket.closeCode(), 4400)
    }
}
