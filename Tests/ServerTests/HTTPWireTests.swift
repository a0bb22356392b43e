import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// HTTP/1.1 over a real socket, byte by byte.
@Suite struct HTTPWireTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static let add = """
        {"type":"mutate","id":"one","action":"waitlist.add","args":{"name":"Ada","size":4}}
        """

    @Test func `keeps a connection for successive requests`() throws {
        let connection = try RawConnection(hub)
        for _ in 0..<3 {
            try connection.send(hub.request("GET", "/healthz"))
            let answer = try connection.answer()
            expectEqual(answer.status, 200)
            expectNil(answer["connection"])
        }
        try connection.send(hub.request("GET", "/healthz", keepsAlive: false))
        try expectEqual(connection.answer()["connection"], "close")
        #expect(try connection.isAtEnd())
    }

    @Test func `answers all pipelined requests beyond the limit of waiting ones`() throws {
        let connection = try RawConnection(hub)
        let one = try hub.request("GET", "/healthz")
        try connection.send(
            hub.request("POST", "/v1/main/mutations", as: .host, body: Self.add)
                + String(repeating: one, count: 2_500))
        #expect(try connection.answer().json?["type"] == "ack")
        for _ in 0..<2_500 { try #require(try connection.answer().text == "ok\n") }
        try connection.send(one)
        try expectEqual(connection.answer().status, 200)
    }

    @Test func `sends 100 Continue before the answer if the client expects it`() throws {
        let connection = try RawConnection(hub)
        let request = try hub.request(
            "POST", "/v1/main/mutations", as: .host, ["Expect": "100-continue"], body: Self.add)
        let bodyCount = Self.add.utf8.count
        try connection.send(String(request.dropLast(bodyCount)))
        try expectEqual(connection.answer().status, 100)
        try connection.send(Self.add)
        #expect(try connection.answer().json?["type"] == "ack")
    }

    @Test(arguments: [
        ("POST", "/", Role?.none, 405), ("PUT", "/v1/main/mutations", .host, 405),
        ("POST", "/v1/main/mutations", nil, 401), ("POST", "/v1/main/mutations", .display, 0),
        ("POST", "/v1/nowhere/mutations", .host, 403),
    ])
    func `refuses content at its head if the sender lacks permission`(
        method: String, path: String, role: Role?, status: Int
    ) throws {
        for fields in [[:], ["Expect": "100-continue"]] {
            let connection = try RawConnection(hub)
            var fields = fields
            fields["Content-Length"] = "5000"
            try connection.send(hub.request(method, path, as: role, fields))
            if status == 0 {
                // The role alone doesn't decide, because the action is in the content.
                if fields["Expect"] != nil { try expectEqual(connection.answer().status, 100) }
                continue
            }
            let answer = try connection.answer()
            expectEqual(answer.status, status)
            expectEqual(answer["connection"], "close")
            #expect(try connection.isAtEnd())
        }
    }

    @Test func `skips content that no route uses`() throws {
        let connection = try RawConnection(hub)
        let content = String(repeating: "x", count: 60_000)
        for _ in 0..<3 { try connection.send(hub.request("GET", "/healthz", body: content)) }
        for _ in 0..<3 { try expectEqual(connection.answer().text, "ok\n") }
    }

    @Test func `does not answer an https address in plain text`() throws {
        let connection = try RawConnection(hub)
        try connection.send("GET https://hub/healthz HTTP/1.1\r\nHost: hub\r\n\r\n")
        try expectEqual(connection.answer().status, 421)
        let plain = try RawConnection(hub)
        try plain.send("GET http://hub/healthz HTTP/1.1\r\nHost: hub\r\n\r\n")
        try expectEqual(plain.answer().status, 200)
    }

    @Test(arguments: ["/host", "/display", "/events", "/guest", "/metrics", "/api"])
    func `401 names the authentication scheme`(path: String) throws {
        let answer = try hub.get(path)
        expectEqual(answer.status, 401)
        expectEqual(answer["www-authenticate"]?.hasPrefix("Bearer"), true)
    }

    @Test func `answers HTTP 1.0 and closes the connection`() throws {
        let connection = try RawConnection(hub)
        try connection.send("GET /healthz HTTP/1.0\r\n\r\n")
        let answer = try connection.answer()
        expectEqual(answer.status, 200)
        expectEqual(answer.text, "ok\n")
        #expect(try connection.isAtEnd())
    }

    @Test func `keeps an HTTP 1.0 connection on request, and says so`() throws {
        let connection = try RawConnection(hub)
        for _ in 0..<2 {
            try connection.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let answer = try connection.answer()
            // Otherwise the client would wait for the connection's end (RFC 9112, section 9.3).
            expectEqual(answer["connection"]?.lowercased(), "keep-alive")
        }
    }

    @Test func `sends the event stream to HTTP 1.0 without chunks`() throws {
        let connection = try RawConnection(hub)
        try hub.connect(.host).add("Ada")
        let token = try hub.token(.engineer)
        try connection.send(
            "GET /v1/main/events?until=1 HTTP/1.0\r\nAuthorization: Bearer \(token)\r\n\r\n")
        let answer = try connection.answer()
        expectNil(answer["transfer-encoding"])
        #expect(answer.json?["rev"] == 1)
    }

    @Test func `HEAD gets the fields of GET without content`() throws {
        for path in ["/", "/healthz", "/metrics", "/v1/main/views/waitlist/display", "/nothing"] {
            let head = try hub.ask("HEAD", path, as: .owner)
            let get = try hub.get(path, as: .owner)
            expectEqual(head.status, get.status)
            expectEqual(head["content-type"], get["content-type"])
            expectEqual(head["etag"], get["etag"])
            if path != "/metrics" { expectEqual(head["content-length"], get["content-length"]) }
        }
        try expectEqual(hub.ask("HEAD", "/v1/main/events", as: .engineer).status, 200)
    }

    @Test(arguments: [
        ("POST", "/", "GET, HEAD"), ("PUT", "/healthz", "GET, HEAD"),
        ("DELETE", "/v1/main/views/waitlist/display", "GET, HEAD"),
        ("GET", "/v1/main/mutations", "POST"), ("POST", "/v1/main/events", "GET, HEAD"),
        ("POST", "/v1/main/sync", "GET"), ("HEAD", "/v1/main/sync", "GET"),
        ("OPTIONS", "/index.html", "GET, HEAD"), ("PATCH", "/api", "GET, HEAD, POST, PUT, DELETE"),
    ])
    func `returns 405 with the allowed methods for another method`(
        method: String, path: String, allowed: String
    ) throws {
        let answer = try hub.ask(method, path, as: .owner)
        expectEqual(answer.status, 405)
        expectEqual(answer["allow"], allowed)
        #expect(answer.isProblem || method == "HEAD")
    }

    /// RFC 9110, section 9.1.
    @Test(arguments: ["FOO", "get", "BREW"])
    func `returns 501 for an unknown method`(method: String) throws {
        for path in ["/", "/healthz", "/v1/main/mutations", "/none"] {
            let answer = try hub.ask(method, path)
            expectEqual(answer.status, 501)
            #expect(answer.isProblem)
        }
    }

    /// Requests that are refused while they are read, with their statuses.
    private static let refused: [(String, Int)] = [
        (
            "GET /v1/main/events?\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: x\r\n",
            414
        ),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 9_000))\r\n", 431),
        (
            "GET / HTTP/1.1\r\nHost: x\r\n"
                + String(repeating: "A: b\r\n", count: 101), 431
        ),
        ("POST /v1/main/mutations HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
        ("GET / HTTP/1.1\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400),
        ("GET / HTTP/3.0\r\nHost: x\r\n", 505),
        ("\u{16}\u{3}\u{1}\r\n", 400),
    ]

    @Test(arguments: 0..<9)
    func `answers a malformed request with a problem document, and closes`(index: Int) throws {
        let (request, status) = Self.refused[index]
        let connection = try RawConnection(hub)
        try connection.send(request + "\r\n")
        let answer = try connection.answer()
        expectEqual(answer.status, status)
        #expect(answer.isProblem)
        expectEqual(answer["connection"], "close")
        #expect(try connection.isAtEnd())
    }

    @Test func `sends a page to browsers and a problem document to programs`() throws {
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        let page = try hub.get("/nothing", ["Accept": accept])
        expectEqual(page.status, 404)
        expectEqual(page["content-type"], "text/html; charset=utf-8")
        #expect(page.text.contains("data-problem"))
        for accept in ["*/*", "application/json", "application/json, text/html;q=0.5"] {
            #expect(try hub.get("/nothing", ["Accept": accept]).isProblem)
        }
        let connection = try RawConnection(hub)
        try connection.send(
            "GET / HTTP/1.1\r\nHost: x\r\nAccept: \(accept)\r\n"
                + "A: \(String(repeating: "a", count: 9_000))\r\n\r\n")
        let refused = try connection.answer()
        expectEqual(refused.status, 431)
        expectEqual(refused["content-type"], "text/html; charset=utf-8")
        let method = try hub.ask("DELETE", "/host", ["Accept": accept])
        expectEqual(method.status, 405)
        expectEqual(method["content-type"], "text/html; charset=utf-8")
        expectEqual(method["allow"], "GET, HEAD")
    }

    @Test(arguments: ["/", "/display?", "/in/", "/t/"])
    func `sends a page for an overlong address that people open`(start: String) throws {
        let connection = try RawConnection(hub)
        try connection.send("GET \(start)\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n\r\n")
        let answer = try connection.answer()
        expectEqual(answer.status, 414)
        expectEqual(answer["content-type"], "text/html; charset=utf-8")
        expectEqual(answer["connection"], "close")
    }

    private func get(_ path: String, _ fields: [String: String]) throws -> RawAnswer {
        try hub.get(path, as: nil, fields)
    }

    @Test func `every kind of answer has the security fields`() throws {
        let cookie = ["Cookie": "tablecast=\(try hub.token(.host))"]
        let answers = try [
            hub.get("/"), hub.get("/nothing"), hub.get("/host", as: nil, cookie), hub.get("/host"),
            hub.get("/css/base.css"), hub.get("/healthz"), hub.get("/metrics"),
            hub.get("/v1/main/views/waitlist/host", as: .host), hub.get("/in/nobody"),
            hub.ask("POST", "/v1/main/mutations", as: .host, body: Self.add),
            hub.ask("DELETE", "/healthz"), hub.get("/api", as: .host),
            hub.get("/in/\(hub.link(.host).dropFirst(4))"),
            RawEventStream(hub, .owner).head,
        ]
        for answer in answers {
            let policy = answer["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("script-src 'self';"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            // Television browsers don't match a WebSocket to the page's own host with 'self'.
            #expect(
                policy.contains(
                    "connect-src 'self' ws://\(hub.authority) wss://\(hub.authority);"))
            expectEqual(answer["x-content-type-options"], "nosniff")
            expectEqual(answer["x-frame-options"], "DENY")
            expectEqual(answer["referrer-policy"]?.isEmpty, false)
            expectEqual(answer["cross-origin-resource-policy"], "same-origin")
            expectEqual(answer["date"]?.hasSuffix(" GMT"), true)
        }
    }

    @Test(arguments: ["x; script-src *", "a b", "x'y", "x\ty", "ex*ample", "x,y"])
    func `leaves an invalid Host out of the policy`(host: String) throws {
        let answer = try hub.get("/", as: nil, ["Host": host])
        let policy = answer["content-security-policy"] ?? ""
        #expect(policy.contains("script-src 'self';"))
        #expect(!policy.contains("ws://"))
        #expect(!policy.contains("script-src *"))
    }
}

extension LiveHub {
    fileprivate func get(_ path: String, _ fields: [String: String]) throws -> RawAnswer {
        try get(path, as: nil, fields)
    }

    fileprivate func ask(
        _ method: String, _ path: String, _ fields: [String: String]
    ) throws -> RawAnswer {
        try ask(method, path, as: nil, fields)
    }
}
