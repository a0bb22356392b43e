import Destinations
import Glibc
import HTTPTypes
import Locks
import TestSupport
import Testing
import Transport

@testable import Outgoing

/// Requests to addresses that somebody has typed, over real sockets of this machine.
@Suite(.timeLimit(.minutes(5))) struct OutgoingClientTests {
    /// Answers each connection with the same bytes, and counts them.
    private final class Server: Sendable {
        let port: Int
        let requests = Locked<[String]>([])
        private let listener: Int32

        /// - Parameters:
        ///   - answer: `nil` for a server that never answers.
        ///   - repeats: whether the bytes are sent again and again until the client leaves.
        init(_ answer: String?, repeats: Bool = false) throws {
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
            guard let answer else { return }
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

    private func ask(
        _ method: HTTPRequest.Method = .post, to text: String, timeout: Duration = .seconds(20),
        allowsLocal: Bool = true, resolvedName: String? = nil, fields: HTTPFields = [:],
        body: String = "{}", answerBytesMax: Int = 65_536
    ) async throws -> OutgoingAnswer {
        let request = OutgoingRequest(
            method, try Destination(text), fields: fields, body: Array(body.utf8),
            timeout: timeout, answerBytesMax: answerBytesMax)
        return try await onOwnThread {
            try OutgoingClient(allowsLocal: allowsLocal, resolvedName: resolvedName).send(request)
        }
    }

    private func ask(
        _ server: Server, timeout: Duration = .seconds(20)
    ) async throws -> OutgoingAnswer {
        try await ask(to: "http://127.0.0.1:\(server.port)/", timeout: timeout)
    }

    @Test func `an answer that is too long or cut off is not whole, and a late one is none`()
        async throws
    {
        let long = try Server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfives")
        let short = try Server("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsix")
        let silent = try Server(nil)
        defer { for server in [long, short, silent] { server.stop() } }
        for server in [long, short] {
            let answer = try await ask(
                .get, to: "http://127.0.0.1:\(server.port)/a.ics", answerBytesMax: 4)
            #expect(answer.status == 200 && !answer.isWhole)
        }
        await #expect(throws: OutgoingError.timedOut) {
            try await ask(silent, timeout: .milliseconds(50))
        }
    }

    @Test func `a document is posted, and the answer returned`() async throws {
        let server = try Server(
            "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                + "HTTP/1.1 201 Created\r\nETag:  \"7\" \r\nContent-Length: 2\r\n\r\nok")
        defer { server.stop() }
        let answer = try await ask(
            to: "http://127.0.0.1:\(server.port)/hooks/42?key=1",
            fields: [.contentType: "application/json", .userAgent: "tablecast"])
        #expect(answer.status == 201)
        #expect(answer.fields[.eTag] == "\"7\"")
        #expect(answer.fields.count == 2)
        #expect(answer.body == Array("ok".utf8))
        #expect(answer.isWhole)
        let request = try #require(server.requests.with { $0.first })
        #expect(request.hasPrefix("POST /hooks/42?key=1 HTTP/1.1\r\n"))
        #expect(request.contains("Host: 127.0.0.1:\(server.port)\r\n"))
        #expect(request.contains("Content-Type: application/json\r\n"))
        #expect(request.contains("User-Agent: tablecast\r\n"))
        #expect(!request.contains("Expect:"))
        #expect(request.hasSuffix("\r\n\r\n{}"))
    }

    @Test(arguments: [HTTPRequest.Method.get, .delete, .put, HTTPRequest.Method("PROPFIND")!])
    func `any method is sent, with its body if it has one`(method: HTTPRequest.Method)
        async throws
    {
        let server = try Server(Self.done)
        defer { server.stop() }
        let text = "http://127.0.0.1:\(server.port)/"
        let hasBody = method != .get && method != .delete
        #expect(try await ask(method, to: text, body: hasBody ? "<a/>" : "").status == 204)
        let request = try #require(server.requests.with { $0.first })
        #expect(request.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(request.hasSuffix(hasBody ? "\r\n\r\n<a/>" : "\r\n\r\n"))
        #expect(!request.contains("x-www-form-urlencoded"))
    }

    @Test(arguments: [
        "http://127.0.0.1:9/", "http://[::1]:9/", "http://[::ffff:127.0.0.1]:9/",
        "http://10.0.0.1/", "http://169.254.169.254/latest", "http://[fe80::1]/",
        "http://0.0.0.0:9/", "http://224.0.0.1/", "http://localhost:9/",
    ])
    func `a private address is not called`(text: String) async throws {
        await #expect(throws: OutgoingError.forbiddenAddress) {
            try await ask(to: text, allowsLocal: false)
        }
        let destination = try Destination(text)
        #expect(throws: OutgoingError.forbiddenAddress) {
            try OutgoingClient(allowsLocal: false).check(destination)
        }
    }

    @Test func `an address of no single machine is not called even where private ones are`()
        async throws
    {
        try OutgoingClient(allowsLocal: true).check(Destination("http://10.0.0.1/"))
        // Nobody ever has such a name (RFC 6761, section 6.4).
        let unknown = try Destination("http://tablecast.invalid/")
        let error = #expect(throws: OutgoingError.self) {
            try OutgoingClient(allowsLocal: true).check(unknown)
        }
        #expect(error != .forbiddenAddress)
        for text in ["http://0.0.0.0/", "http://[::]/", "http://255.255.255.255/"] {
            await #expect(throws: OutgoingError.forbiddenAddress) { try await ask(to: text) }
        }
    }

    /// As with DNS rebinding: whatever the name led to before, the connection's own address counts.
    @Test func `a name is judged by the address that is connected to`() async throws {
        let server = try Server(Self.done)
        defer { server.stop() }
        let text = "http://rebinding.example:\(server.port)/"
        let name = "rebinding.example:\(server.port):127.0.0.1"
        #expect(try await ask(to: text, resolvedName: name).status == 204)
        await #expect(throws: OutgoingError.forbiddenAddress) {
            try await ask(to: text, allowsLocal: false, resolvedName: name)
        }
        #expect(server.requests.with { $0.count } == 1)
    }

    @Test func `of several addresses only those that are allowed are tried`() async throws {
        let server = try Server(Self.done)
        defer { server.stop() }
        // Reserved addresses are refused before anything is sent to them.
        let name = "several.example:\(server.port):240.0.0.1,127.0.0.1"
        let answer = try await ask(
            to: "http://several.example:\(server.port)/", resolvedName: name)
        #expect(answer.status == 204)
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
        #expect(try await ask(server).status == 307)
        #expect(aim.requests.with { $0.isEmpty })
    }

    @Test func `an endless body is read up to the limit, and the status counts`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        let server = try Server(head + String(repeating: "x", count: 100_000))
        defer { server.stop() }
        let answer = try await ask(
            to: "http://127.0.0.1:\(server.port)/", answerBytesMax: 5_000)
        #expect(answer.status == 200)
        #expect(answer.body.count == 5_000)
        #expect(!answer.isWhole)
    }

    @Test func `a head that never ends is broken off at the limit`() async throws {
        let server = try Server(
            String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 5_000))
        defer { server.stop() }
        await #expect(throws: OutgoingError.failed("the head of the answer is too long")) {
            try await ask(server)
        }
    }

    @Test func `a body that trickles ends when the time for all of it is over`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        let server = try Server(head, repeats: true)
        defer { server.stop() }
        let answer = try await ask(server, timeout: .seconds(2))
        #expect(answer.status == 200)
        #expect(!answer.isWhole)
    }

    @Test func `a server that does not answer is not waited for any longer`() async throws {
        let server = try Server(nil)
        defer { server.stop() }
        await #expect(throws: OutgoingError.timedOut) {
            try await ask(server, timeout: .milliseconds(200))
        }
    }

    @Test func `a server that is not there is said so`() async throws {
        let server = try Server(Self.done)
        let text = "http://127.0.0.1:\(server.port)/"
        #expect(try await ask(server).status == 204)
        server.stop()
        while (try? await ask(to: text)) != nil {}
        let error = await #expect(throws: OutgoingError.self) { try await ask(to: text) }
        #expect(error?.description.contains("connect") == true)
    }
}
