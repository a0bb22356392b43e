import Boards
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

    static func route(
        _ method: HTTPRequest.Method, of board: String, at path: String, in context: HubContext
    ) -> BoardRoute? {
        context.options.boards.routes(of: board, at: path).first {
            methods(of: $0).contains(method)
        }
    }

    /// Returns the route of a request and who sends it, judged by the request's head.
    ///
    /// - Throws: 404 if no route has this path and method, 403 if the sender's role may not use it,
    ///   415 if the content has another type; and the problems of `Authenticator.principal`.
    static func route(
        for request: Request, board: String, path: String, venue: String, at station: Station
    ) throws(HTTPProblem) -> (route: BoardRoute, principal: Principal) {
        guard let route = route(request.method, of: board, at: path, in: station.context)
        else { throw .notFound }
        let principal = try Authenticator(station.context).principal(
            for: request, venue: venue, needsOrigin: route.method != .get)
        guard route.roles.contains(principal.role) else {
            throw HTTPProblem(.forbidden, "A device of this role may not use this address.")
        }
        if let type = route.takes, Self.type(of: request) != type {
            throw HTTPProblem(.unsupportedMediaType, "The content must be \(type).")
        }
        return (route, principal)
    }

    /// Returns the media type of a request's content without parameters, in lower case: `text/csv`.
    private static func type(of request: Request) -> String? {
        request.fields[.contentType]?.prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    static func answer(
        _ exchange: Exchange, board: String, path: String, venue: String, at station: Station
    ) {
        let request = exchange.request
        do throws(HTTPProblem) {
            let (route, principal) = try route(
                for: request, board: board, path: path, venue: venue, at: station)
            let runner = try station.openRunner(of: venue)
            guard runner.venue.uses(board) else { throw .notFound }
            let query = Dictionary(
                request.query.items.map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first })
            let outcome = route.outcome(
                BoardRoute.Request(query: query, content: request.body), runner.venue)
            if case .code(let path) = outcome {
                return exchange.respond(try .code(of: path, for: request, station.context))
            }
            try RouteSink.answer(
                exchange, with: outcome, by: principal, runner, type: route.gives, idPrefix: "br-")
        } catch {
            exchange.respond(error.document)
        }
    }
}

/// Answers a request with a board's outcome: at once, or when its mutation is accepted or rejected.
final class RouteSink: ClientSink {
    private let exchange: Exchange
    private let runner: VenueRunner
    private let type: String
    private let answer: Answer

    private typealias Answer =
        @Sendable (Result<AcceptedChange, Rejection>, Venue) -> RouteAnswer

    private init(
        _ exchange: Exchange, runner: VenueRunner, type: String,
        answering answer: @escaping Answer
    ) {
        self.exchange = exchange
        self.runner = runner
        self.type = type
        self.answer = answer
    }

    /// Answers a request with the outcome of a board's route.
    ///
    /// - Parameters:
    ///   - type: the media type of the answer.
    ///   - idPrefix: the prefix of the mutation's id, if the outcome is a mutation.
    /// - Throws: 404 if the outcome is `nothing`.
    static func answer(
        _ exchange: Exchange, with outcome: RouteOutcome, by principal: Principal,
        _ runner: VenueRunner, type: String, idPrefix: String
    ) throws(HTTPProblem) {
        switch outcome {
        case .answer(let answer): exchange.respond(response(answer, type: type))
        case .mutation(let action, let arguments, let answer):
            let mutation = Mutation(
                id: idPrefix + RandomID.make(), action: action, arguments: arguments)
            runner.mutate(
                mutation, by: principal,
                answerTo: RouteSink(exchange, runner: runner, type: type, answering: answer))
        // Codes are for pages, and so for boards' own routes only.
        case .code, .nothing: throw .notFound
        }
    }

    private static func response(_ answer: RouteAnswer, type: String) -> Response {
        var response = Response.text(answer.text, status: HTTPResponse.Status(code: answer.status))
        response.fields[.contentType] = type
        return response
    }

    func deliver(_ message: ServerMessage) {
        let outcome: Result<AcceptedChange, Rejection>
        switch message {
        case .reject(_, let reason): outcome = .failure(reason)
        case .ack(let ack): outcome = .success(AcceptedChange(rev: ack.rev, result: ack.result))
        default: return
        }
        exchange.respond(Self.response(answer(outcome, runner.venue), type: type))
    }

    func close(_ code: CloseCode, reason: String) {}

    var origin: RecentEvent.Origin? {
        RecentEvent.Origin(way: .http, address: exchange.remoteAddress)
    }
}
