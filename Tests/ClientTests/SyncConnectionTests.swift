import JSON
import Testing
import WebSocket

@testable import Client

struct SyncConnectionTests {
    private func connect(to peer: any TestPeer) throws(ClientError) -> SyncConnection {
        try SyncConnection(
            to: TestWorld.address, venue: "main", token: "t0ken", in: TestWorld([peer]))
    }

    @Test func `sends the upgrade that the protocol describes`() throws {
        let hub = TestHub()
        _ = try connect(to: hub)
        #expect(hub.requestLines.first == "GET /v1/main/sync HTTP/1.1")
        #expect(hub.requestLines.contains("Host: hub.example:8080"))
        #expect(hub.requestLines.contains("Authorization: Bearer t0ken"))
        #expect(hub.requestLines.contains("Sec-WebSocket-Protocol: tablecast.v1"))
    }

    @Test(arguments: [false, true])
    func `sends and receives messages, however the bytes are divided`(trickles: Bool) throws {
        let hub = TestHub(trickles: trickles) { message, hub in
            hub.say(["type": "pong", "n": message["n"] ?? .null])
        }
        let connection = try connect(to: hub)
        #expect(try connection.next(timeout: .seconds(1))?["type"] == "welcome")
        try connection.send(["type": "ping", "n": 7])
        #expect(hub.messages == [["type": "ping", "n": 7]])
        #expect(try connection.next(timeout: .seconds(1)) == ["type": "pong", "n": 7])
        #expect(try connection.next(timeout: .seconds(1)) == nil)
    }

    @Test func `answers a ping with its payload, and returns no message`() throws {
        let hub = TestHub(greet: { $0.deliver(WebSocketEncoder.ping([1, 2, 3])) })
        let connection = try connect(to: hub)
        #expect(try connection.next(timeout: .seconds(1)) == nil)
        #expect(hub.pongs == [[1, 2, 3]])
    }

    @Test func `a close is an error with its code, also in later calls`() throws {
        let hub = TestHub(greet: { $0.close(4401, "sign in again") })
        let connection = try connect(to: hub)
        let expected = ClientError.closed(code: 4401, reason: "sign in again")
        #expect(throws: expected) { try connection.next(timeout: .seconds(1)) }
        #expect(throws: expected) { try connection.next(timeout: .seconds(1)) }
        #expect(throws: expected) { try connection.send(["type": "ping", "n": 1]) }
        #expect(hub.closeCode == 4401)
        // Such a client doesn't reconnect, unlike one of a hub that restarts.
        #expect(!expected.isWorthRetrying)
        #expect(ClientError.closed(code: 4503, reason: "").isWorthRetrying)
    }

