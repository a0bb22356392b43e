import Carriers
import Certificates
import Client
import Clocks
import Foundation
import JSON
import SQLiteStorage
import ShippedBoards
import Sync
import Terminal
import TestSupport
import Testing

@testable import Server
@testable import Transport

/// A hub with a certificate, over real sockets.
@Suite struct SecureHubTests {
    private let hub: LiveHub
    private let authority: LocalAuthority
    private let folder = LiveHub.newFolder()

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        authority = try LocalAuthority(
            path: folder, permitting: [ServerName("other.example")], at: Self.now)
        let issued = try authority.issue(for: [ServerName("localhost")], at: Self.now)
        hub = try LiveHub(
            tls: TLSOptions(issued.configuration, redirectsPlainText: true))
    }

    private static var now: Int64 { WallClock.now.milliseconds / 1_000 }

    /// Returns the hub's whole answer to `request`.
    private func answer(_ request: String, secure: Bool = true) throws -> String {
        let socket = try ClientSocket(
            host: "localhost", port: hub.port, timeout: .seconds(10),
            tls: secure ? TLSClientContext(authoritiesPath: authority.certificatePath) : nil)
        defer { socket.close() }
        try socket.write(Array(request.utf8))
        var bytes: [UInt8] = []
        while true {
            let more = try socket.read(max: 65_536)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func get(
        _ path: String, secure: Bool = true, cookie: String? = nil
    ) throws -> String {
        let cookie = cookie.map { "Cookie: \($0)\r\n" } ?? ""
        return try answer(
            "GET \(path) HTTP/1.1\r\nHost: localhost:\(hub.port)\r\n\(cookie)"
                + "Connection: close\r\n\r\n",
            secure: secure)
    }

    @Test func `serves pages by TLS, and tells browsers to stay with it`() throws {
        let page = try get("/")
        #expect(page.hasPrefix("HTTP/1.1 200 "))
        #expect(page.contains("Strict-Transport-Security: max-age="))
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test func `a sign-in's cookie set by TLS is sent by TLS only`() throws {
        let answer = try get(hub.link(.host))
        #expect(answer.hasPrefix("HTTP/1.1 303 "))
        let cookies = setCookies(in: answer)
        expectEqual(cookies.count, 1)
        expectEqual(cookies.first?.hasPrefix("__Host-tablecast="), true)
        expectEqual(
            cookies.first?.hasSuffix("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"),
            true)
    }

    @Test func `a browser with the old cookie stays signed in and gets the new one`() throws {
        let token = try hub.token(.host)
        let moved = try get("/host", cookie: "tablecast=\(token)")
        #expect(moved.hasPrefix("HTTP/1.1 200 "))
        expectEqual(
            setCookies(in: moved),
            [
                "__Host-tablecast=\(token); Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure",
                "tablecast=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
            ])
        let again = try get("/host", cookie: "a=1; __Host-tablecast=\(token)")
        #expect(again.hasPrefix("HTTP/1.1 200 "))
        expectEqual(setCookies(in: again).map { $0.prefix { $0 != "=" } }, ["__Host-tablecast"])
    }

    @Test func `ignores an old cookie beside the new one`() throws {
        let planted = "tablecast=\(try hub.token(.host))"
        let own = "__Host-tablecast=\(try hub.token(.display))"
        for cookie in ["\(planted); \(own)", "\(own); \(planted)"] {
            #expect(try get("/host", cookie: cookie).hasPrefix("HTTP/1.1 401 "))
            let display = try get("/display", cookie: cookie)
            #expect(display.hasPrefix("HTTP/1.1 200 "))
            expectEqual(setCookies(in: display).count, 1)
        }
    }

    @Test func `a language cookie set by TLS is sent by TLS only`() throws {
        let own = "__Host-tablecast=\(try hub.token(.host))"
        let chosen = try get("/host?lang=es", cookie: own)
        expectEqual(
            setCookies(in: chosen).last,
            "__Host-tablecast-language=es; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
        )
        let told = "/v1/main/page?of=/host"
        let kept = try get(told, cookie: "\(own); __Host-tablecast-language=es")
        #expect(kept.contains(#""language":"es""#))
        let planted = try get(told, cookie: "\(own); tablecast-language=es")
        #expect(planted.contains(#""language":"en""#))
    }

    private func setCookies(in answer: String) -> [String] {
        let name = "Set-Cookie: "
        return answer.split(separator: "\r\n\r\n")[0].split(separator: "\r\n")
            .filter { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }

    @Test func `redirects plain http to the same https address, with no other content`() throws {
        let answer = try get("/display?venue=main", secure: false)
        #expect(answer.hasPrefix("HTTP/1.1 308 "))
        #expect(
            answer.contains("\r\nLocation: https://localhost:\(hub.port)/display?venue=main\r\n"))
        #expect(!answer.contains("Strict-Transport-Security"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `percent-encodes the redirect's address`() throws {
        let answer = try get("/\"<b>{|}\\^`?q=%22&x=[1]", secure: false)
        #expect(
            answer.contains(
                "\r\nLocation: https://localhost:\(hub.port)/%22%3Cb%3E%7B%7C%7D%5C%5E%60?q=%22&x=[1]\r\n"
            ), "\(answer)")
    }

    @Test func `does not carry out a mutation sent in plain text`() throws {
        let body =
            #"{"type":"mutate","id":"a","action":"waitlist.add","args":{"name":"A","size":1}}"#
        let answer = try answer(
            "POST /v1/main/mutations HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(hub.token(.host))\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", secure: false)
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(try hub.journal().isEmpty)
    }

    @Test func `does not open a WebSocket in plain text`() throws {
        var request = try hub.request("GET", "/v1/main/sync", as: .host, RawWebSocket.fields)
        request.replace("127.0.0.1", with: "localhost")
        #expect(try answer(request, secure: false).hasPrefix("HTTP/1.1 308 "))
    }

    @Test func `a client that trusts the authority connects, another gets the reason`()
        throws
    {
        var address = try HubAddress("https://localhost:\(hub.port)")
        address.authoritiesPath = authority.certificatePath
        let host = try SyncConnection(to: address, venue: "main", token: hub.token(.host))
        try expectEqual(host.add("Ada")["party"], "p_1")
        address.authoritiesPath = nil
        #expect(throws: ClientError.self) {
            try SyncConnection(to: address, venue: "main", token: hub.token(.host))
        }
        try expectEqual(hub.journal().count, 1)
    }

    @Test func `a connection by TLS needs an https Origin`() throws {
        func upgrade(from origin: String) throws -> String {
            try answer(
                """
                GET /v1/main/sync HTTP/1.1\r
                Host: localhost:\(hub.port)\r
                Origin: \(origin)\r
                Cookie: tablecast=\(hub.token(.host))\r
                Upgrade: websocket\r
                Connection: Upgrade, close\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Protocol: other\r
                \r

                """)
        }
        #expect(try upgrade(from: "http://localhost:\(hub.port)").hasPrefix("HTTP/1.1 403 "))
        // The refusal is about the subprotocol, which is checked after the Origin.
        #expect(try upgrade(from: "https://localhost:\(hub.port)").hasPrefix("HTTP/1.1 400 "))
        let policy = try get("/").split(separator: "\r\n").first {
            $0.hasPrefix("Content-Security-Policy: ")
        }
        expectEqual(policy?.contains("connect-src 'self' wss://localhost:\(hub.port);"), true)
    }

    @Test func `uses a new certificate while the hub runs`() throws {
        _ = try get("/healthz")
        let again = try authority.issue(
            for: [ServerName("localhost"), ServerName("other.example")], at: Self.now)
        expectEqual(hub.certificateNames, ["localhost"])
        try hub.reloadCertificate()
        expectEqual(hub.certificateNames, again.certificate.names)
        #expect(try get("/healthz").hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `the metrics have the expiry of the current certificate`() throws {
        let issued = try authority.issue(for: [ServerName("localhost")], at: Self.now - 86_400)
        try hub.reloadCertificate()
        let metrics = try answer(
            hub.request(
                "GET", "/metrics", as: .owner, ["Host": "localhost"], keepsAlive: false))
        #expect(
            metrics.contains(
                "\ntablecast_certificate_end_timestamp_seconds \(issued.certificate.notAfter)\n"))
    }

    @Test func `keeps the old certificate if the new one can't be read`() throws {
        try FileManager.default.removeItem(atPath: folder + "/server.pem")
        #expect(throws: HubError.self) { try hub.reloadCertificate() }
        #expect(try get("/healthz").hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `a missing certificate causes one clear line at the start`() throws {
        var options = LiveHub.options(dataFolder: LiveHub.newFolder())
        options.tls = TLSOptions(
            TLSConfiguration(certificatePath: "/nowhere/a.pem", keyPath: "/nowhere/b.pem"),
            redirectsPlainText: false)
        let error = #expect(throws: HubError.self) { try Hub(options, logger: LiveHub.logger) }
        expectEqual(error?.description.contains("/nowhere/a.pem"), true)
        expectEqual(error?.description.contains("\n"), false)
    }

    @Test(arguments: [
        (nil, true), ("0.0.0.0", true), ("::", true), ("*", true), ("192.0.2.1", true),
        ("hub.example", true), ("localhost", false), ("127.0.0.1", false), ("127.1.2.3", false),
        ("::1", false),
    ])
    func `a hub is in the open if other machines reach it by plain text`(
        host: String?, isInTheOpen: Bool
    ) throws {
        var options = HubOptions(
            boards: .shipped, carriers: .shipped, host: host, storage: SQLiteFolder(""),
            publicFolder: "")
        expectEqual(options.isInTheOpen, isInTheOpen)
        options.tls = TLSOptions(
            TLSConfiguration(certificatePath: "a.pem", keyPath: "b.pem"),
            redirectsPlainText: false)
        #expect(!options.isInTheOpen)
    }
}
