import BoardKit
import Gateway
import HTTPTypes
import Pages
import Venues

extension Station: RequestHandler {
    func route(of request: Request) -> any RoutedRequest {
        StationRoute(route: Route(request, in: context), station: self)
    }

    func recognizes(_ request: Request) -> Bool { Authenticator(context).recognizes(request) }

    func answer(to problem: HTTPProblem, for request: Request?) -> Response {
        context.files.answer(to: problem, for: request)
    }

    func page(of problem: HTTPProblem, for request: Request?) -> Response {
        context.files.page(of: problem, for: request)
    }
}

/// A route together with the station that received the request.
private struct StationRoute: RoutedRequest {
    let route: Route
    unowned let station: Station

    var needsLookup: Bool {
        route.venue.map(station.context.directory.mayLackRecord) ?? false
    }

    var otherLoop: ConnectionLoop? {
        guard let slug = route.venue else { return nil }
        let worker = station.context.worker(of: slug)
        return worker === station.worker ? nil : worker.connections
    }

    var isForPeople: Bool { route.isForPeople }

    var contentBytesMax: Int? { route.contentBytesMax }

    func hasOwnLimit(for request: Request) -> Bool {
        guard let board = route.board, let venue = route.venue,
            BoardRoutes.route(request.method, of: board)?.hasOwnLimit == true
        else { return false }
        return Authenticator(station.context).remembers(request, in: venue)
    }

    func identify(_ request: Request, _ done: @escaping (Result<Request, HTTPProblem>) -> Void) {
        station.identify(request, naming: route.venue, done)
    }

    func checkHead(of request: Request) throws(HTTPProblem) {
        try route.checkMethod(of: request)
        try route.checkHead(request, Authenticator(station.context))
    }

    func answer(_ exchange: Exchange) { station.prepare(exchange, for: route) }
}