    @Test func `returns messages that came before a close first`() throws {
        let hub = TestHub(greet: { hub in
            hub.say(["type": "bye", "reason": "restart", "reconnectInMs": 5])
            hub.close(4503, "")
        })
        let connection = try connect(to: hub)
        #expect(try connection.next(timeout: .seconds(1))?["type"] == "bye")
        #expect(throws: ClientError.closed(code: 4503, reason: "")) {
            try connection.next(timeout: .seconds(1))
        }
    }

    @Test func `a connection that ends without a close is lost`() throws {
        let connection = try connect(to: TestHub(greet: { $0.end() }))
        #expect {
            try connection.next(timeout: .seconds(1))
        } throws: { error in
            if case ClientError.lost = error { true } else { false }
        }
    }

    @Test(arguments: [
        ([UInt8]("not JSON".utf8), 1007), ([UInt8]("[1]".utf8), 1007),
        ([UInt8](#"{"a":1,"a":2}"#.utf8), 1007),
    ])
    func `a message that is not a JSON object ends the connection`(
        payload: [UInt8], code: Int
    ) throws {
        let hub = TestHub(greet: { $0.deliver(WebSocketEncoder.text(payload)) })
        let connection = try connect(to: hub)
        #expect(throws: ClientError.violation("a message is not a JSON object")) {
            try connection.next(timeout: .seconds(1))
        }
        #expect(hub.closeCode == code)
    }

    @Test func `a binary or masked message ends the connection`() throws {
        let binary = TestHub(greet: { $0.deliver(WebSocketEncoder.binary([1])) })
        let connection = try connect(to: binary)
        #expect(throws: ClientError.self) { try connection.next(timeout: .seconds(1)) }
        #expect(binary.closeCode == 1003)
        let masked = TestHub(greet: {
            $0.deliver(WebSocketEncoder.text([0x7B, 0x7D], maskedBy: 1))
        })
        let other = try connect(to: masked)
        #expect(throws: ClientError.self) { try other.next(timeout: .seconds(1)) }
        #expect(masked.closeCode == 1002)
    }

    @Test func `closing sends 1000 and waits for the answer`() throws {
        let hub = TestHub()
        let connection = try connect(to: hub)
        connection.close()
        connection.close()
        #expect(hub.closeCode == 1000)
        #expect(throws: ClientError.closed(code: 1000, reason: "")) {
            try connection.next(timeout: .seconds(1))
        }
    }

    @Test func `a refusal has the status and the problem's detail`() throws {
        let refusals: [(String, String, ClientError)] = [
            (
                "401 Unauthorized", #"{"title":"Unauthorized","detail":"The token is not known."}"#,
                .refused(status: 401, detail: "The token is not known.")
            ),
            (
                "404 Not Found", #"{"title":"No such venue"}"#,
                .refused(status: 404, detail: "No such venue")
            ),
            (
                "503 Service Unavailable", "sorry",
                .refused(status: 503, detail: "Service Unavailable")
            ),
            ("200 OK", "", .refused(status: 200, detail: "OK")),
        ]
        for (status, body, expected) in refusals {
            let responder = TestResponder(
                status: status, body: body, type: "application/problem+json")
            #expect(throws: expected) { try connect(to: responder) }
        }
    }

    @Test func `refuses an upgrade with a wrong accept or without the subprotocol`() throws {
        let wrong = TestResponder { _, stream in
            stream.deliver(
                Array(
                    """
                    HTTP/1.1 101 Switching Protocols\r
                    Upgrade: websocket\r
                    Connection: Upgrade\r
                    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                    \r

                    """.utf8))
        }
        #expect(throws: ClientError.self) { try connect(to: wrong) }
        let bare = TestResponder { responder, stream in
            let key = responder.field("Sec-WebSocket-Key") ?? ""
            stream.deliver(
                Array(
                    """
                    HTTP/1.1 101 Switching Protocols\r
                    Upgrade: websocket\r
                    Connection: Upgrade\r
                    Sec-WebSocket-Accept: \(WebSocketHandshake.accept(key: key))\r
                    \r

                    """.utf8))
        }
        #expect {
            try connect(to: bare)
        } throws: { error in
            "\(error)".contains("subprotocol")
        }
    }

    @Test func `distinguishes an unreachable hub, silence and nonsense`() throws {
        #expect(throws: ClientError.unreachable("nobody is there")) {
            try SyncConnection(
                to: TestWorld.address, venue: "main", token: "", in: TestWorld())
        }
        #expect(throws: ClientError.timedOut) { try connect(to: TestResponder { _, _ in }) }
        #expect {
            try connect(
                to: TestResponder { _, stream in stream.deliver(Array("SSH-2.0\r\n".utf8)) })
        } throws: { error in
            if case ClientError.violation = error { true } else { false }
        }
        #expect {
            try connect(to: TestResponder { _, stream in stream.end() })
        } throws: { error in
            if case ClientError.lost = error { true } else { false }
        }
    }

    @Test func `the error for a port without a listener names the address`() throws {
        // Port 1 is reserved and has no listener.
        let address = try HubAddress("http://127.0.0.1:1")
        #expect {
            try SyncConnection(to: address, venue: "main", token: "t0ken")
        } throws: { error in
            "\(error)".contains("http://127.0.0.1:1") && !"\(error)".contains("t0ken")
        }
    }
}
