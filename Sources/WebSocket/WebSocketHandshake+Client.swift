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
    ///   - offer: how messages may be compressed; nil for not at all.
    public static func request(
        authority: String, path: String, key: String, subprotocols: [String], extra: HTTPFields,
        deflate offer: DeflateParameters? = nil
    ) -> HTTPRequest {
        var fields = extra
        fields[.upgrade] = "websocket"
        fields[.connection] = "Upgrade"
        fields[.secWebSocketKey] = key
        fields[.secWebSocketVersion] = version
        fields[.secWebSocketExtensions] = offer?.fieldValue(isAnswer: false)
        fields[.secWebSocketProtocol] =
            subprotocols.isEmpty ? nil : subprotocols.joined(separator: ", ")
        return HTTPRequest(
            method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
    }

    /// What a client makes of a server's answer.
    public enum Verdict: Sendable, Equatable {
        /// What follows on the connection is WebSocket, with messages compressed as agreed.
        case upgraded(DeflateAgreement?)
        /// The connection is to be ended, because of this.
        case refused(String)
    }

    /// Judges a server's answer to a request with `key` and `subprotocols` that offered no
    /// compression: nil if it is well, else what is wrong. A server that chose none of the
    /// subprotocols has answered well.
    public static func check(
        _ response: HTTPResponse, key: String, subprotocols: [String]
    ) -> String? {
        switch verdict(on: response, key: key, subprotocols: subprotocols, deflate: nil) {
        case .upgraded: nil
        case .refused(let fault): fault
        }
    }

    /// Judges a server's answer to a request with `key`, `subprotocols` and `offer` (4.1, the
    /// second list; RFC 7692, 5.1 and 7.1). A server that chose none of the subprotocols, or did
    /// not accept the offer, has answered well.
    public static func verdict(
        on response: HTTPResponse, key: String, subprotocols: [String],
        deflate offer: DeflateParameters?
    ) -> Verdict {
        if let fault = fault(of: response, key: key, subprotocols: subprotocols) {
            return .refused(fault)
        }
        guard let extensions = response.headerFields.extensions else {
            return .refused("the server's Sec-WebSocket-Extensions is malformed")
        }
        guard let element = extensions.first else { return .upgraded(nil) }
        guard let offer, extensions.count == 1, element.name == DeflateParameters.extensionName
        else { return .refused("the server uses an extension that was not offered") }
        guard let answer = DeflateParameters(element, isAnswer: true), answer.answers(offer) else {
            return .refused("the server's permessage-deflate does not fit the offer")
        }
        return .upgraded(DeflateAgreement(offer: offer, answer: answer))
    }

    /// What is wrong with an answer, but for its extensions.
    private static func fault(
        of response: HTTPResponse, key: String, subprotocols: [String]
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
        guard fields.contains(.secWebSocketProtocol) else { return nil }
        guard let chosen = fields.onlyValue(of: .secWebSocketProtocol),
            subprotocols.contains(chosen)
        else { return "the server chose a subprotocol that was not offered" }
        return nil
    }
}
