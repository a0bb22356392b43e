import Destinations
import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import Outgoing

/// Requests to addresses that somebody has typed, over real sockets of this machine.
@Suite(.timeLimit(.minutes(5))) struct OutgoingClientTests {
    /// Sends each client the same bytes and leaves.
    ///
    /// - Parameters:
    ///   - answer: `nil` for a server that never answers.
    ///   - repeats: Whether the bytes are sent again and again until the client leaves.
    private func server(_ answer: String?, repeats: Bool = false) -> TestServer {
        TestServer { _, peer in
            guard let answer else {
                peer.waitUntilClosed()
                return false
            }
            // With a pause that is short enough that the client never waits long for the next.
            while peer.send(answer), repeats { usleep(1_000) }
            return false
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
        _ server: TestServer, timeout: Duration = .seconds(20)
    ) async throws -> OutgoingAnswer {
        try await ask(to: "http://127.0.0.1:\(server.port)/", timeout: timeout)
    }

    @Test func `an answer that is too long or cut off is not whole, and a late one is none`()
        async throws
    {
        let long = server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfives")
        let short = server("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsix")
        let silent = server(nil)
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
        let server = server(
            "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
                + "HTTP/1.1 201 Created\r\nETag:  \"7\" \r\nContent-Length: 2\r\n\r\nok")
        let answer = try await ask(
            to: "http://127.0.0.1:\(server.port)/hooks/42?key=1",
            fields: [.contentType: "application/json", .userAgent: "tablecast"])
        #expect(answer.status == 201)
        #expect(answer.fields[.eTag] == "\"7\"")
        #expect(answer.fields.count == 2)
        #expect(answer.body == Array("ok".utf8))
        #expect(answer.isWhole)
        let request = try #require(server.requests.first).text
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
        let server = server(Self.done)
        let text = "http://127.0.0.1:\(server.port)/"
        let hasBody = method != .get && method != .delete
        #expect(try await ask(method, to: text, body: hasBody ? "<a/>" : "").status == 204)
        let request = try #require(server.requests.first).text
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
        let server = server(Self.done)
        let text = "http://rebinding.example:\(server.port)/"
        let name = "rebinding.example:\(server.port):127.0.0.1"
        #expect(try await ask(to: text, resolvedName: name).status == 204)
        await #expect(throws: OutgoingError.forbiddenAddress) {
            try await ask(to: text, allowsLocal: false, resolvedName: name)
        }
        #expect(server.requests.count == 1)
    }

    @Test func `of several addresses only those that are allowed are tried`() async throws {
        let server = server(Self.done)
        // Reserved addresses are refused before anything is sent to them.
        let name = "several.example:\(server.port):240.0.0.1,127.0.0.1"
        let answer = try await ask(
            to: "http://several.example:\(server.port)/", resolvedName: name)
        #expect(answer.status == 204)
    }

    @Test func `a redirect is an answer and is not followed`() async throws {
        let aim = server(Self.done)
        let server = server(
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(aim.port)/\r\n"
                + "Content-Length: 0\r\n\r\n")
        #expect(try await ask(server).status == 307)
        #expect(aim.requests.isEmpty)
    }

    @Test func `an endless body is read up to the limit, and the status counts`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        let server = server(head + String(repeating: "x", count: 100_000))
        let answer = try await ask(
            to: "http://127.0.0.1:\(server.port)/", answerBytesMax: 5_000)
        #expect(answer.status == 200)
        #expect(answer.body.count == 5_000)
        #expect(!answer.isWhole)
    }

    @Test func `a head that never ends is broken off at the limit`() async throws {
        let server = server(
            String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 5_000))
        await #expect(throws: OutgoingError.failed("the head of the answer is too long")) {
            try await ask(server)
        }
    }

    @Test func `a body that trickles ends when the time for all of it is over`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"
        let server = server(head, repeats: true)
        let answer = try await ask(server, timeout: .seconds(2))
        #expect(answer.status == 200)
        #expect(!answer.isWhole)
    }

    @Test func `a server that does not answer is not waited for any longer`() async throws {
        let server = server(nil)
        await #expect(throws: OutgoingError.timedOut) {
            try await ask(server, timeout: .milliseconds(200))
        }
    }

    @Test func `a server that is not there is said so`() async throws {
        var server: TestServer? = server(Self.done)
        let text = "http://127.0.0.1:\(server?.port ?? 0)/"
        #expect(try await ask(to: text).status == 204)
        server = nil
        while (try? await ask(to: text)) != nil {}
        let error = await #expect(throws: OutgoingError.self) { try await ask(to: text) }
        #expect(error?.description.contains("connect") == true)
    }
}
