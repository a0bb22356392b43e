import JSON
import Sync

extension LiveHub {
    /// Adds 30 parties with notes of 12 KB each. A dozen copies of the hosts' view exceed what a
    /// socket buffers.
    func addLongList() throws {
        let host = try connect(.host)
        for index in 1...30 {
            try host.mutate(
                "long-\(index)", "waitlist.add",
                [
                    "name": .string("P \(index)"), "size": 2,
                    "notes": .string(String(repeating: "👩‍👩‍👧‍👦", count: 480)),
                ])
        }
        while try host.next("ack")["id"] != "long-30" {}
    }

    /// Returns a host that has requested the long list many times and reads nothing. The hub already
    /// knows that the host is behind; otherwise it would send every diff at once.
    func sleeper(askingTimes count: Int = 20) throws -> RawWebSocket {
        let ask = RawFrame.text(#"{"type":"subscribe","view":"waitlist/host"}"#)
        let sleeper = try RawWebSocket(
            self, .host, early: Array(repeatElement(ask, count: count).joined()))
        for _ in 0..<10_000 {
            let metrics = try get("/metrics", as: .owner).text
            if !metrics.contains("tablecast_clients_behind 0\n") { return sleeper }
        }
        throw NeverBehind()
    }

    struct NeverBehind: Error {}
}
