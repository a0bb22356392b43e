public import HTTPTypes

extension WebSocketHandshake {
    /// A server's answer to a request for an upgrade.
    public enum Answer: Sendable {
        /// Send this response. The connection is a WebSocket from here on, in both directions, with
        /// messages compressed as agreed.
        case upgrade(HTTPResponse, DeflateAgreement?)
        /// Answer with this status, a text that says what is wrong, and these fields besides the
        /// usual ones.
        case refuse(HTTPResponse.Status, String, extra: HTTPFields)
    }

    /// Whether the request asks for a WebSocket, even if it is not valid.
    public static func isUpgrade(_ request: HTTPRequest) -> Bool {
        request.headerFields.hasToken("websocket", in: .upgrade)
    }

    /// Checks a client's handshake (4.2.1) and answers it (4.2.2).
    ///
    /// The subprotocol is the client's first that is among `supported`. Without a match, the
    /// upgrade is refused, unless `supported` is empty. The caller has to check the sender (10.2,
    /// `Origin`).
    ///
    /// - Parameters:
    ///  - minorVersion: The minor version of HTTP/1 in the request line.
    ///  - terms: The terms on which messages may be compressed, or `nil` if they may not. The
    ///    client's first acceptable offer is taken; without one, messages are not compressed.
    public static func answer(
        _ request: HTTPRequest, minorVersion: Int, subprotocols supported: [String],
        deflate terms: DeflateTerms? = nil
    ) -> Answer {
        let fields = request.headerFields
        if let refusal = refusal(of: request, minorVersion: minorVersion) { return refusal }
        guard let key = fields.onlyValue(of: .secWebSocketKey), isWellFormed(key: key) else {
            return badRequest("one Sec-WebSocket-Key of 16 bytes in base64 is needed")
        }
        guard let extensions = fields.extensions else {
            return badRequest("Sec-WebSocket-Extensions is malformed")
        }
        guard let offered = fields.subprotocols else {
            return badRequest("Sec-WebSocket-Protocol is malformed or names a subprotocol twice")
        }
        let chosen = offered.first(where: supported.contains)
        guard chosen != nil || supported.isEmpty else {
            return badRequest(
                "one of these subprotocols is needed: \(supported.joined(separator: ", "))")
        }
        var response = response(key: key, subprotocol: chosen)
        let offer = extensions.lazy.compactMap { DeflateParameters($0, isAnswer: false) }.first
        guard let terms, let offer else { return .upgrade(response, nil) }
        let answer = terms.answer(to: offer)
        response.headerFields[.secWebSocketExtensions] = answer.fieldValue(isAnswer: true)
        return .upgrade(response, DeflateAgreement(offer: offer, answer: answer))
    }

    /// Checks that the request is an upgrade to the supported version, in the order of 4.2.1.
    private static func refusal(of request: HTTPRequest, minorVersion: Int) -> Answer? {
        let fields = request.headerFields
        guard request.method == .get else {
            return .refuse(
                .methodNotAllowed, "a WebSocket is opened by GET", extra: [.allow: "GET"])
        }
        guard minorVersion >= 1 else { return badRequest("a WebSocket needs HTTP/1.1") }
        // `HTTPTypes` stores `Host` as the request's authority. The HTTP codec makes sure that
        // there is only one.
        guard request.authority?.isEmpty == false else { return badRequest("a Host is needed") }
        guard isUpgrade(request) else {
            return .refuse(
                .upgradeRequired, "this address speaks WebSocket only", extra: upgradeFields)
        }
        guard fields.hasToken("upgrade", in: .connection) else {
            return badRequest("Connection does not say Upgrade")
        }
        guard fields.onlyValue(of: .secWebSocketVersion) == version else {
            return .refuse(
                .upgradeRequired, "version \(version) of WebSocket is needed",
                extra: upgradeFields)
        }
        return nil
    }

    /// The fields that tell a client how to send a valid request (4.2.2, 4.4; RFC 9110, 7.8 and
    /// 15.5.22).
    private static var upgradeFields: HTTPFields {
        [.upgrade: "websocket", .connection: "Upgrade", .secWebSocketVersion: version]
    }

    private static func badRequest(_ reason: String) -> Answer {
        .refuse(.badRequest, reason, extra: [:])
    }

    private static func response(key: String, subprotocol: String?) -> HTTPResponse {
        var fields = HTTPFields()
        // There will be a date, and perhaps an extension.
        fields.reserveCapacity(6)
        fields.append(HTTPField(name: .upgrade, value: "websocket"))
        fields.append(HTTPField(name: .connection, value: "Upgrade"))
        fields.append(HTTPField(name: .secWebSocketAccept, value: accept(key: key)))
        if let subprotocol {
            fields.append(HTTPField(name: .secWebSocketProtocol, value: subprotocol))
        }
        return HTTPResponse(status: .switchingProtocols, headerFields: fields)
    }
}
