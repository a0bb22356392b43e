import CalendarPeers
import Destinations
import HTTP
import HTTPTypes
import Transport

/// One connection, which answers one request.
final class GoogleCalendarSession: ConnectionHandler {
    private unowned let server: GoogleCalendarServer
    private var decoder = RequestDecoder()
    private var head: RequestHead?
    private var body: [UInt8] = []

    init(server: GoogleCalendarServer) { self.server = server }

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        decoder.receive(bytes)
        while connection.isOpen, let event = decoder.next() {
            switch event {
            case .head(let head):
                self.head = head
                body = []
                if head.expectsContinue { connection.send(ResponseEncoder.continueInterim) }
            case .body(let bytes): body += bytes
            case .end: answer(on: connection)
            case .failed(let failure):
                send(OutgoingAnswer(status: failure.status.code), on: connection)
            }
        }
    }

    private func answer(on connection: Connection) {
        guard let head, let origin = try? Destination("http://127.0.0.1"),
            let destination = origin.at(head.request.path ?? "")
        else { return send(OutgoingAnswer(status: 400), on: connection) }
        let reply = server.answer(
            OutgoingRequest(
                head.request.method, destination, fields: head.request.headerFields, body: body))
        guard let answer = reply.answer else { return connection.abort() }
        guard reply.delay > .zero else { return send(answer, on: connection) }
        _ = connection.loop.schedule(after: reply.delay) { [self] in send(answer, on: connection) }
    }

    /// Sends an answer and closes the connection. A truncated answer declares a longer body.
    private func send(_ answer: OutgoingAnswer, on connection: Connection) {
        var fields = answer.fields
        fields[.contentLength] = String(answer.body.count * (answer.isWhole ? 1 : 2))
        fields[.connection] = "close"
        connection.send(
            ResponseEncoder.head(
                HTTPResponse(status: .init(code: answer.status), headerFields: fields)))
        connection.send(answer.body)
        connection.finish()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}
