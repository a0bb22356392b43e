public import HTTPTypes

extension WebSocketHandshake {
    /// The request that opens a WebSocket (4.1).
    ///
    /// - Parameters:
    ///   - authority: the host, and the port where it is not the scheme's own; sent as `Host`.
    ///   - path: with the query.
    ///   - key: from `newKey`, for this handshake only.
    ///   - subprotocols: tokens, the first choice first.
    ///   - extra: what else to send, such as `Authorization` or `Origin`. Fields of the handshake
    ///     itself are replaced.
    public static func request(
        authority: String, path: String, key: String, subprotocols: [String], extra: HTTPFields
    ) -> HTTPRequest {
        var fields = extra
        fields[.upgrade] = "websocket"
        fields[.connection] = "Upgrade"
        fields[.secWebSocketKey] = key
        fields[.secWebSocketVersion] = version
        fields[.secWebSocketExtensions] = nil
        fields[.secWebSocketProtocol] =
            subprotocols.isEmpty ? nil : subprotocols.joined(separator: ", ")
        return HTTPRequest(
            method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
    }

    /// Judges a server's answer to a request with `key` and `subprotocols` (4.1, the second list):
    /// nil if it is well, else what is wrong. A server that chose none of the subprotocols has
    /// answered well.
    public static func check(
        _ response: HTTPResponse, key: String, subprotocols: [String]
    ) -> String? {
        let fields = response.headerFields
        guard response.status == .switchingProtocols else {
            return "the server answered \(response.status.code) instead of 101"
        }
        guard fields.onlyValue(of: .upgrade) != nil, fields.hasToken("websocket", in: .upgrade)
        else { return "the server's Upgrade is not websocket" }
        guard fields.hasToken("upgrade", in: .connection) else {
            return "the server's Connection does not say Upgrade"
        }
        guard fields.onlyValue(of: .secWebSocketAccept) == accept(key: key) else {
            return "the server's Sec-WebSocket-Accept does not fit the key"
        }
        guard !fields.contains(.secWebSocketExtensions) else {
            return "the server uses an extension that was not offered"
        }
        guard fields.contains(.secWebSocketProtocol) else { return nil }
        guard let chosen = fields.onlyValue(of: .secWebSocketProtocol),
            subprotocols.contains(chosen)
        else { return "the server chose a subprotocol that was not offered" }
        return nil
    }
}
