import BoardKit
import Gateway
import HTTPTypes
import Pages
import Venues

extension LoopServer: RequestHandler {
    func route(of request: Request) -> any RoutedRequest {
        StationRoute(route: Route(request, in: context), server: self)
    }

    func recognizes(_ request: Request) -> Bool { Authenticator(context).recognizes(request) }

    func answer(to problem: HTTPProblem, for request: Request?) -> Response {
        context.files.answer(to: problem, for: request)
    }

    func page(of problem: HTTPProblem, for request: Request?) -> Response {
        context.files.page(of: problem, for: request)
    }
}

/// A route together with the server that received the request.
private struct StationRoute: RoutedRequest {
    let route: Route
    unowned let server: LoopServer

    var needsLookup: Bool {
        route.venue.map(server.context.directory.mayLackRecord) ?? false
    }

    var otherLoop: LoopConnectionsHandle? {
        guard let slug = route.venue else { return nil }
        let hubLoop = server.context.hubLoop(of: slug)
        return hubLoop === server.hubLoop ? nil : hubLoop.connections
    }

    var isForPeople: Bool { route.isForPeople }

    var contentBytesMax: Int? { route.contentBytesMax }

    func hasOwnLimit(for request: Request) -> Bool {
        guard let board = route.board, let venue = route.venue,
            BoardRoutes.route(request.method, of: board)?.hasOwnLimit == true
        else { return false }
        return Authenticator(server.context).remembers(request, in: venue)
    }

    func identify(_ request: Request, _ done: @escaping (Result<Request, HTTPProblem>) -> Void) {
        server.identify(request, naming: route.venue, done)
    }

    func checkHead(of request: Request) throws(HTTPProblem) {
        try route.checkMethod(of: request)
        try route.checkHead(request, Authenticator(server.context))
    }

    func answer(_ exchange: Exchange) { server.prepare(exchange, for: route) }
}
