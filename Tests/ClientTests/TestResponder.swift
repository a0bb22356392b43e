import JSON

@testable import Client

/// A server at the other end of a connection that answers one plain HTTP request.
final class TestResponder: TestPeer {
    /// The request's head, line by line.
    private(set) var requestLines: [String] = []
    private(set) var body: [UInt8] = []
    private let answer: (TestResponder, TestStream) -> Void
    private var received: [UInt8] = []

    init(answer: @escaping (TestResponder, TestStream) -> Void) { self.answer = answer }

    /// Creates a responder that answers with a body of a known length.
    convenience init(status: String, body: String, type: String = "application/json") {
        self.init { _, stream in
            stream.deliver(
                Array(
                    """
                    HTTP/1.1 \(status)\r
                    Content-Type: \(type)\r
                    Content-Length: \(body.utf8.count)\r
                    \r
                    \(body)
                    """.utf8))
            stream.end()
        }
    }

    /// Creates a responder that answers a mutation, or breaks the connection without an answer.
    convenience init(toMutation answer: @escaping (JSON) -> JSON?) {
        self.init { responder, stream in
            let message = (try? JSON(parsing: responder.body)) ?? .null
            guard let body = answer(message)?.canonicalText else { return stream.cut() }
            stream.deliver(
                Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
        }
    }

    func receive(_ bytes: [UInt8], on stream: TestStream) {
        received += bytes
        let end = Array("\r\n\r\n".utf8)
        guard requestLines.isEmpty,
            let index = received.indices.first(where: { received[$0...].starts(with: end) })
        else { return }
        requestLines = String(decoding: received[..<index], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        body = Array(received[(index + 4)...])
        answer(self, stream)
    }

    /// Returns the value of a field of the request.
    func field(_ name: String) -> String? {
        requestLines.first { $0.hasPrefix("\(name): ") }.map {
            String($0.dropFirst(name.count + 2))
        }
    }
}
