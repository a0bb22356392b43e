import Boards
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Sync
import Venues

/// The boards' own addresses below `/v1/<venue>/<board>/`.
enum BoardRoutes {
    /// A route answers `HEAD` where it answers `GET`.
    static func methods(of route: BoardRoute) -> [HTTPRequest.Method] {
        switch route.method {
        case .get: [.get, .head]
        case .post: [.post]
        case .put: [.put]
        case .delete: [.delete]
        }
    }

    /// Refuses what the head of a request makes wrong.
    static func route(
        for request: Request, board: String, path: String, venue: String, at station: Station
    ) throws(HTTPProblem) -> (route: BoardRoute, principal: Principal) {
        let routes = station.context.options.boards.routes(of: board, at: path)
        guard let route = routes.first(where: { methods(of: $0).contains(request.method) }) else {
            throw .notFound
        }
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

    /// Without its parameters: `text/csv`.
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
            guard request.body.count <= route.contentBytesMax || route.takes == nil else {
                throw HTTPProblem(
                    .contentTooLarge,
                    "The content must be at most \(route.contentBytesMax) bytes.")
            }
            let query = Dictionary(
                request.query.items.map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first })
            let outcome = route.outcome(
                BoardRoute.Request(query: query, content: request.body), runner.venue)
            try RouteSink.answer(
                exchange, with: outcome, by: principal, runner, type: route.gives, idPrefix: "br-")
        } catch {
            exchange.respond(error.document)
        }
    }
}

/// Answers a request with what a board says to it, at once or when a mutation has been judged.
final class RouteSink: ClientSink {
    private let exchange: Exchange
    private let runner: VenueRunner
    private let type: String
    private let answer: @Sendable (Rejection?, Venue) -> RouteAnswer

    private init(
        _ exchange: Exchange, runner: VenueRunner, type: String,
        answering answer: @escaping @Sendable (Rejection?, Venue) -> RouteAnswer
    ) {
        self.exchange = exchange
        self.runner = runner
        self.type = type
        self.answer = answer
    }

    /// - Parameters:
    ///   - type: the media type of the answer.
    ///   - idPrefix: what the id of a mutation that comes of it begins with.
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
        case .nothing: throw .notFound
        }
    }

    private static func response(_ answer: RouteAnswer, type: String) -> Response {
        var response = Response.text(answer.text, status: HTTPResponse.Status(code: answer.status))
        response.fields[.contentType] = type
        return response
    }

    func deliver(_ message: ServerMessage) {
        var rejection: Rejection?
        if case .reject(_, let reason) = message { rejection = reason }
        exchange.respond(Self.response(answer(rejection, runner.venue), type: type))
    }

    func close(_ code: CloseCode, reason: String) {}

    var origin: RecentEvent.Origin? {
        RecentEvent.Origin(way: .http, address: exchange.remoteAddress)
    }
}
