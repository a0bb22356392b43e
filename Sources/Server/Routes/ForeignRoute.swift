import BoardKit
import Credentials
import Gateway
import HTTPTypes
import Sync
import Venues

/// Answers another system's addresses for a board: in plain text, for the default venue.
enum ForeignRoute {
    static func answer(
        _ call: Call, _ address: (routes: ForeignRoutes, pieces: [String]?)
    ) throws(HTTPProblem) {
        let (routes, pieces) = address
        let isSafe = [.get, .head].contains(call.request.method)
        let principal = try call.principal(needsOrigin: !isSafe)
        guard routes.roles.contains(principal.role) else {
            throw HTTPProblem(.forbidden, "Only hosts and owners may use these addresses.")
        }
        let runner = try call.runner()
        let method = isSafe ? HTTPRequest.Method.get : call.request.method
        RouteConversation(
            call.exchange, runner: runner, board: nil, principal: principal,
            type: "text/plain; charset=utf-8", idPrefix: "rq-", at: call.server
        ).follow(routes.outcome(method.rawValue, pieces, runner.venue))
    }
}
