import Limits
import Sync
import TestSupport
import Testing

@testable import Server

/// Connections that send requests too slowly, or send none.
@Suite struct HTTPTimeoutTests {
    private let hub: LiveHub

    init() throws {
        var limits = LiveHub.tirelessPeers
        limits[.headSeconds] = 1
        limits[.keepAliveSeconds] = 1
        hub = try LiveHub(limits: limits)
    }

    @Test func `answers a request that does not end with 408`() throws {
        let connection = try RawConnection(hub)
        try connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n")
        let answer = try connection.answer()
        expectEqual(answer.status, 408)
        #expect(answer.isProblem)
        expectEqual(answer["connection"], "close")
        #expect(try connection.isAtEnd())
    }

    @Test func `a slow reader gets answers to all requests sent in time`() throws {
        let connection = try RawConnection(hub)
        let request = try hub.request("GET", "/boards/waitlist/display/display.css")
        // The answers exceed what fits an unread connection, so the hub stops reading too.
        try connection.send(String(repeating: request, count: 800))
        for _ in 0..<3 {
            // Each connection is closed at its request timeout.
            #expect(try RawConnection(hub).isAtEnd())
        }
        var statuses: Set<Int> = []
        for _ in 0..<800 { statuses.insert(try connection.answer().status) }
        expectEqual(statuses, [200])
    }

    @Test func `closes a connection without a request, without an answer`() throws {
        let connection = try RawConnection(hub)
        #expect(try connection.isAtEnd())
        let used = try RawConnection(hub)
        try used.send(hub.request("GET", "/healthz"))
        try expectEqual(used.answer().status, 200)
        #expect(try used.isAtEnd())
    }

    @Test func `ends a request that trickles in forever`() throws {
        let connection = try RawConnection(hub)
        // Answers on a second connection pace the bytes.
        let clock = try RawConnection(hub)
        try connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\nX: ")
        let start = ContinuousClock.now
        while try !connection.hasBytes() {
            try connection.send("x")
            for _ in 0..<20 {
                try clock.send(hub.request("GET", "/healthz"))
                _ = try clock.answer()
            }
            try #require(start.duration(to: .now) < .seconds(30))
        }
        try expectEqual(connection.answer().status, 408)
    }
}
