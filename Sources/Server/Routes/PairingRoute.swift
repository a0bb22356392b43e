import Gateway
import HTTP
import HTTPTypes
import JSON
import SignIn
import Sync
import Transport

/// `GET /v1/<venue>/pairing`: an event stream for a screen that waits to be signed in by a code.
enum PairingRoute {
    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(HTTPProblem) {
            let authenticator = Authenticator(station.context)
            try authenticator.refuseForeign(exchange.request)
            _ = try station.openRunner(of: venue)
            guard let address = exchange.remoteAddress else { return }
            let network = NetworkPrefix(address)
            let stream = PairingStream(venue: venue, network: network, station: station)
            let isLook = exchange.request.method == .head
            let pairings = station.context.pairings
            let hasCode = isLook ? pairings.hasRoom(for: network) : stream.takeCode()
            guard hasCode else {
                throw HTTPProblem(
                    .tooManyRequests, "Too many screens wait to be paired; try again in a minute.",
                    fields: [.retryAfter: "60"])
            }
            if isLook { return exchange.respond(Response(.ok, fields: fields)) }
            exchange.stream(stream, fields: fields)
        } catch {
            exchange.respond(error.document)
        }
    }

    private static let fields: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store",
    ]
}
