import Gateway
import HTTP
import HTTPTypes
import Limits
import Sync
import Transport
import Venues
import WebSocket

/// `GET /v1/<venue>/sync`: the upgrade to a WebSocket that speaks the sync protocol.
enum SyncRoute {
    static func answer(_ call: Call) throws(HTTPProblem) {
        let (request, server) = (call.request, call.server)
        let (principal, lock) = try Authenticator(call.context).lockable(
            for: request, venue: call.venue, needsOrigin: true)
        let runner = try call.runner()
        let offersDeflate = request.fields.contains(.secWebSocketExtensions)
        let context = offersDeflate ? server.webSockets.reserveContext() : nil
        switch WebSocketHandshake.answer(
            request.head.request, minorVersion: request.head.minorVersion,
            subprotocols: [ServerMessage.protocolName],
            deflate: DeflateTerms(clientKeepsContext: context != nil))
        {
        case .refuse(let status, let detail, let fields):
            throw HTTPProblem(status, detail, fields: fields)
        case .upgrade(let response, let agreement):
            let wait = call.context.census.handshake(
                by: principal.device, in: call.venue, at: server.loop.now)
            if let wait {
                throw HTTPProblem(
                    .tooManyRequests, "Too many WebSockets were opened at once; wait a moment.",
                    fields: [.retryAfter: String(wait)])
            }
            call.exchange.upgrade(response) { connection in
                let session = WebSocketSession(
                    server: server, runner: runner, role: principal.role, lock: lock,
                    connection: connection, agreement: agreement, context: context)
                session.begin(as: principal)
                return session
            }
        }
    }
}
