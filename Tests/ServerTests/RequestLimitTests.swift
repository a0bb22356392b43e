import Limits
import Sync
import TestSupport
import Testing
import Transport

@testable import Server

/// Rates of requests, signed in or not, and limits on reading them.
@Suite struct RequestLimitTests {
    private static func hub(_ values: [Limit: Int]) throws -> LiveHub {
        var limits = LiveHub.tirelessPeers
        for (limit, value) in values { limits[limit] = value }
        return try LiveHub(limits: limits)
    }

    @Test func `too many requests get 429 with Retry-After, and later ones are answered`() throws {
        let hub = try Self.hub([.requestCredit: 3, .requestsPerSecond: 1])
        let connection = try RawConnection(hub)
        try connection.send(String(repeating: try hub.request("GET", "/healthz"), count: 40))
        var refusal = try connection.answer()
        var answeredCount = 0
        while refusal.status == 200, answeredCount < 39 {
            answeredCount += 1
            refusal = try connection.answer()
        }
        #expect(answeredCount >= 3)
        expectEqual(refusal.status, 429)
        #expect(refusal.isProblem)
        #expect((1...2).contains(Int(refusal["retry-after"] ?? "") ?? 0))
        // The next pipelined request is answered once one more is allowed.
        try expectEqual(connection.answer().status, 200)
    }

    @Test func `refuses excess content at its head`() throws {
        let hub = try Self.hub([.requestCredit: 1, .requestsPerSecond: 1])
        var status = 0
        for _ in 0..<40 where status != 429 {
            let connection = try RawConnection(hub)
            try connection.send(
                hub.request("POST", "/v1/main/mutations", ["Content-Length": "60000"]))
            status = try connection.answer().status
            #expect(try connection.isAtEnd())
        }
        expectEqual(status, 429)
    }

    @Test func `closes a client that half-closes after a refusal`() throws {
        let hub = try Self.hub([.requestCredit: 1, .requestsPerSecond: 1])
        let connection = try RawConnection(hub)
        try connection.send(String(repeating: try hub.request("GET", "/healthz"), count: 2))
        connection.finishSending()
        try expectEqual(connection.answer().status, 200)
        try expectEqual(connection.answer().status, 429)
        #expect(try connection.isAtEnd())
    }

    @Test func `a stranger at the same address can't use up a device's share`() throws {
        let hub = try Self.hub([.requestCredit: 2, .requestsPerSecond: 1])
        #expect(try (0..<40).contains { _ in try hub.get("/healthz").status == 429 })
        // The sign-in is looked up first and then remembered.
        for _ in 0..<40 { try expectEqual(hub.get("/metrics", as: .owner).status, 200) }
        // Unknown secrets are looked up too, but only up to a limit.
        let statuses = try (0..<40).map { _ in
            try hub.get("/metrics", ["Cookie": "tablecast=none"]).status
        }
        #expect(statuses.contains(429))
        #expect(Set(statuses).isSubset(of: [401, 429]))
    }

    @Test func `refuses only the device that sends too many requests`() throws {
        let hub = try Self.hub([.signInRequestCredit: 2, .signInRequestsPerSecond: 1])
        let statuses = try (0..<40).map { _ in try hub.get("/metrics", as: .owner).status }
        expectEqual(statuses.prefix(3), [200, 200, 200])
        #expect(statuses.contains(429))
        try expectEqual(hub.get("/healthz").status, 200)
        try expectEqual(hub.get("/v1/main/events?until=0", as: .engineer).status, 200)
    }

    @Test func `reads a head only as far as real browsers need`() throws {
        let hub = try LiveHub()
        let token = try hub.token(.owner)
        func cookies(_ count: Int) -> [String: String] {
            ["Cookie": String(repeating: "a=b; ", count: count) + "tablecast=\(token)"]
        }
        try expectEqual(hub.get("/owner", cookies(200)).status, 200)
        try expectEqual(hub.get("/owner", cookies(300)).status, 401)
        let pieces = String(repeating: "/a", count: 40)
        try expectEqual(hub.get(pieces).status, 404)
        let unknown = String(repeating: "\"a\", ", count: 80)
        let tag = try #require(try hub.get("/css/base.css")["etag"])
        for (value, status) in [(tag, 304), ("\"b\" , \(tag) ", 304), (unknown + tag, 200)] {
            try expectEqual(hub.get("/css/base.css", ["If-None-Match": value]).status, status)
        }
        let long = "Bearer " + String(repeating: "a", count: 2_000)
        try expectEqual(hub.get("/metrics", ["Authorization": long]).status, 401)
    }
}
