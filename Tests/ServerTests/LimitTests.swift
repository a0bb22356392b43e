import Foundation
import JSON
import Limits
import Sync
import Terminal
import TestSupport
import Testing
import Transport
import WebSocket

@testable import Server

/// Each limit of the table, exceeded by one peer while others are unaffected.
@Suite struct LimitTests {
    private static func hub(_ values: [Limit: Int]) throws -> LiveHub {
        var limits = HubLimits()
        for (limit, value) in values { limits[limit] = value }
        return try LiveHub(limits: limits)
    }

    @Test func `the page about running a hub shows every limit's value`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Public/docs/operations.html")
        let page = try String(contentsOf: file, encoding: .utf8)
        for limit in Limit.allCases {
            let value = limit.standard.formatted(.number.locale(Locale(identifier: "en_US")))
            let name = "<tr><td><code>\(limit.name)</code></td>"
            #expect(page.contains("\(name)<td class=\"number\">\(value)</td>"), "\(limit)")
        }
    }

    @Test func `sets a limit by its name, and refuses invalid assignments`() throws {
        var limits = HubLimits()
        try limits.set("connections=20000")
        expectEqual(limits[.connections], 20_000)
        expectEqual(limits[.bodyBytes], 65_536)
        for wrong in ["connection=1", "connections", "connections=", "=5", "connections=0", ""] {
            #expect(throws: HubError.self) { try limits.set(wrong) }
        }
        #expect(throws: HubError.self) { try limits.set("connections=99999999999999999999") }
        expectEqual(limits[.connections], 20_000)
    }

    /// Connections of signed-in devices.
    private static func devices(_ count: Int, at hub: LiveHub) throws -> [RawConnection] {
        try (0..<count).map { _ in
            let connection = try RawConnection(hub)
            try connection.send(hub.request("GET", "/metrics", as: .owner))
            try expectEqual(connection.answer().status, 200)
            return connection
        }
    }

    @Test func `closes connections beyond the limit of their address at once`() throws {
        let hub = try Self.hub([.connectionsPerAddress: 3])
        let held = try Self.devices(3, at: hub)
        #expect(try RawConnection(hub).isAtEnd())
        held[0].close()
        // Its place is free once the hub has noticed the end.
        var status: Int?
        while status == nil {
            let next = try RawConnection(hub)
            try? next.send(hub.request("GET", "/healthz"))
            status = try? next.answer().status
        }
        expectEqual(status, 200)
    }

    @Test(arguments: [Limit.connections, .connectionsPerAddress], [1, 3])
    func `a device connects although strangers have taken every place`(
        limit: Limit, loopCount: Int
    ) throws {
        var limits = LiveHub.tirelessPeers
        limits[limit] = 4
        let hub = try LiveHub(loopCount: loopCount, limits: limits)
        _ = try hub.token(.host)
        let strangers = try (0..<4).map { _ in
            let stranger = try RawConnection(hub)
            try stranger.send(hub.request("GET", "/healthz"))
            try expectEqual(stranger.answer().status, 200)
            return stranger
        }
        // The first connection is no longer the longest idle.
        try strangers[0].send(hub.request("GET", "/healthz"))
        try expectEqual(strangers[0].answer().status, 200)
        let host = try hub.connect(.host)
        #expect(try strangers[1].isAtEnd())
        // New connections replace strangers, never the device.
        for _ in 0..<8 { _ = try hub.get("/healthz") }
        try expectEqual(host.ping()["rev"], 0)
    }

    @Test func `every kind of end of a connection frees its place`() throws {
        let hub = try Self.hub([.connectionsPerAddress: 2])
        for _ in 0..<10 {
            let socket = try RawWebSocket(hub, .display)
            _ = try socket.next("welcome")
            try socket.send(RawFrame.close, [])
            _ = try socket.frame(RawFrame.close)
            socket.connection.close()
            let asking = try RawConnection(hub)
            // Until the hub has noticed the first one's end, one place is left.
            try asking.send(hub.request("GET", "/healthz", ["Connection": "close"]))
            try expectEqual(asking.answer().status, 200)
            #expect(try asking.isAtEnd())
        }
    }

    @Test func `returns 429 with Retry-After for too many WebSockets`() throws {
        let hub = try Self.hub([.handshakeCredit: 2, .handshakesPerSecond: 1])
        _ = try RawWebSocket(hub, .display)
        _ = try RawWebSocket(hub, .display)
        let connection = try RawConnection(hub)
        try connection.send(
            try hub.request("GET", "/v1/main/sync", as: .display, RawWebSocket.fields))
        let answer = try connection.answer()
        expectEqual(answer.status, 429)
        #expect(answer.isProblem)
        #expect((1...2).contains(Int(answer["retry-after"] ?? "") ?? 0))
        // Others at the same address are still accepted.
        try expectEqual(hub.connect(.host).ping()["rev"], 0)
    }

    @Test func `a guest who opens too many WebSockets locks out neither hosts nor guests`() throws {
        let hub = try Self.hub([.handshakeCredit: 1, .handshakesPerSecond: 1])
        let host = try hub.connect(.host)
        let tickets = try ["Ada", "Bo"].map { name in
            try #require(try host.add(name)["ticket"]?.text)
        }
        func fields(_ ticket: String) -> [String: String] { ["Authorization": "Bearer \(ticket)"] }
        // One more is allowed each second, so a slow machine may see more.
        var count = 0
        while count < 50, (try? RawWebSocket(hub, nil, fields(tickets[0]))) != nil { count += 1 }
        _ = try RawWebSocket(hub, nil, fields(tickets[1]))
        _ = try RawWebSocket(hub, .display)
    }

    @Test(arguments: [RawFrame.text, RawFrame.ping, RawFrame.pong])
    func `closes a flood of messages, pings or pongs with 4429`(opcode: UInt8) throws {
        let hub = try Self.hub([.messageCredit: 20, .messagesPerSecond: 1])
        let flooder = try RawWebSocket(hub, .display)
        let payload = opcode == RawFrame.text ? Array(#"{"type":"ping","n":1}"#.utf8) : []
        try flooder.connection.send(
            Array((0..<40).map { _ in RawFrame.bytes(opcode, payload) }.joined()))
        try expectEqual(flooder.closeCode(), 4429)
        try expectEqual(hub.connect(.host).ping()["rev"], 0)
    }

    @Test func `refuses too many mutations with the time to wait, on every route`() throws {
        let hub = try Self.hub([
            .mutationCredit: 2, .mutationsPerSecond: 1, .messageCredit: 1_000_000,
        ])
        let host = try hub.connect(.host)
        _ = try host.add("Ada")
        _ = try host.add("Bo")
        let arguments: JSON = ["name": "Cy", "size": 2]
        let reject = try host.ask("cy", "waitlist.add", arguments)
        expectEqual(reject["code"], "rate_limited")
        #expect((1...1_000).contains(reject["retryInMs"]?.integer ?? 0))
        let body: JSON = [
            "type": "mutate", "id": "cy", "action": "waitlist.add", "args": arguments,
        ]
        let answer = try hub.ask(
            "POST", "/v1/main/mutations", as: .host, body: body.canonicalText)
        expectEqual(answer.status, 429)
        #expect(answer.json?["code"] == "rate_limited")
        var last: JSON?
        while last?["type"] != "ack" { last = try host.ask("cy", "waitlist.add", arguments) }
        #expect(last?["rev"] == 3)
    }

    @Test func `returns 429 for too much content at once, of one sign-in and in total`() throws {
        let hub = try Self.hub([.contentBytes: 50_000, .contentBytesPerSignIn: 30_000])
        /// Sends a body without its last bytes.
        func begin(_ role: Role, _ count: Int) throws -> RawConnection {
            let connection = try RawConnection(hub)
            let head = try hub.request(
                "POST", "/v1/main/mutations", as: role, ["Content-Length": "\(count + 2)"])
            try connection.send(head + String(repeating: " ", count: count))
            return connection
        }
        func status(_ connection: RawConnection) throws -> Int {
            // The hub may have refused it already.
            try? connection.send("{}")
            return try connection.answer().status
        }
        let held = try begin(.host, 20_000)
        // Once the hub holds this content, no room is left.
        while try status(begin(.host, 15_000)) != 429 {}
        try expectEqual(status(begin(.owner, 15_000)), 400)
        let other = try begin(.owner, 20_000)
        while try status(begin(.engineer, 15_000)) != 429 {}
        for connection in [held, other] { try expectEqual(status(connection), 400) }
        while try status(begin(.host, 15_000)) != 400 {}
    }

    @Test func `answers a body that trickles in with 408`() throws {
        let hub = try Self.hub([.headSeconds: 1])
        let connection = try RawConnection(hub)
        let clock = try RawConnection(hub)
        try connection.send(
            hub.request("POST", "/v1/main/mutations", as: .host, ["Content-Length": "60000"]))
        while try !connection.hasBytes() {
            try connection.send(" ")
            for _ in 0..<10 {
                try clock.send(hub.request("GET", "/healthz"))
                _ = try clock.answer()
            }
        }
        try expectEqual(connection.answer().status, 408)
    }

    @Test func `a body that came mostly at once may not pause longer than others`() throws {
        let hub = try Self.hub([.headSeconds: 1, .progressSeconds: 1])
        let connection = try RawConnection(hub)
        let head = try hub.request(
            "POST", "/v1/main/mutations", as: .host, ["Content-Length": "60000"])
        try connection.send(head + String(repeating: " ", count: 59_000))
        try expectEqual(connection.answer().status, 408)
    }

    @Test func `closes an unfinished message with 4408, whatever comes meanwhile`() throws {
        let hub = try Self.hub([.messageSeconds: 1])
        let socket = try RawWebSocket(hub, .display)
        _ = try socket.next("welcome")
        // The first fragment of a text message. A ping in between is not part of it.
        try socket.connection.send([0x01, 0x81, 0, 0, 0, 0, UInt8(ascii: "{")])
        try socket.send(RawFrame.ping, [])
        _ = try socket.frame(RawFrame.pong)
        try expectEqual(socket.closeCode(), 4408)
    }

    @Test func `refuses a frame that announces too much at its head`() throws {
        let hub = try Self.hub([.messageBytes: 1_000, .frameBytes: 500, .fragmentCount: 3])
        let announcing = try RawWebSocket(hub, .display)
        try announcing.connection.send([0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7))
        try expectEqual(announcing.closeCode(), 1009)
        let long = try RawWebSocket(hub, .display)
        try long.connection.send([0x81, 0xFE, 0x01, 0xF5])
        try expectEqual(long.closeCode(), 1009)
        let cutUp = try RawWebSocket(hub, .display)
        try cutUp.connection.send([0x01, 0x80, 0, 0, 0, 0])
        for _ in 0..<3 { try cutUp.connection.send([0x00, 0x80, 0, 0, 0, 0]) }
        try expectEqual(cutUp.closeCode(), 1009)
    }
}
