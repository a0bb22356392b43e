import JSON
import Testing

@testable import Client

struct HTTPClientTests {
    private func client(of peer: any TestPeer, token: String? = "t0ken") -> HTTPClient {
        HTTPClient(TestWorld.address, token: token, in: TestWorld([peer]))
    }

    @Test func `requests a view with the token, and returns its snapshot`() throws {
        let responder = TestResponder(status: "200 OK", body: #"{"type":"snapshot","rev":3}"#)
        let message = try client(of: responder).view("waitlist/display", venue: "main", rev: 3)
        #expect(message == ["type": "snapshot", "rev": 3])
        #expect(
            responder.requestLines.first == "GET /v1/main/views/waitlist/display?rev=3 HTTP/1.1")
        #expect(responder.field("Authorization") == "Bearer t0ken")
        #expect(responder.field("Host") == "hub.example:8080")
        #expect(responder.field("Connection") == "close")
    }

    @Test func `escapes names in paths, and sends no field without a token`() throws {
        let responder = TestResponder(status: "404 Not Found", body: #"{"detail":"No such view"}"#)
        #expect(throws: ClientError.refused(status: 404, detail: "No such view")) {
            try client(of: responder, token: nil).view("a b/#c?d=e%20f", venue: "x/y")
        }
        #expect(responder.requestLines.first == "GET /v1/x%2Fy/views/a%20b/%23c?d=e%20f HTTP/1.1")
        #expect(responder.field("Authorization") == nil)
    }

    @Test func `posts a mutation as a message, and reads its answer`() throws {
        let responder = TestResponder(
            status: "200 OK", body: #"{"type":"ack","id":"m1","rev":8,"result":{"party":"p_1"}}"#)
        let answer = try client(of: responder).mutate(
            id: "m1", "waitlist.add", ["name": "Zoë"], venue: "main")
        #expect(answer == .accepted(rev: 8, result: ["party": "p_1"], isReplayed: false))
        #expect(responder.requestLines.first == "POST /v1/main/mutations HTTP/1.1")
        #expect(responder.field("Content-Type") == "application/json")
        #expect(responder.field("Content-Length") == String(responder.body.count))
        #expect(
            try JSON(parsing: responder.body) == [
                "type": "mutate", "id": "m1", "action": "waitlist.add", "args": ["name": "Zoë"],
            ])
    }

    @Test func `a reject is an answer, anything else a refusal`() throws {
        let reject = TestResponder(
            status: "409 Conflict",
            body: #"{"type":"reject","id":"m1","code":"conflict","message":"It has left"}"#)
        guard
            case .rejected(let rejection) = try client(of: reject)
                .mutate(id: "m1", "waitlist.seat", [:], venue: "main")
        else {
            Issue.record("it was accepted")
            return
        }
        #expect(rejection.code == "conflict")
        #expect(rejection.reason == "It has left")
        let problem = TestResponder(status: "401 Unauthorized", body: #"{"title":"Sign in"}"#)
        #expect(throws: ClientError.refused(status: 401, detail: "Sign in")) {
            try client(of: problem).mutate(id: "m1", "waitlist.seat", [:], venue: "main")
        }
    }

    @Test func `reads a chunked answer, byte by byte, after an interim one`() throws {
        let responder = TestResponder { _, stream in
            stream.trickle(
                Array(
                    """
                    HTTP/1.1 103 Early Hints\r
                    \r
                    HTTP/1.1 200 OK\r
                    Transfer-Encoding: chunked\r
                    \r
                    4\r
                    {"re\r
                    5\r
                    v":3}\r
                    0\r
                    \r

                    """.utf8))
        }
        #expect(try client(of: responder).view("v", venue: "main") == ["rev": 3])
    }

    @Test func `an answer that breaks off is lost`() throws {
        let responder = TestResponder { _, stream in
            stream.deliver(Array("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{".utf8))
            stream.end()
        }
        #expect {
            try client(of: responder).view("v", venue: "main")
        } throws: { error in
            if case ClientError.lost = error { true } else { false }
        }
    }
}
