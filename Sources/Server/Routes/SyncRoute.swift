import HTTP
import HTTPTypes
import Sync
import Transport
import WebSocket

/// `GET /v1/<venue>/sync`: the upgrade to the sync protocol.
enum SyncRoute {
    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        let request = exchange.request
        do throws(Problem) {
            let (principal, lock) = try Authenticator(station.context).lockable(
                for: request, venue: venue, needsOrigin: true)
            let host = try station.openHost(of: venue)
            let context = station.webSockets.reserveContext()
            switch WebSocketHandshake.answer(
                request.head.request, minorVersion: request.head.minorVersion,
                subprotocols: [ServerMessage.protocolName],
                deflate: DeflateTerms(clientKeepsContext: context != nil))
            {
            case .refuse(let status, let detail, let fields):
                throw Problem(status, detail, fields: fields)
            case .upgrade(let response, let agreement):
                try demandHandshake(exchange, at: station)
                exchange.upgrade(response) { connection in
                    let session = WebSocketSession(
                        station: station, host: host, role: principal.role, lock: lock,
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
        _ exchange: Exchange, at station: Station
    ) throws(Problem) {
        guard let address = exchange.remoteAddress,
            let wait = station.context.census.handshake(from: address, at: station.loop.now)
        else { return }
        throw Problem(
            .tooManyRequests, "Too many connections were opened from this address at once.",
            fields: [.retryAfter: String(wait)])
    }
}
