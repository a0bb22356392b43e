import BoardKit
import Credentials
import Gateway
import HTTP
import HTTPTypes
import Limits
import Pages
import Sync

/// The purpose of a request. Lists every address that the hub knows.
enum Route {
    case sync(venue: String)
    case view(venue: String, name: String)
    case mutations(venue: String)
    case events(venue: String)
    case pairing(venue: String)
    case pin(venue: String)
    case unlock(venue: String)
    case lock(venue: String)
    case joinLink(venue: String)
    case joinImage(venue: String)
    case devices(venue: String)
    case dismissal(venue: String, device: String)
    case setAside(venue: String)
    case event(venue: String, rev: String)
    case health
    case readiness
    case metrics
    case signIn(secret: String)
    case ticket(String)
    case join(String)
    case page(Page, venue: String)
    /// The document that a page requests: `/v1/<venue>/page?of=<the page's own address>`.
    case document(Page, venue: String)
    case joinDocument(secret: String)
    case ticketDocument(secret: String)
    case startDocument(venue: String)
    case board(BoardAddress, venue: String)
    /// An address of another system that a board answers. `pieces` are `nil` if the path can't be
    /// decoded.
    case foreign(root: String, pieces: [String]?)
    /// A file; `version` is that of its address, if there is one.
    case file(pieces: [String], version: String? = nil)
    /// An unknown address, or one whose path can't be decoded.
    case notFound

    init(_ request: Request, in context: HubContext) {
        let boards = context.options.boards
        guard let pieces = request.pathPieces else {
            let root = String(request.head.path.dropFirst().prefix { $0 != "/" })
            let isForeign = boards.foreignRoutes(at: root) != nil
            self = isForeign ? .foreign(root: root, pieces: nil) : .notFound
            return
        }
        switch pieces.first {
        case "v1" where pieces.count == 3 && pieces[2] == "page":
            self = Self.document(pieces[1], of: request.query["of"] ?? "", in: context.pages)
        case "v1": self = Self.api(Array(pieces.dropFirst()), of: boards)
        case PublicFiles.versionRoot where pieces.count > 2:
            self = .file(pieces: Array(pieces.dropFirst(2)), version: pieces[1])
        case .some(let root) where boards.foreignRoutes(at: root) != nil:
            self = .foreign(root: root, pieces: Array(pieces.dropFirst()))
        case "healthz" where pieces.count == 1: self = .health
        case "readyz" where pieces.count == 1: self = .readiness
        case "metrics" where pieces.count == 1: self = .metrics
        case "in" where pieces.count == 2: self = .signIn(secret: pieces[1])
        case "j" where pieces.count == 2: self = .join(pieces[1])
        case "t" where pieces.count == 2: self = .ticket(pieces[1])
        case .some:
            let address = Self.address(pieces)
            if let page = context.pages[address] {
                let venue = request.query["venue"] ?? VenueRecord.defaultSlug
                self = .page(page, venue: venue)
            } else if context.pages.isOfPage(address) {
                self = .notFound
            } else {
                self = .file(pieces: pieces)
            }
        case nil: self = .notFound
        }
    }

    /// Returns the address of a page: `/host` is also at `/host/`, which people may type.
    private static func address(_ pieces: [String]) -> String {
        let isFolder = ["", "index.html"].contains(pieces.last)
        return (isFolder ? pieces.dropLast() : pieces).joined(separator: "/")
    }

    private static func document(_ venue: String, of path: String, in pages: PageIndex) -> Route {
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst().map(String.init)
        if pieces.count == 2, Ticket.venue(of: pieces[1]) == venue {
            if pieces[0] == "j" { return .joinDocument(secret: pieces[1]) }
            if pieces[0] == "t" { return .ticketDocument(secret: pieces[1]) }
        }
        if path == "/" { return .startDocument(venue: venue) }
        // A guest's page is at the ticket's address only.
        guard let page = pages[address(pieces)], page.declaration.reader != .guest else {
            return .notFound
        }
        return .document(page, venue: venue)
    }

