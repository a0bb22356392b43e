import HTTPTypes
import TestSupport
import Testing
import WebSocket

@Suite struct WebSocketHandshakeServerTests {
    /// A row of `websocket-handshakes.json`: a variation of the request in RFC 6455, 1.3.
    private struct Row: Decodable {
        struct Upgrade: Decodable {
            let subprotocol: String?
        }

        struct Refusal: Decodable {
            let status: Int
            let extra: [String: String]
        }

        let name: String
        let method: String?
        let minorVersion: Int?
        let authority: String?
        let hasNoAuthority: Bool?
        let set: [String: [String]]?
        let supported: [String]?
        let upgrade: Upgrade?
        let refuse: Refusal?

        func request() throws -> HTTPRequest {
            var request = HTTPRequest(
                method: try #require(HTTPRequest.Method(method ?? "GET")), scheme: "http",
                authority: hasNoAuthority == true ? nil : authority ?? "server.example.com",
                path: "/chat")
            request.headerFields = [
                .upgrade: "websocket", .connection: "Upgrade",
                .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==", .secWebSocketVersion: "13",
            ]
            for (name, values) in set ?? [:] {
                request.headerFields[values: try #require(HTTPField.Name(name))] = values
            }
            return request
        }
    }

    @Test func `answers every row of the table of requests`() throws {
        for row in try VectorFile.load("websocket-handshakes", as: [Row].self) {
            let request = try row.request()
            let answer = WebSocketHandshake.answer(
                request, minorVersion: row.minorVersion ?? 1, subprotocols: row.supported ?? [])
            switch answer {
            case .upgrade(let response, let agreement):
                #expect(agreement == nil, "\(row.name)")
                #expect(row.upgrade != nil, "\(row.name)")
                let fields = response.headerFields
                #expect(fields[.secWebSocketProtocol] == row.upgrade?.subprotocol, "\(row.name)")
                #expect(response.status == .switchingProtocols)
                // The client's check accepts the answer too.
                let key = try #require(request.headerFields[.secWebSocketKey])
                let fault = WebSocketHandshake.check(
                    response, key: key, subprotocols: row.supported ?? [])
                #expect(fault == nil, "\(row.name)")
            case .refuse(let status, let reason, let extra):
                let refusal = try #require(row.refuse, "\(row.name): \(reason)")
                #expect(status.code == refusal.status, "\(row.name)")
                let fields = extra.map { ($0.name.rawName, $0.value) }
                #expect(Dictionary(uniqueKeysWithValues: fields) == refusal.extra, "\(row.name)")
                #expect(!reason.isEmpty)
            }
        }
    }

    @Test func `recognizes requests for WebSocket by their Upgrade`() {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        #expect(!WebSocketHandshake.isUpgrade(request))
        request.headerFields[.upgrade] = "h2c"
        #expect(!WebSocketHandshake.isUpgrade(request))
        request.headerFields[.upgrade] = "h2c, WebSocket"
        #expect(WebSocketHandshake.isUpgrade(request))
    }

    @Test func `computes the RFC's accept for the RFC's key`() {
        let accept = WebSocketHandshake.accept(key: "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
}
