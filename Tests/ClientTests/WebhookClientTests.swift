import Destinations
import Glibc
import TestSupport
import Testing
import Transport

@testable import Client

/// Posting to an address that somebody has typed, over real sockets of this machine.
@Suite(.timeLimit(.minutes(1))) struct WebhookClientTests {
    /// Answers each connection with the same bytes, and counts them.
    private final class Server: Sendable {
        let port: Int
        let requests = Locked<[String]>([])
        private let listener: Int32

        /// - Parameter repeats: whether the bytes are sent again and again until the client leaves.
        init(_ answer: String, repeats: Bool = false) throws {
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var count = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = listener
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(listener, $0, count)
                    _ = listen(listener, 8)
                    _ = getsockname(listener, $0, &count)
                }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
            let requests = requests
            Task { try await onOwnThread { Self.serve(listener, answer, repeats, requests) } }
        }

        /// Ends the thread that accepts.
        func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

        private static func serve(
            _ listener: Int32, _ answer: String, _ repeats: Bool, _ requests: Locked<[String]>
        ) {
            while case let peer = accept(listener, nil, nil), peer >= 0 {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                let count = recv(peer, &buffer, buffer.count, 0)
                requests.with { $0.append(String(decoding: buffer.prefix(count), as: UTF8.self)) }
                let bytes = Array(answer.utf8)
                let flags = Int32(MSG_NOSIGNAL)
                var sent = send(peer, bytes, bytes.count, flags)
                // One byte at a time, so that the client never waits long for the next.
                while repeats, sent > 0 {
                    usleep(1_000)
                    sent = send(peer, bytes, bytes.count, flags)
                }
                close(peer)
            }
            close(listener)
        }
    }

    private static let done = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"

    private func address(_ text: String, _ port: Int) throws -> SocketAddress {
        try #require(SocketAddress(ip: text, port: port))
    }

    private func post(
        _ server: Server, timeout: Duration = .seconds(20), host: String = "127.0.0.1"
    ) async throws -> Int {
        let destination = try Destination("http://\(host):\(server.port)/hooks/42?key=1")
        return try await onOwnThread {
            try WebhookClient(allowsLocal: true).post(
                Array("{}".utf8), type: "application/json", to: destination, timeout: timeout)
        }
    }

    @Test func `a document is posted, and the status returned`() async throws {
        let server = try Server("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok")
        defer { server.stop() }
        #expect(try await post(server) == 201)
        let request = try #require(server.requests.with { $0.first })
        #expect(request.hasPrefix("POST /hooks/42?key=1 HTTP/1.1\r\n"))
        #expect(request.contains("Host: 127.0.0.1:\(server.port)\r\n"))
        #expect(request.contains("Content-Type: application/json\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{}"))
    }

    @Test(arguments: [
        "http://127.0.0.1:9/", "http://[::1]:9/", "http://[::ffff:127.0.0.1]:9/",
        "http://10.0.0.1/", "http://169.254.169.254/latest", "http://[fe80::1]/",
        "http://0.0.0.0:9/", "http://224.0.0.1/", "http://localhost:9/",
    ])
    func `a private address is not called`(text: String) async throws {
        let destination = try Destination(text)
        await #expect(throws: ForbiddenAddress.self) {
            try await onOwnThread {
                try WebhookClient(allowsLocal: false).post(
                    [], type: "text/plain", to: destination, timeout: .seconds(5))
            }
        }
    }

    @Test func `an address of no single machine is not called even where private ones are`() throws
    {
        let client = WebhookClient(allowsLocal: true)
        #expect(try client.addresses(of: Destination("http://10.0.0.1/")).count == 1)
        for text in ["http://0.0.0.0/", "http://[::]/", "http://255.255.255.255/"] {
            #expect(throws: ForbiddenAddress.self) {
                try client.addresses(of: Destination(text))
            }
        }
    }

    /// DNS rebinding: the name is public at the first look and private at every other.
    @Test func `a name is looked up once, and the connection goes to what was judged`() async throws
    {
        let server = try Server(Self.done)
        defer { server.stop() }
        let destination = try Destination("http://rebinding.example:\(server.port)/")
        let publicAddress = try address("192.0.2.1", server.port)
        let own = try address("127.0.0.1", server.port)
        let lookUps = Locked(0)
        // Stands for a public address that answers: the one of this machine, judged as allowed.
        let client = WebhookClient(allowsLocal: true) { _, _ in
            let count = lookUps.with { count in
                count += 1
                return count
            }
            return [count == 1 ? own : publicAddress]
        }
        let status = try await onOwnThread {
            try client.post([], type: "text/plain", to: destination, timeout: .seconds(20))
        }
        #expect(status == 204)
        #expect(lookUps.with { $0 } == 1)
        // Each attempt judges anew: what is private by then is refused.
        let strict = WebhookClient(allowsLocal: false) { _, _ in [own] }
        #expect(throws: ForbiddenAddress.self) {
            try strict.post([], type: "text/plain", to: destination, timeout: .seconds(5))
        }
        #expect(server.requests.with { $0.count } == 1)
    }

    @Test func `of several addresses only those that are allowed are kept`() throws {
        let all = try ["10.0.0.1", "1.1.1.1", "::1", "2606:4700::1111", "0.0.0.0"].map {
            try address($0, 443)
        }
        let destination = try Destination("https://example.org/")
        let strict = try WebhookClient(allowsLocal: false) { _, _ in all }
            .addresses(of: destination)
        #expect(strict.map(\.host) == ["1.1.1.1", "2606:4700::1111"])
        let open = try WebhookClient(allowsLocal: true) { _, _ in all }.addresses(of: destination)
        #expect(open == all.dropLast())
    }

    @Test func `a redirect is an answer and is not followed`() async throws {
        let aim = try Server(Self.done)
        let server = try Server(
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(aim.port)/\r\n"
                + "Content-Length: 0\r\n\r\n")
        defer {
            aim.stop()
            server.stop()
        }
        #expect(try await post(server) == 307)
        #expect(aim.requests.with { $0.isEmpty })
    }

    @Test func `an endless body is read up to the limit, and the status counts`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        let server = try Server(head + String(repeating: "x", count: 100_000))
        defer { server.stop() }
        #expect(try await post(server) == 200)
    }

    @Test func `a head that never ends is broken off at the limit`() async throws {
        let server = try Server(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 5_000))
        defer { server.stop() }
        await #expect(throws: ClientError.violation("the answer is too long")) {
            try await post(server)
        }
    }

    @Test func `an answer that trickles ends when the time for all of it is over`() async throws {
        let server = try Server("H", repeats: true)
        defer { server.stop() }
        let client = try ClientSocket(
            host: "localhost", addresses: [try address("127.0.0.1", server.port)],
            timeLeft: .milliseconds(200))
        try client.write([1])
        let error = await #expect(throws: SystemError.self) {
            try await onOwnThread { while try !client.read(max: 1).isEmpty {} }
        }
        #expect(error?.errno == ETIMEDOUT)
    }

    @Test func `a look-up that takes all of the time begins no connection`() throws {
        let own = try address("127.0.0.1", 9)
        let client = WebhookClient(allowsLocal: true) { _, _ in
            usleep(2_000)
            return [own]
        }
        #expect(throws: ClientError.timedOut) {
            try client.post(
                [], type: "text/plain", to: Destination("http://slow.example/"),
                timeout: .milliseconds(1))
        }
    }
}