    private static func api(_ pieces: [String], of boards: BoardRegistry) -> Route {
        guard pieces.count >= 2 else { return .notFound }
        switch (pieces[1], pieces.count) {
        case ("sync", 2): return .sync(venue: pieces[0])
        case ("mutations", 2): return .mutations(venue: pieces[0])
        case ("events", 2): return .events(venue: pieces[0])
        case ("pairing", 2): return .pairing(venue: pieces[0])
        case ("pin", 2): return .pin(venue: pieces[0])
        case ("unlock", 2): return .unlock(venue: pieces[0])
        case ("lock", 2): return .lock(venue: pieces[0])
        case ("join", 2): return .joinLink(venue: pieces[0])
        case ("join.svg", 2): return .joinImage(venue: pieces[0])
        case ("devices", 2): return .devices(venue: pieces[0])
        case ("devices", 4) where pieces[3] == "dismiss":
            return .dismissal(venue: pieces[0], device: pieces[2])
        case ("set-aside", 2): return .setAside(venue: pieces[0])
        case ("events", 3): return .event(venue: pieces[0], rev: pieces[2])
        case ("views", 3...):
            return .view(venue: pieces[0], name: pieces.dropFirst(2).joined(separator: "/"))
        default:
            let address = boards.address(of: pieces[1], at: pieces.dropFirst(2))
            return address.map { .board($0, venue: pieces[0]) } ?? .notFound
        }
    }

    /// The slug of the venue whose loop answers the request; `nil` if any loop can.
    var venue: String? {
        switch self {
        case .sync(let venue), .view(let venue, _), .mutations(let venue), .events(let venue),
            .pairing(let venue), .pin(let venue), .unlock(let venue), .lock(let venue),
            .devices(let venue), .dismissal(let venue, _), .setAside(let venue),
            .event(let venue, _),
            .joinLink(let venue), .joinImage(let venue), .page(_, let venue),
            .document(_, let venue), .startDocument(let venue), .board(_, let venue):
            venue
        case .join(let secret), .joinDocument(let secret), .ticket(let secret),
            .ticketDocument(let secret):
            Ticket.venue(of: secret)
        case .foreign: VenueRecord.defaultSlug
        case .health, .readiness, .metrics, .signIn, .file, .notFound: nil
        }
    }

    /// Whether the answer depends on the principal.
    var asksWho: Bool {
        switch self {
        case .health, .readiness, .file, .notFound: false
        default: true
        }
    }

    /// Whether the answer is made from files of the public folder.
    var showsFiles: Bool {
        switch self {
        case .file, .page, .document, .join, .joinDocument, .ticket, .ticketDocument,
            .startDocument:
            true
        default: false
        }
    }

    /// Whether people without a sign-in may have a reason to use the address.
    var isForStrangers: Bool {
        switch self {
        case .page, .document, .join, .joinDocument, .ticket, .ticketDocument, .startDocument,
            .pairing, .board:
            true
        default: false
        }
    }

    /// Whether people open the address in a browser, rather than programs.
    var isForPeople: Bool {
        switch self {
        case .page, .signIn, .ticket, .join, .file: true
        case .sync, .view, .mutations, .events, .event, .pairing, .pin, .unlock, .lock, .devices,
            .dismissal, .setAside, .joinLink, .joinImage, .health, .readiness, .metrics, .board,
            .document, .joinDocument, .ticketDocument, .startDocument, .foreign, .notFound:
            false
        }
    }

    /// The methods that the address accepts.
    private var methods: [HTTPRequest.Method] {
        switch self {
        case .board(let address, _): address.routes.flatMap { BoardRoutes.methods(of: $0) }
        case .mutations, .pin, .unlock, .lock, .dismissal, .setAside: [.post]
        case .sync: [.get]
        case .foreign, .notFound: [.get, .head, .post, .put, .delete]
        default: [.get, .head]
        }
    }

