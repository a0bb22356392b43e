import BoardKit
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Limits
import Pages
import Sync

/// An address of the hub: who uses it, and what answers there.
struct Route {
    typealias Answer = (Call) throws(HTTPProblem) -> Void
    typealias HeadCheck = (Request, Authenticator) throws(HTTPProblem) -> Void

    /// The slug of the venue whose loop answers the request; `nil` if any loop can.
    var venue: String?
    /// The methods that the address accepts.
    var methods: [HTTPRequest.Method] = [.get, .head]
    /// The maximum length of a request's content; `nil` if it is not used.
    var contentBytesMax: Int?
    /// The board that declares the address, if one does.
    var board: BoardAddress?
    /// Whether the answer depends on the principal.
    var asksWho = true
    /// Whether the answer is made from files of the public folder.
    var showsFiles = false
    /// Whether people without a sign-in may have a reason to use the address.
    var isForStrangers = false
    /// Whether people open the address in a browser, rather than programs.
    var isForPeople = false
    /// Whether problems are answered as documents, even to browsers.
    var isOfAPI = false
    /// Throws if the head alone makes the request invalid. So the hub stores no content from senders
    /// without permission.
    var checkHead: HeadCheck = { _, _ in }
    var reply: Answer

    /// The methods of HTTP: those of RFC 9110, PATCH (RFC 5789), and the proposed QUERY. An unknown
    /// method is answered with 501, a known one that the address does not accept with 405. Methods
    /// are case-sensitive (RFC 9110, section 9.1).
    private static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "QUERY",
    ]

    func checkMethod(of request: Request) throws(HTTPProblem) {
        if methods.contains(request.method) { return }
        guard Self.knownMethods.contains(request.method.rawValue) else { throw .unknownMethod }
        throw .methodNotAllowed(methods.map(\.rawValue).joined(separator: ", "))
    }

    func answer(_ exchange: Exchange, at server: LoopServer) {
        do throws(HTTPProblem) {
            try checkMethod(of: exchange.request)
            // A board's route checks the rest of the head itself when it answers.
            if board == nil { try checkHead(exchange.request, Authenticator(server.context)) }
        } catch {
            return exchange.refuse(error)
        }
        do throws(HTTPProblem) {
            try reply(Call(exchange: exchange, venue: venue ?? "", server: server))
        } catch {
            if isOfAPI { exchange.respond(error.document) } else { exchange.refuse(error) }
        }
    }
}

/// Every address that the hub knows.
extension Route {
    init(_ request: Request, in context: HubContext) {
        let boards = context.options.boards
        guard let pieces = request.pathPieces else {
            let root = String(request.head.path.dropFirst().prefix { $0 != "/" })
            self = boards.foreignRoutes(at: root).map { .foreign($0, nil) } ?? .notFound
            return
        }
        switch pieces.first {
        case "v1" where pieces.count == 3 && pieces[2] == "page":
            self = .document(pieces[1], of: request.query["of"] ?? "", in: context.pages)
        case "v1" where pieces.count > 2:
            self = .api(pieces[1], pieces.dropFirst(2), request.method, in: context)
        case "v1", nil: self = .notFound
        case PublicFiles.versionRoot where pieces.count > 2:
            self = .file(Array(pieces.dropFirst(2)), version: pieces[1])
        case .some(let root):
            if let routes = boards.foreignRoutes(at: root) {
                self = .foreign(routes, Array(pieces.dropFirst()))
            } else {
                self = .own(pieces, request, context.pages)
            }
        }
    }

    private static func own(_ pieces: [String], _ request: Request, _ pages: PageIndex) -> Route {
        func ofTicket(_ answer: @escaping (Call, String) throws(HTTPProblem) -> Void) -> Route {
            .page(of: Ticket.venue(of: pieces[1]), reply: about(pieces[1], answer))
        }
        switch (pieces[0], pieces.count) {
        case ("healthz", 1): return Route(asksWho: false, reply: OperationsRoutes.health)
        case ("readyz", 1): return Route(asksWho: false, reply: OperationsRoutes.readiness)
        case ("metrics", 1): return Route(isOfAPI: true, reply: OperationsRoutes.metrics)
        case ("in", 2):
            return Route(isForPeople: true, reply: about(pieces[1], SignInRoutes.redeem))
        case ("j", 2): return ofTicket(JoinRoutes.page)
        case ("t", 2): return ofTicket(TicketRoutes.page)
        default: break
        }
        let address = address(pieces)
        if let page = pages[address] {
            let venue = request.query["venue"] ?? VenueRecord.defaultSlug
            return .page(of: venue, reply: about(page, PageRoute.answer))
        }
        return pages.isOfPage(address) ? .notFound : .file(pieces)
    }

    /// Returns the address of a page: `/host` is also at `/host/`, which people may type.
    private static func address(_ pieces: [String]) -> String {
        let isFolder = ["", "index.html"].contains(pieces.last)
        return (isFolder ? pieces.dropLast() : pieces).joined(separator: "/")
    }

    /// Returns an answer about something that the address names.
    private static func about<Thing>(
        _ thing: Thing, _ answer: @escaping (Call, Thing) throws(HTTPProblem) -> Void
    ) -> Answer {
        { (call) throws(HTTPProblem) in try answer(call, thing) }
    }

    private static func page(
        of venue: String?, isForPeople: Bool = true, reply: @escaping Answer
    ) -> Route {
        Route(
            venue: venue, showsFiles: true, isForStrangers: true, isForPeople: isForPeople,
            reply: reply)
    }

