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
    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let (principal, lock) = try Authenticator(station.context).lockable(
                for: request, venue: venue, needsOrigin: true)
            let runner = try station.openRunner(of: venue)
            let offersDeflate = request.fields.contains(.secWebSocketExtensions)
            let context = offersDeflate ? station.webSockets.reserveContext() : nil
            switch WebSocketHandshake.answer(
                request.head.request, minorVersion: request.head.minorVersion,
                subprotocols: [ServerMessage.protocolName],
                deflate: DeflateTerms(clientKeepsContext: context != nil))
            {
            case .refuse(let status, let detail, let fields):
                throw HTTPProblem(status, detail, fields: fields)
            case .upgrade(let response, let agreement):
                try demandHandshake(by: principal, in: venue, at: station)
                exchange.upgrade(response) { connection in
                    let session = WebSocketSession(
                        station: station, runner: runner, role: principal.role, lock: lock,
                        connection: connection, agreement: agreement, context: context)
                    session.begin(as: principal)
                    return session
                }
            }
        } catch {
            exchange.respond(error.document)
        }
    }

    private static func demandHandshake(
        by principal: Principal, in venue: String, at station: Station
    ) throws(HTTPProblem) {
        guard
            let wait = station.context.census.handshake(
                by: principal.device, in: venue, at: station.loop.now)
        else { return }
        throw HTTPProblem(
            .tooManyRequests, "Too many WebSockets were opened at once; wait a moment.",
            fields: [.retryAfter: String(wait)])
    }
}
