import Foundation
import HTTPTypes
import TestSupport
import Testing
import WebSocket

@Suite struct WebSocketHandshakeClientTests {
    /// A row of `websocket-answers.json`: a variation of the response in RFC 6455, 1.3.
    private struct Row: Decodable {
        let name: String
        let status: Int?
        let set: [String: [String]]?
        let offered: [String]?
        let isWell: Bool
    }

    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    @Test func `accepts or refuses every row of the table of answers`() throws {
        for row in try VectorFile.load("websocket-answers", as: [Row].self) {
            var response = HTTPResponse(
                status: .init(code: row.status ?? 101),
                headerFields: [
                    .upgrade: "websocket", .connection: "Upgrade",
                    .secWebSocketAccept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
                ])
            for (name, values) in row.set ?? [:] {
                response.headerFields[values: try #require(HTTPField.Name(name))] = values
            }
            let fault = WebSocketHandshake.check(
                response, key: Self.key, subprotocols: row.offered ?? [])
            #expect((fault == nil) == row.isWell, "\(row.name)")
            #expect(fault?.isEmpty != true)
        }
    }

    @Test func `a request has what the RFC requires, and the caller's fields`() {
        let request = WebSocketHandshake.request(
            authority: "server.example.com:8080", path: "/chat?room=1", key: Self.key,
            subprotocols: ["chat", "superchat"],
            extra: [
                .authorization: "Bearer abc", .upgrade: "h2c", .secWebSocketExtensions: "x",
                .secWebSocketKey: "mine",
            ])
        #expect(request.method == .get)
        #expect(request.authority == "server.example.com:8080")
        #expect(request.path == "/chat?room=1")
        #expect(
            request.headerFields == [
                .authorization: "Bearer abc", .upgrade: "websocket", .connection: "Upgrade",
                .secWebSocketKey: Self.key, .secWebSocketVersion: "13",
                .secWebSocketProtocol: "chat, superchat",
            ])
    }

    @Test func `a request without subprotocols names none`() {
        let request = WebSocketHandshake.request(
            authority: "a", path: "/", key: Self.key, subprotocols: [], extra: [:])
        #expect(!request.headerFields.contains(.secWebSocketProtocol))
    }

    @Test func `client and server agree`() {
        let key = WebSocketHandshake.newKey()
        let request = WebSocketHandshake.request(
            authority: "a", path: "/", key: key, subprotocols: ["x", "tablecast.v1"], extra: [:])
        let answer = WebSocketHandshake.answer(
            request, minorVersion: 1, subprotocols: ["tablecast.v1"])
        guard case .upgrade(let response, nil) = answer else {
            Issue.record("the server refused")
            return
        }
        let offered = ["x", "tablecast.v1"]
        #expect(WebSocketHandshake.check(response, key: key, subprotocols: offered) == nil)
        let other = WebSocketHandshake.newKey()
        #expect(WebSocketHandshake.check(response, key: other, subprotocols: offered) != nil)
    }

    @Test func `keys are base64 of 16 bytes, and the same only for the same randomness`() throws {
        #expect(WebSocketHandshake.newKey() != WebSocketHandshake.newKey())
        var one = SeededGenerator(seed: 1)
        var other = SeededGenerator(seed: 1)
        let key = WebSocketHandshake.newKey(using: &one)
        #expect(key == WebSocketHandshake.newKey(using: &other))
        #expect(key != WebSocketHandshake.newKey(using: &one))
        #expect(try #require(Data(base64Encoded: key)).count == 16)
    }
}
