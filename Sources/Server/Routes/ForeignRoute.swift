import BoardKit
import Credentials
import Gateway
import HTTPTypes
import Sync
import Venues

/// Answers another system's addresses for a board: in plain text, for the default venue.
enum ForeignRoute {
    static func answer(
        _ exchange: Exchange, root: String, pieces: [String]?, at station: Station
    ) {
        do throws(HTTPProblem) {
            guard let routes = station.context.options.boards.foreignRoutes(at: root) else {
                throw .notFound
            }
            let request = exchange.request
            let isSafe = [.get, .head].contains(request.method)
            let principal = try Authenticator(station.context).principal(
                for: request, venue: VenueRecord.defaultSlug, needsOrigin: !isSafe)
            guard routes.roles.contains(principal.role) else {
                throw HTTPProblem(.forbidden, "Only hosts and owners may use these addresses.")
            }
            let runner = try station.openRunner(of: VenueRecord.defaultSlug)
            let method = isSafe ? HTTPRequest.Method.get : request.method
            RouteConversation(
                exchange, runner: runner, board: nil, principal: principal,
                type: "text/plain; charset=utf-8", idPrefix: "rq-", at: station
            ).follow(routes.outcome(method.rawValue, pieces, runner.venue))
        } catch {
            exchange.refuse(error)
        }
    }
}
