import HTTP
import HTTPTypes
import Transport
import WebSocket

/// A connection: a handshake, then messages that are echoed or broadcast.
final class EchoSession: ConnectionHandler {
    private unowned let server: EchoServer
    /// `nil` after the end, to break the reference cycle.
    private var connection: Connection?
    /// The decoder of the request, until the connection is open or over.
    private var request: RequestDecoder? = RequestDecoder()
    private var decoder: WebSocketDecoder
    private var agreement: DeflateAgreement?
    private var isOpen = false
    private var isOver = false
    private var broadcasts = false
    /// The index in the server's audience.
    var seat: Int?

    init(server: EchoServer) {
        self.server = server
        decoder = WebSocketDecoder(server.rules)
    }

    func begin(on connection: Connection) { self.connection = connection }

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        guard !isOver else { return }
        guard !isOpen else { return receive(bytes) }
        request?.receive(bytes)
        while !isOver, !isOpen, let event = request?.next() {
            switch event {
            case .head(let head): open(head)
            case .body, .end: break
            case .failed(let failure): refuse(failure.status)
            }
        }
        guard isOpen else { return }
        let remainder = request?.takeRemainder() ?? []
        request = nil
        remainder.withUnsafeBytes { receive($0) }
    }

    private func open(_ head: RequestHead) {
        // The content would be read as frames (RFC 9110, section 7.8).
        guard !head.hasBody else { return refuse(.badRequest) }
        let context = server.budget.reserve()
        switch WebSocketHandshake.answer(
            head.request, minorVersion: head.minorVersion, subprotocols: [],
            deflate: DeflateTerms(clientKeepsContext: context != nil))
        {
        case .refuse(let status, _, let extra): refuse(status, extra)
        case .upgrade(let response, let agreement):
            connection?.send(ResponseEncoder.head(response))
            self.agreement = agreement
            decoder = WebSocketDecoder(
                server.rules, deflate: agreement, inflater: server.inflater, context: context)
            isOpen = true
            broadcasts = head.path == "/broadcast"
            if broadcasts { server.join(self) }
        }
    }

    private func refuse(_ status: HTTPResponse.Status, _ extra: HTTPFields = [:]) {
        var fields = extra
        fields[.contentLength] = "0"
        // A refusal names the protocol to which the client should have upgraded.
        fields[.connection] = extra[.upgrade] == nil ? "close" : "close, upgrade"
        connection?.send(
            ResponseEncoder.head(HTTPResponse(status: status, headerFields: fields)))
        end()
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        decoder.receive(bytes)
        handleEvents()
    }

    /// Handles messages. Pauses reading while the peer does not read its echoes.
    private func handleEvents() {
        while !isOver, let connection {
            guard !connection.isCongested || broadcasts else { return connection.pauseReading() }
            guard let event = decoder.next() else { return }
            handle(event, on: connection)
        }
    }

    private func handle(_ event: WebSocketEvent, on connection: Connection) {
        switch event {
        case .text(let message) where broadcasts: server.broadcast(message)
        case .text(let message):
            connection.send(
                WebSocketEncoder.text(message, deflatedBy: server.deflater, under: agreement))
        case .binary(let message):
            connection.send(
                WebSocketEncoder.binary(message, deflatedBy: server.deflater, under: agreement))
        case .ping(let payload): connection.send(WebSocketEncoder.pong(payload))
        case .pong: break
        case .close(let code, _): end(code)
        case .failed(let code, let reason): end(code, reason: reason)
        }
    }

    func send(_ broadcast: inout Broadcast) {
        connection?.sendAtOnce(broadcast.frames(for: agreement, deflatedBy: server.deflater))
    }

    private func end(_ code: WebSocketCloseCode?, reason: String = "") {
        connection?.send(WebSocketEncoder.close(code, reason: reason))
        end()
    }

    private func end() {
        isOver = true
        server.leave(self)
        connection?.finish()
    }

    func peerFinished(_ connection: Connection) { end() }

    func drained(_ connection: Connection) {
        connection.resumeReading()
        handleEvents()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        isOver = true
        self.connection = nil
        server.leave(self)
    }
}
