import BoardKit
import Clocks
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Sync
import Venues

/// The addresses that boards declare below `/v1/<venue>/<board>/`.
enum BoardRoutes {
    /// Returns the methods that a route accepts. A `GET` route accepts `HEAD` too.
    static func methods(of route: BoardRoute) -> [HTTPRequest.Method] {
        switch route.method {
        case .get: [.get, .head]
        case .post: [.post]
        case .put: [.put]
        case .delete: [.delete]
        }
    }

    static func route(_ method: HTTPRequest.Method, of address: BoardAddress) -> BoardRoute? {
        address.routes.first { methods(of: $0).contains(method) }
    }

    /// Returns the route and the principal of a request, judged by its head. A request that knows
    /// the secret in the address has no principal.
    ///
    /// - Throws: 404 if no route has this method, 403 if the sender's role may not use it, 415 if the
    ///   content has another type; and the problems of `Authenticator.principal`.
    static func route(
        for request: Request, at address: BoardAddress, in venue: String, _ sender: Authenticator
    ) throws(HTTPProblem) -> (route: BoardRoute, principal: Principal?) {
        guard let route = route(request.method, of: address) else { throw .notFound }
        guard route.access != .bySecret else { return (route, nil) }
        let principal = try sender.principal(
            for: request, venue: venue, needsOrigin: route.method != .get,
            mayBeByJoinLink: route.isOpenByJoinLink)
        guard route.isOpen(to: principal.role) else {
            throw HTTPProblem(.forbidden, "A device of this role may not use this address.")
        }
        if !route.takes.isEmpty, !route.takes.contains(Self.type(of: request) ?? "") {
            let types = route.takes.joined(separator: " or ")
            throw HTTPProblem(.unsupportedMediaType, "The content must be \(types).")
        }
        return (route, principal)
    }

    /// Returns the media type of a request's content without parameters, in lower case: `text/csv`.
    private static func type(of request: Request) -> String? {
        request.fields[.contentType]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    static func answer(_ call: Call, at address: BoardAddress) throws(HTTPProblem) {
        let (exchange, request, context) = (call.exchange, call.request, call.context)
        // Only the board's request needs the content from here on, so it is released early.
        exchange.request.dropContent()
        let (route, principal) = try route(
            for: request, at: address, in: call.venue, Authenticator(context))
        let runner = try call.runner()
        guard runner.venue.uses(address.board) else { throw .notFound }
        let query = Dictionary(
            request.query.items.map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first })
        let fields = request.fields
        let outcome = route.outcome(
            BoardRoute.Request(
                query: query, content: request.body, components: address.components,
                principal: principal, at: context.clock.now
            ) { HTTPField.Name($0).flatMap { fields[$0] } }, runner.venue)
        switch outcome {
        case .code(let path):
            return exchange.respond(try .code(of: path, for: request, context))
        case .ticket(let ticket):
            return exchange.respond(.ticket(ticket, for: request, context))
        default: break
        }
        RouteConversation(
            exchange, runner: runner, board: address.board, principal: principal,
            type: route.gives, idPrefix: "br-", at: call.server
        ).follow(outcome)
    }
}
