public import HTTPTypes

extension WebSocketHandshake {
    /// Returns the request that opens a WebSocket (4.1).
    ///
    /// - Parameters:
    ///   - authority: The host, with the port unless it is the scheme's default. Sent as `Host`.
    ///   - path: The path and query.
    ///   - key: A key from `newKey`, for this handshake only.
    ///   - subprotocols: Tokens in order of preference.
    ///   - extra: Other fields, such as `Authorization` or `Origin`. Fields of the handshake itself
    /// are replaced.
    ///   - offer: How messages may be compressed, or `nil` if they may not.
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

    /// A client's verdict on a server's answer.
    public enum Verdict: Sendable, Equatable {
        /// The connection is a WebSocket from here on, with messages compressed as agreed.
        case upgraded(DeflateAgreement?)
        /// The connection has to be closed for this reason.
        case refused(String)
    }

    /// Checks a server's answer to a request with `key` and `subprotocols` that offered no
    /// compression. Returns what is wrong, or `nil` if the answer is valid. A server need not
    /// choose a subprotocol.
    public static func check(
        _ response: HTTPResponse, key: String, subprotocols: [String]
    ) -> String? {
        switch verdict(on: response, key: key, subprotocols: subprotocols, deflate: nil) {
        case .upgraded: nil
        case .refused(let fault): fault
        }
    }

    /// Checks a server's answer to a request with `key`, `subprotocols` and `offer` (4.1, the
    /// second list; RFC 7692, 5.1 and 7.1). A server need not choose a subprotocol or accept the
    /// offer.
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

    /// Returns the fault of an answer, apart from its extensions.
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
