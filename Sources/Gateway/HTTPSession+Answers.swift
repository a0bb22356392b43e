import Clocks
import HTTP
import HTTPTypes
import Limits
import Metrics
import Sync
import Transport

/// Writes the answers.
extension HTTPSession {
    func respond(_ response: Response, to exchange: Exchange) {
        guard case .answering(let current) = phase, current === exchange else { return }
        let closes = !exchange.request.head.keepsAlive || connections.isStopping
        write(response, to: exchange.request, closes: closes)
        if closes { return end() }
        readOn()
    }

    func write(_ response: Response, to request: Request?, closes: Bool = true) {
        var fields = response.fields
        if response.status.code != 304 { fields[.contentLength] = String(response.body.count) }
        if closes {
            fields[.connection] = "close"
        } else if request?.head.minorVersion == 0 {
            // Without this, an HTTP/1.0 client waits for the connection's end (RFC 9112, section
            // 9.3).
            fields[.connection] = "keep-alive"
        }
        writeHead(response.status, fields, imageOrigins: response.imageOrigins, to: request)
        if request?.method != .head, response.status.code != 304, !response.body.isEmpty {
            connection?.send(response.body)
        }
    }

    private func writeHead(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, imageOrigins: [String] = [],
        to request: Request?
    ) {
        var fields = fields
        let now = connections.context.clock.now
        fields[.date] = connections.dateField(at: Int(now.milliseconds / 1000))
        // These fields protect documents, and a WebSocket has none.
        if status != .switchingProtocols {
            SecurityFields.add(
                to: &fields, authority: request?.authority ?? "",
                isSecure: connection?.isSecure == true, imageOrigins: imageOrigins)
        }
        connections.context.metrics.responded(status: status.code)
        if let request, connections.place(of: self) != nil,
            connections.context.census.recognizes(request.secrets)
        {
            connections.deviceWasSeen(by: self)
        }
        connection?.send(
            ResponseEncoder.head(HTTPResponse(status: status, headerFields: fields)))
    }

    /// Begins an answer that the stream writes and ends.
    func stream(_ stream: any ResponseStream, fields: HTTPFields, to exchange: Exchange) {
        guard case .answering(let current) = phase, current === exchange, let connection else {
            return
        }
        var fields = fields
        let isChunked = exchange.request.head.minorVersion > 0
        fields[.connection] = "close"
        if isChunked { fields[.transferCoding] = "chunked" }
        writeHead(.ok, fields, to: exchange.request)
        if exchange.request.method == .head { return end() }
        phase = .streaming(stream)
        stream.begin(on: ResponseBody(connection: connection, isChunked: isChunked))
    }

    /// Passes the connection to the WebSocket session that the client asked for.
    func upgrade(
        _ response: HTTPResponse, to exchange: Exchange,
        _ makeSession: (Connection) -> any Session & ConnectionHandler
    ) {
        guard case .answering(let current) = phase, current === exchange, let connection else {
            return
        }
        writeHead(response.status, response.headerFields, to: exchange.request)
        let remainder = decoder.takeRemainder()
        phase = .over
        let session = makeSession(connection)
        connection.handler = session
        connections.add(session, at: connections.place(of: self))
        connections.remove(self)
        connection.resumeReading()
        if !remainder.isEmpty {
            remainder.withUnsafeBytes { session.received($0, on: connection) }
        }
        if inputIsOver { session.peerFinished(connection) }
    }
}
