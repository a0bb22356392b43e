import Gateway
import HTTP
import HTTPTypes
import JSON
import SignIn
import Sync
import Transport

/// `GET /v1/<venue>/pairing`: an event stream for a screen that waits to be signed in by a code.
enum PairingRoute {
    static func answer(_ call: Call) throws(HTTPProblem) {
        try Authenticator(call.context).refuseForeign(call.request)
        _ = try call.runner()
        guard let address = call.exchange.remoteAddress else { return }
        let network = NetworkPrefix(address)
        let stream = PairingStream(venue: call.venue, network: network, server: call.server)
        let isLook = call.request.method == .head
        let pairings = call.context.pairings
        let hasCode = isLook ? pairings.hasRoom(for: network) : stream.takeCode()
        guard hasCode else {
            throw HTTPProblem(
                .tooManyRequests, "Too many screens wait to be paired; try again in a minute.",
                fields: [.retryAfter: "60"])
        }
        if isLook { return call.respond(Response(.ok, fields: fields)) }
        call.exchange.stream(stream, fields: fields)
    }

    private static let fields: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store",
    ]
}
