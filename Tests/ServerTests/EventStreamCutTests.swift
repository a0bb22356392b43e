import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// A stream of server-sent events that is cut anywhere, and resumed with the id of the last
/// complete event, as by a browser.
@Suite struct EventStreamCutTests {
    /// The complete events: their revisions, and the id to resume with.
    private struct Heard {
        var revs: [Int] = []
        var lastID: String?

        /// - Parameter bytes: the bytes of one connection, cut off anywhere.
        mutating func read(_ bytes: ArraySlice<UInt8>) throws {
            // The client drops an event without an empty line at its end (WHATWG HTML, section
            // 9.2.6).
            let text = String(decoding: bytes, as: UTF8.self)
            for block in text.split(separator: "\n\n", omittingEmptySubsequences: false).dropLast()
            {
                var data: String?
                for line in block.split(separator: "\n") {
                    if line.hasPrefix("id: ") { lastID = String(line.dropFirst(4)) }
                    if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
                }
                guard let data else { continue }
                let event = try JSON(parsing: data, depthMax: 64)
                if let rev = event["rev"]?.integer { revs.append(rev) }
            }
        }
    }

    @Test(arguments: [11, 12, 13])
    func `sends every event once when cut at any byte and resumed by Last-Event-ID`(seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        let hub = try LiveHub()
        var host = try hub.connect(.host)
        let count = 200
        var asked = 0
        func ask(upTo more: Int) throws {
            for _ in 0..<Int.random(in: 0...more, using: &generator) where asked < count {
                asked += 1
                // Rejected mutations are in the stream without an id.
                if asked % 7 == 0 { try host.mutate("bad-\(asked)", "waitlist.add") }
                try host.mutate(
                    "m-\(asked)", "waitlist.add", ["name": .string("P \(asked)"), "size": 2])
            }
        }
        var heard = Heard()
        while heard.revs.count < count {
            if Int.random(in: 0..<12, using: &generator) == 0 {
                try host.ping()
                try hub.restart()
                host = try hub.connect(.host)
            }
            try ask(upTo: 30)
            var fields = ["Accept": "text/event-stream"]
            fields["Last-Event-ID"] = heard.lastID
            let connection = try RawConnection(hub)
            try connection.send(
                hub.request("GET", "/v1/main/events?since=0&rejected=1", as: .engineer, fields))
            try expectEqual(connection.head().status, 200)
            try ask(upTo: 30)
            let bytes = try take(
                upTo: Int.random(in: 0...(asked - heard.revs.count), using: &generator),
                from: connection)
            connection.close()
            // Make some reads end with a complete event, which would be rare otherwise.
            let isWhole = Int.random(in: 0..<4, using: &generator) == 0
            let cut = isWhole ? bytes.count : Int.random(in: 0...bytes.count, using: &generator)
            try heard.read(bytes[..<cut])
        }
        expectEqual(heard.revs, Array(1...count))
    }

    /// Reads until at least this number of events has come.
    private func take(
        upTo eventCount: Int, from connection: RawConnection
    ) throws -> [UInt8] {
        let mark = Array("\nid: ".utf8)
        var bytes: [UInt8] = []
        var looked = 0
        var seen = 0
        while seen < eventCount, let chunk = try connection.chunkedBytes() {
            bytes += chunk
            while looked + mark.count <= bytes.count {
                if bytes[looked..<(looked + mark.count)].elementsEqual(mark) { seen += 1 }
                looked += 1
            }
        }
        return bytes
    }
}
