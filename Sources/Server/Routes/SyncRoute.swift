import HTTP
import HTTPTypes
import Sync
import WebSocket

/// `GET /v1/<venue>/sync`: the upgrade to the sync protocol.
enum SyncRoute {
    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        let request = exchange.request
        do throws(Problem) {
            let principal = try Authenticator(station.context).principal(
                for: request, venue: venue, needsOrigin: true)
            guard let host = station.host(of: venue) else {
                throw Problem(.notFound, "There is no such venue.")
            }
            switch WebSocketHandshake.answer(
                request.head.request, minorVersion: request.head.minorVersion,
                subprotocols: [ServerMessage.protocolName])
            {
            case .refuse(let status, let detail, let fields):
                throw Problem(status, detail, fields: fields)
            case .upgrade(let response, _):
                exchange.upgrade(response) { connection in
                    let session = WebSocketSession(
                        station: station, host: host, principal: principal,
                        connection: connection)
                    session.begin()
                    return session
                }
            }
        } catch {
            exchange.respond(error.document)
        }
    }
}
