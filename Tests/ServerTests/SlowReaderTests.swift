import Client
import Glibc
import JSON
import Limits
import ScreenClient
import Sync
import TestSupport
import Testing

@testable import Server

/// Slow and silent readers.
@Suite struct SlowReaderTests {
    private static let view = "waitlist/host"

    /// Has a host change the first party again and again.
    /// - Returns: the venue's revision.
    private func change(_ hub: LiveHub, times count: Int) throws -> Int {
        let host = try hub.connect(.host)
        for index in 1...count {
            try host.mutate(
                "edit-\(index)", "waitlist.edit",
                ["party": "p_1", "notes": .string("\(index)" + String(repeating: "x", count: 400))])
        }
        while try host.next("ack")["id"]?.text != "edit-\(count)" {}
        return 30 + count
    }

    @Test func `a sleeping reader gets folded diffs when it wakes, and every final state`()
        throws
    {
        // On a busy machine the changes take longer than the usual timeout of a sleeper.
        var limits = LiveHub.tirelessPeers
        limits[.progressSeconds] = 600
        limits[.pingAfterSeconds] = 600
        let hub = try LiveHub(limits: limits)
        try hub.addLongList()
        let sleeper = try hub.sleeper()
        // The longer a reader sleeps, the later TCP notices that it reads again.
        let last = try change(hub, times: 300)
        let metrics = try hub.get("/metrics", as: .owner).text
        #expect(!metrics.contains("tablecast_foldings_total 0\n"))
        var copy = ViewCopy(of: Self.view)
        var diffCount = 0
        while copy.position?.rev != last {
            let message = try sleeper.next()
            if message["type"] == "diff" { diffCount += 1 }
            let outcome = copy.apply(message)
            #expect(outcome == .applied || outcome == .unrelated)
        }
        #expect(diffCount <= 1)
        let now = try hub.get("/v1/main/views/waitlist/host", as: .owner).json
        expectEqual(now?["hash"]?.text, copy.hash)
        // From here on, it behaves like any reader.
        try sleeper.send(#"{"type":"ping","n":5}"#)
        while true {
            let message = try sleeper.next()
            if message["type"] == "pong" { break }
            _ = copy.apply(message)
        }
        try hub.connect(.host).add("Bo")
        expectEqual(copy.apply(try sleeper.next("diff")), .applied)
        expectEqual(copy.position?.rev, last + 1)
    }

    @Test func `keeps a client that requests more than it reads, and sends all of it`() throws {
        let hub = try LiveHub()
        try hub.addLongList()
        let sleeper = try hub.sleeper(askingTimes: 60)
        try sleeper.send(#"{"type":"ping","n":9}"#)
        var snapshotCount = 0
        while true {
            let frame = try sleeper.frame(RawFrame.text)
            if frame.payload.count > 300_000 { snapshotCount += 1 }
            if frame.text.contains(#""type":"pong""#) { break }
        }
        expectEqual(snapshotCount, 60)
    }

    @Test func `a slow reader is not closed for lack of a pong`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.pingAfterSeconds] = 1
        limits[.pongSeconds] = 1
        let hub = try LiveHub(limits: limits)
        try hub.addLongList()
        let sleeper = try hub.sleeper()
        // Another reader that is silent from now on is closed, but not the sleeper, which is silent
        // for longer.
        try expectEqual(RawWebSocket(hub, .display).closeCode(), 4408)
        var snapshotCount = 0
        while snapshotCount < 20 {
            let frame = try sleeper.frame()
            try #require(frame.opcode == RawFrame.text)
            if frame.payload.count > 300_000 { snapshotCount += 1 }
        }
    }

    @Test func `keeps a client that reads slowly but steadily, though its pongs are late`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.pingAfterSeconds] = 1
        limits[.pongSeconds] = 1
        let hub = try LiveHub(limits: limits)
        try hub.addLongList()
        let reader = try RawWebSocket(hub, .host)
        reader.connection.keepLittle()
        try reader.send(#"{"type":"subscribe","view":"waitlist/host"}"#)
        // The snapshot is sent before the hub's ping, and takes some seconds at this pace.
        for _ in 0..<50 {
            _ = try reader.connection.take(6_000)
            usleep(100_000)
        }
        try reader.send(#"{"type":"ping","n":5}"#)
        _ = try reader.connection.take(before: #""type":"pong""#)
    }

    @Test func `closes a client that reads nothing`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.progressSeconds] = 1
        let hub = try LiveHub(limits: limits)
        try hub.addLongList()
        let sleeper = try hub.sleeper()
        #expect(sleeper.connection.awaitHangUp())
        try expectEqual(hub.connect(.host).ping()["rev"], 30)
    }

    @Test func `pings a silent peer, and closes it with 4408 without an answer`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.pingAfterSeconds] = 1
        limits[.pongSeconds] = 3
        let hub = try LiveHub(limits: limits)
        let silent = try RawWebSocket(hub, .display)
        let polite = try RawWebSocket(hub, .display)
        try expectEqual(silent.next()["type"], "welcome")
        try expectEqual(silent.frame().opcode, RawFrame.ping)
        for _ in 0..<2 {
            let ping = try polite.frame(RawFrame.ping)
            try polite.send(RawFrame.pong, ping.payload)
        }
        let close = try silent.frame()
        expectEqual(close.opcode, RawFrame.close)
        expectEqual(close.closeCode, 4408)
        #expect(try silent.connection.isAtEnd())
        try polite.send(#"{"type":"ping","n":1}"#)
        try expectEqual(polite.next("pong")["n"], 1)
    }
}
