import HTTP
import HTTPTypes
import JSON
import Sync
import Transport

/// `GET /v1/<venue>/pairing`: a screen without a sign-in waits to be let in.
enum PairingRoute {
    static func answer(_ exchange: Exchange, venue: String, at station: Station) {
        do throws(Problem) {
            let authenticator = Authenticator(station.context)
            try authenticator.refuseForeign(exchange.request)
            _ = try station.openHost(of: venue)
            guard let address = exchange.remoteAddress else { return }
            let neighbour = NetworkNeighbour(address)
            let stream = PairingStream(venue: venue, neighbour: neighbour, station: station)
            let isLook = exchange.request.method == .head
            let pairings = station.context.pairings
            let hasCode =
                isLook ? pairings.hasRoom(for: neighbour, venue: venue) : stream.takeCode()
            guard hasCode else {
                throw Problem(
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

    /// A screen has been let in: it is told so.
    static func admit(_ event: Event, link: String, at host: VenueHost, of station: Station) {
        guard let code = event.data["code"]?.text else { return }
        station.context.pairings.remove(code, venue: host.slug)?.value.admit(link: link)
    }
}
