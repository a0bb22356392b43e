import Client
import Foundation
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// Stopping a hub, which loses nothing acknowledged.
@Suite struct StopTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub(loopCount: 2) }

    /// Stops the hub on a separate thread, because stopping waits for the clients.
    private func stop() -> Stopping { Stopping(hub) }

    @Test func `sends a bye to all clients, and then closes with 4503`() throws {
        let sockets = try [Role.host, .display, .engineer, .owner].map {
            try RawWebSocket(hub, $0)
        }
        for socket in sockets { _ = try socket.next("welcome") }
        let stopping = stop()
        for socket in sockets {
            let bye = try socket.next("bye")
            expectEqual(bye.members?.keys.sorted(), ["reason", "reconnectInMs", "type"])
            expectEqual(bye["reason"], "restart")
            #expect((bye["reconnectInMs"]?.integer ?? -1) > 0)
            let close = try socket.frame()
            expectEqual(close.opcode, RawFrame.close)
            expectEqual(close.closeCode, 4503)
            #expect(try socket.connection.isAtEnd())
        }
        #expect(stopping.duration() < .seconds(10))
    }

    @Test func `the folder is free after a stop with open connections`() throws {
        try hub.connect(.host).add("Ada")
        for _ in 0..<5 {
            let streams = try (0..<4).map { _ in try RawEventStream(hub, .engineer) }
            let display = try hub.connect(.display)
            // The restart fails if the folder is still in use.
            try hub.restart()
            for stream in streams { stream.connection.close() }
            display.close()
        }
    }

    @Test func `acknowledged changes survive the restart`() throws {
        let host = try hub.connect(.host)
        for index in 1...300 {
            try host.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
        }
        while try host.next("ack")["rev"]?.integer != 20 {}
        let stopping = stop()
        var acked = 20
        var refused = 0
        do {
            while true {
                let message = try host.next()
                switch message["type"] {
                case "ack":
                    expectEqual(message["rev"]?.integer, acked + 1)
                    acked += 1
                case "reject":
                    expectEqual(message["code"], "unavailable")
                    refused += 1
                default: break
                }
            }
        } catch ClientError.closed(let code, _) {
            expectEqual(code, 4503)
        }
        #expect(stopping.duration() < .seconds(10))
        try hub.start()
        let journal = try hub.journal()
        #expect(journal.count >= acked)
        expectEqual(journal.map(\.rev), Array(1...journal.count))
        expectEqual(journal.map(\.mutationID), (1...journal.count).map { "m-\($0)" })
        // Every mutation can be repeated, whatever its outcome.
        let again = try hub.connect(.host)
        for index in 1...300 {
            let answer = try again.ask(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
            expectEqual(answer["rev"]?.integer, index)
        }
        try expectEqual(again.ping()["rev"], 300)
    }

    @Test func `streams, idle connections and silent clients don't delay a stop`() throws {
        let stream = try RawEventStream(hub, .engineer)
        let idle = try (0..<6).map { _ in try RawConnection(hub) }
        let half = try RawConnection(hub)
        try half.send("GET / HTTP/1.1\r\n")
        let silent = try (0..<3).map { _ in try RawWebSocket(hub, .display) }
        let stopping = stop()
        #expect(try stream.rest().isEmpty)
        for connection in idle { #expect(try connection.isAtEnd()) }
        #expect(stopping.duration() < .seconds(10))
        for socket in silent { try expectEqual(socket.closeCode(), 4503) }
    }

    @Test func `a sleeping reader does not delay a stop`() throws {
        var timing = HubTiming()
        timing.stopTimeout = .seconds(1)
        let hub = try LiveHub(timing: timing)
        try hub.addLongList()
        let sleeper = try hub.sleeper()
        #expect(Stopping(hub).duration() < .seconds(10))
        #expect(sleeper.connection.awaitHangUp())
    }

    @Test func `the port is free after a stop`() throws {
        let port = hub.port
        hub.stop()
        #expect(throws: (any Error).self) { try RawConnection(hub) }
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let another = try Hub(
            LiveHub.options(port: port, dataFolder: folder), logger: LiveHub.logger)
        expectEqual(another.port, port)
        another.stop()
    }

    @Test func `a hub without clients stops at once, and may be stopped twice`() throws {
        let folder = LiveHub.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hub = try Hub(LiveHub.options(dataFolder: folder), logger: LiveHub.logger)
        hub.stop()
        hub.stop()
    }
}
