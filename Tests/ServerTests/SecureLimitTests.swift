import Certificates
import Clocks
import Foundation
import Limits
import Sync
import TestSupport
import Testing

@testable import Server
@testable import Transport

/// Limits on peers of a hub with https before their first request.
@Suite(.timeLimit(.minutes(5))) struct SecureLimitTests {
    private let folder = LiveHub.newFolder()
    private let authority: LocalAuthority

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        authority = try LocalAuthority(path: folder, at: Self.now)
    }

    private static var now: Int64 { WallClock.now.milliseconds / 1_000 }

    private func hub(_ values: [Limit: Int]) throws -> LiveHub {
        var limits = LiveHub.tirelessPeers
        for (limit, value) in values { limits[limit] = value }
        let issued = try authority.issue(for: [ServerName("localhost")], at: Self.now)
        return try LiveHub(
            tls: TLSOptions(issued.configuration, redirectsPlainText: false), limits: limits)
    }

    private func connect(to hub: LiveHub) throws -> ClientSocket {
        try ClientSocket(
            host: "localhost", port: hub.port, timeout: .seconds(10),
            tls: TLSClientContext(authoritiesPath: authority.certificatePath))
    }

    private func metrics(of hub: LiveHub) throws -> String {
        let socket = try connect(to: hub)
        defer { socket.close() }
        let request = try hub.request(
            "GET", "/metrics", as: .owner, ["Host": "localhost"], keepsAlive: false)
        try socket.write(Array(request.utf8))
        var bytes: [UInt8] = []
        while case let more = try socket.read(max: 65_536), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Uses up the full handshakes of the address, of which one is added each second.
    private func useUp(_ hub: LiveHub) -> Int {
        var count = 0
        while count < 50, (try? connect(to: hub).close()) != nil { count += 1 }
        return count
    }

    @Test func `closes excess TLS handshakes at once, and accepts later ones`() throws {
        let hub = try hub([.tlsHandshakeCredit: 3, .tlsHandshakesPerSecond: 1])
        #expect(useUp(hub) >= 3)
        // One more is free after a second; a premature attempt costs nothing.
        var text: String?
        while text == nil { text = try? metrics(of: hub) }
        expectEqual(text?.contains("tablecast_refused_connections_total 0\n"), false)
    }

    @Test func `connections that begin no TLS use up no handshakes`() throws {
        let hub = try hub([.tlsHandshakeCredit: 1, .tlsHandshakesPerSecond: 1])
        let silent = try (0..<20).map { _ in try RawConnection(hub) }
        for connection in silent.prefix(10) { try connection.send([22, 3, 1, 2, 0, 1, 0, 1, 252]) }
        #expect(try metrics(of: hub).contains("tablecast_refused_connections_total 0\n"))
    }

    @Test func `accepts a resumed session while a network uses up the handshakes`() throws {
        let hub = try hub([.tlsHandshakeCredit: 1, .tlsHandshakesPerSecond: 1])
        let device = try TLSClientContext(authoritiesPath: authority.certificatePath)
        func visit() throws -> Bool {
            let socket = try ClientSocket(
                host: "localhost", port: hub.port, timeout: .seconds(10), tls: device)
            defer { socket.close() }
            let request = try hub.request(
                "GET", "/healthz", as: .host, ["Host": "localhost"], keepsAlive: false)
            try socket.write(Array(request.utf8))
            while case let more = try socket.read(max: 65_536), !more.isEmpty {}
            return socket.tls?.agreement.isResumed == true
        }
        #expect(try !visit())
        for _ in 0..<20 {
            _ = useUp(hub)
            #expect(try visit())
        }
    }

    @Test func `a hub without https has no TLS handshakes`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.tlsHandshakeCredit] = 1
        limits[.tlsHandshakesPerSecond] = 1
        let hub = try LiveHub(limits: limits)
        for _ in 0..<10 { try expectEqual(hub.get("/healthz").status, 200) }
    }

    @Test func `counts broken and timed-out handshakes`() throws {
        let hub = try hub([.tlsHandshakeSeconds: 1])
        let garbage = try RawConnection(hub)
        try garbage.send([0, 1, 2, 3, 4, 5, 6, 7])
        _ = try? garbage.takeAll()
        garbage.close()
        let silent = try RawConnection(hub)
        #expect(try silent.isAtEnd())
        for kind in ["broken", "timeout"] {
            // It is counted once the hub has noticed the end.
            let line = "tablecast_tls_failures_total{kind=\"\(kind)\"} 1\n"
            while try !metrics(of: hub).contains(line) {}
        }
    }
}