    /// The methods of HTTP: those of RFC 9110, PATCH (RFC 5789), and the proposed QUERY. An unknown
    /// method is answered with 501, a known one that the address does not accept with 405. Methods
    /// are case-sensitive (RFC 9110, section 9.1).
    private static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "QUERY",
    ]

    /// The maximum length of a request's content; `nil` if it is not used.
    func contentBytesMax(of method: HTTPRequest.Method, in context: HubContext) -> Int? {
        switch self {
        case .mutations, .pin, .unlock: context.options.limits[.bodyBytes]
        case .board(let address, _):
            BoardRoutes.route(method, of: address).flatMap { route in
                route.takes.isEmpty ? nil : route.contentBytesMax
            }
        default: nil
        }
    }

    /// Throws if the head alone makes the request invalid. So the hub stores no content from
    /// senders without permission.
    func checkHead(of request: Request, at station: Station) throws(HTTPProblem) {
        try checkMethod(of: request)
        switch self {
        case .mutations(let venue), .pin(let venue):
            _ = try MutationRoute.principal(for: request, venue: venue, at: station)
        case .unlock(let venue):
            _ = try Authenticator(station.context).lockableDevice(
                for: request, venue: venue, role: PINRoutes.role(entering: request))
        case .lock(let venue):
            _ = try Authenticator(station.context).lockableDevice(
                for: request, venue: venue, role: .host)
        case .board(let address, let venue):
            _ = try BoardRoutes.route(for: request, at: address, in: venue, station: station)
        default: break
        }
    }

    private func checkMethod(of request: Request) throws(HTTPProblem) {
        let methods = methods
        if methods.contains(request.method) { return }
        guard Self.knownMethods.contains(request.method.rawValue) else { throw .unknownMethod }
        throw .methodNotAllowed(methods.map(\.rawValue).joined(separator: ", "))
    }

    func answer(_ exchange: Exchange, at station: Station) {
        do throws(HTTPProblem) {
            // A board's route checks the rest of the head itself when it answers.
            if case .board = self {
                try checkMethod(of: exchange.request)
            } else {
                try checkHead(of: exchange.request, at: station)
            }
        } catch {
            return exchange.refuse(error)
        }
        switch self {
        case .sync(let venue): SyncRoute.answer(exchange, venue: venue, at: station)
        case .view(let venue, let name):
            ViewRoute.answer(exchange, venue: venue, view: name, at: station)
        case .mutations(let venue): MutationRoute.answer(exchange, venue: venue, at: station)
        case .events(let venue): EventsRoute.answer(exchange, venue: venue, at: station)
        case .pairing(let venue): PairingRoute.answer(exchange, venue: venue, at: station)
        case .pin(let venue): PINRoutes.set(exchange, venue: venue, at: station)
        case .unlock(let venue): PINRoutes.unlock(exchange, venue: venue, at: station)
        case .lock(let venue): PINRoutes.lock(exchange, venue: venue, at: station)
        case .joinLink(let venue): JoinRoutes.link(exchange, venue: venue, at: station)
        case .joinImage(let venue): JoinRoutes.image(exchange, venue: venue, at: station)
        case .devices(let venue): DevicesRoute.answer(exchange, venue: venue, at: station)
        case .dismissal(let venue, let device):
            DevicesRoute.dismiss(exchange, venue: venue, device: device, at: station)
        case .setAside(let venue):
            DevicesRoute.tryAgain(exchange, venue: venue, at: station)
        case .event(let venue, let rev):
            EventRoute.answer(exchange, venue: venue, rev: rev, at: station)
        case .health: OperationsRoutes.health(exchange, at: station)
        case .readiness: OperationsRoutes.readiness(exchange, at: station)
        case .metrics: OperationsRoutes.metrics(exchange, at: station)
        case .signIn(let secret): SignInRoutes.redeem(secret, exchange, at: station)
        case .join(let secret): JoinRoutes.page(secret, exchange, at: station)
        case .joinDocument(let secret): JoinRoutes.document(secret, exchange, at: station)
        case .ticket(let secret): TicketRoutes.page(secret, exchange, at: station)
        case .ticketDocument(let secret):
            TicketRoutes.document(secret, exchange, at: station)
        case .startDocument(let venue):
            PageRoute.startDocument(exchange, venue: venue, at: station)
        case .page(let page, let venue):
            PageRoute.answer(exchange, page: page, venue: venue, at: station)
        case .document(let page, let venue):
            PageRoute.document(exchange, page: page, venue: venue, at: station)
        case .board(let address, let venue):
            BoardRoutes.answer(exchange, at: address, in: venue, station: station)
        case .foreign(let root, let pieces):
            ForeignRoute.answer(exchange, root: root, pieces: pieces, at: station)
        case .file(let pieces, let version):
            station.context.files.answer(
                exchange, pieces: pieces, version: version, on: station.loop)
        case .notFound: exchange.refuse(.notFound)
        }
    }
}