    /// The document that a page requests: `/v1/<venue>/page?of=<the page's own address>`.
    private static func document(_ venue: String, of path: String, in pages: PageIndex) -> Route {
        func document(_ reply: @escaping Answer) -> Route {
            .page(of: venue, isForPeople: false, reply: reply)
        }
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map(String.init)
        if pieces.count == 2, Ticket.venue(of: pieces[1]) == venue {
            if pieces[0] == "j" { return document(about(pieces[1], JoinRoutes.document)) }
            if pieces[0] == "t" { return document(about(pieces[1], TicketRoutes.document)) }
        }
        if path == "/" { return document(PageRoute.startDocument) }
        // A guest's page is at the ticket's address only.
        guard let page = pages[address(pieces)], page.declaration.reader != .guest else {
            return .notFound
        }
        return document(about(page, PageRoute.document))
    }

    /// An address below `/v1/<venue>/`.
    private static func api(
        _ venue: String, _ pieces: ArraySlice<String>, _ method: HTTPRequest.Method,
        in context: HubContext
    ) -> Route {
        let pieces = Array(pieces)
        let bodyBytesMax = context.options.limits[.bodyBytes]
        func mutator(_ request: Request, _ sender: Authenticator) throws(HTTPProblem) {
            _ = try sender.principal(
                for: request, venue: venue, needsOrigin: true, mayBeByJoinLink: true)
        }
        func get(_ reply: @escaping Answer) -> Route {
            Route(venue: venue, isOfAPI: true, reply: reply)
        }
        func post(
            _ reply: @escaping Answer, bytesMax: Int? = nil,
            checkHead: @escaping HeadCheck = { _, _ in }
        ) -> Route {
            Route(
                venue: venue, methods: [.post], contentBytesMax: bytesMax, isOfAPI: true,
                checkHead: checkHead, reply: reply)
        }
        switch (pieces[0], pieces.count) {
        case ("sync", 1):
            return Route(venue: venue, methods: [.get], isOfAPI: true, reply: SyncRoute.answer)
        case ("mutations", 1):
            return post(MutationRoute.answer, bytesMax: bodyBytesMax, checkHead: mutator)
        case ("events", 1): return get(EventsRoute.answer)
        case ("events", 2): return get(about(pieces[1], EventRoute.answer))
        case ("pairing", 1):
            var route = get(PairingRoute.answer)
            route.isForStrangers = true
            return route
        case ("pin", 1): return post(PINRoutes.set, bytesMax: bodyBytesMax, checkHead: mutator)
        case ("unlock", 1):
            return post(PINRoutes.unlock, bytesMax: bodyBytesMax) {
                (request, sender) throws(HTTPProblem) in
                _ = try sender.lockableDevice(
                    for: request, venue: venue, role: PINRoutes.role(entering: request))
            }
        case ("lock", 1):
            return post(PINRoutes.lock) { (request, sender) throws(HTTPProblem) in
                _ = try sender.lockableDevice(for: request, venue: venue, role: .host)
            }
        case ("join", 1): return get(JoinRoutes.link)
        case ("join.svg", 1): return get(JoinRoutes.image)
        case ("devices", 1): return get(DevicesRoute.answer)
        case ("devices", 3) where pieces[2] == "dismiss":
            return post(about(pieces[1], DevicesRoute.dismiss))
        case ("set-aside", 1): return post(DevicesRoute.tryAgain)
        case ("views", 2...):
            let view = pieces.dropFirst().joined(separator: "/")
            return get(about(view, ViewRoute.answer))
        default:
            return context.options.boards.address(of: pieces[0], at: pieces.dropFirst())
                .map { .board($0, method, in: venue) } ?? .notFound
        }
    }

    private static func board(
        _ address: BoardAddress, _ method: HTTPRequest.Method, in venue: String
    ) -> Route {
        let contentBytesMax = BoardRoutes.route(method, of: address).flatMap { route in
            route.takes.isEmpty ? nil : route.contentBytesMax
        }
        return Route(
            venue: venue, methods: address.routes.flatMap(BoardRoutes.methods),
            contentBytesMax: contentBytesMax, board: address, isForStrangers: true,
            checkHead: { (request, sender) throws(HTTPProblem) in
                _ = try BoardRoutes.route(for: request, at: address, in: venue, sender)
            },
            reply: about(address, BoardRoutes.answer))
    }

    /// An address of another system that a board answers.
    ///
    /// - Parameter pieces: the rest of the path; `nil` if the path can't be decoded.
    private static func foreign(_ routes: ForeignRoutes, _ pieces: [String]?) -> Route {
        Route(
            venue: VenueRecord.defaultSlug, methods: anyMethod,
            reply: about((routes, pieces), ForeignRoute.answer))
    }

    /// - Parameter version: the version in the address, if there is one.
    private static func file(_ pieces: [String], version: String? = nil) -> Route {
        Route(asksWho: false, showsFiles: true, isForPeople: true) { call in
            call.context.files.answer(
                call.exchange, pieces: pieces, version: version, on: call.server.loop)
        }
    }

    private static let anyMethod: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete]

    /// An unknown address, or one whose path can't be decoded.
    private static var notFound: Route {
        Route(methods: anyMethod, asksWho: false) { $0.exchange.refuse(.notFound) }
    }
}
