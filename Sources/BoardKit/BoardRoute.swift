public import JSON
public import Sync

/// A plain HTTP route of a board, below `/v1/<venue>/<board>/`.
public struct BoardRoute: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    public let method: Method
    /// The part after the board's name: `export.csv`. A component in braces stands for any one that
    /// is not empty: `rooms/{id}`.
    public let path: String
    /// A sentence that says what it does.
    public let summary: String
    public let access: Access
    /// What the named components and the query mean. Those of the query have other names than those
    /// of the path.
    package let parameters: [ArgumentDeclaration]
    /// The media types of which the request's content may be; empty if it takes none.
    public let takes: [String]
    /// The maximum length of the request's content, which holds instead of the hub's own limit.
    public let contentBytesMax: Int
    /// What the content is, if it is JSON of a known form.
    package let content: Schema?
    /// The media type of the answer; `nil` if it leads to another page of the hub.
    public let gives: String?
    /// The other media types that an answer may have.
    package let givesToo: [String]
    /// What the answer is, if it is JSON of a known form.
    package let document: Schema?
    /// Everything that it answers instead; `nil` if it has no codes for that.
    package let problems: [RouteProblem]?
    /// Whether the board itself limits how often it is asked. Then the hub does not count the
    /// requests of those who are signed in.
    public let hasOwnLimit: Bool
    /// Whether the venue's join link permits it, as a guest's ticket does.
    public let isOpenByJoinLink: Bool
    public let outcome: @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome

    /// Who may use a route.
    public enum Access: Sendable, Equatable {
        /// Signed-in devices of these roles.
        case roles(Set<Role>)
        /// Everybody who is signed in: devices of all roles, and guests.
        case everybody
        /// Whoever knows the address, which contains a secret.
        case bySecret
    }

    /// The part of a request that a board gets.
    public struct Request: Sendable {
        public let query: [String: String]
        /// The request's content. Each access joins its pieces, so read it once, away from the loop.
        public var content: [UInt8] { joinedContent() }
        private let joinedContent: @Sendable () -> [UInt8]
        /// What the path's named components are, by name.
        public let components: [String: String]
        /// Who asks; `nil` if the route asks nobody.
        public let principal: Principal?
        /// When it is asked.
        public let now: Instant
        private let fields: @Sendable (_ name: String) -> String?

        /// - Parameter fields: the values of header fields, by their names.
        public init(
            query: [String: String], content: @autoclosure @escaping @Sendable () -> [UInt8],
            components: [String: String] = [:],
            principal: Principal? = nil, at now: Instant,
            fields: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
        ) {
            self.query = query
            joinedContent = content
            self.components = components
            self.principal = principal
            self.now = now
            self.fields = fields
        }

        /// Whether it only asks what would come of it: `dry=1`. Any other value but `0` means the same,
        /// because whoever only wants to look must not change anything.
        package var isDry: Bool { query["dry"].map { $0 != "0" } ?? false }

        /// The value of a header field, if there is one. Names do not depend on case.
        public func field(_ name: String) -> String? { fields(name) }
    }

    package init(
        _ method: Method, _ path: String, _ summary: String, roles: Set<Role>,
        takes: [String] = [], contentBytesMax: Int = 0, gives: String?,
        outcome: @escaping @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome
    ) {
        self.init(
            method, path, summary, .roles(roles), takes: takes, contentBytesMax: contentBytesMax,
            gives: gives, outcome: outcome)
    }

    package init(
        _ method: Method, _ path: String, _ summary: String, _ access: Access,
        parameters: [ArgumentDeclaration] = [], takes: [String] = [], contentBytesMax: Int = 0,
        content: Schema? = nil, gives: String?, givesToo: [String] = [], document: Schema? = nil,
        problems: [RouteProblem]? = nil, hasOwnLimit: Bool = false,
        isOpenByJoinLink: Bool = false,
        outcome: @escaping @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.access = access
        self.parameters = parameters
        self.takes = takes
        self.contentBytesMax = contentBytesMax
        self.content = content
        self.gives = gives
        self.givesToo = givesToo
        self.document = document
        self.problems = problems
        self.hasOwnLimit = hasOwnLimit
        self.isOpenByJoinLink = isOpenByJoinLink
        self.outcome = outcome
    }

    /// The routes by which those who work for the house show guests the way to something of theirs.
    ///
    /// - Parameters:
    ///   - thing: what a ticket is for, such as `tab`, which is the parameter that names it, too.
    ///   - ticket: returns the ticket; `nil` if there is no such thing.
    package static func tickets(
        of thing: String, roles: Set<Role>,
        _ ticket: @escaping @Sendable (_ id: String, _ venue: Venue) -> String?
    ) -> [BoardRoute] {
        @Sendable func asked(_ request: Request, _ venue: Venue) -> String? {
            request.query[thing].flatMap { ticket($0, venue) }
        }
        return [
            BoardRoute(
                .get, "ticket", "The ticket of a \(thing).", roles: roles,
                gives: "application/json"
            ) { asked($0, $1).map { .ticket($0) } ?? .nothing },
            BoardRoute(
                .get, "ticket.svg", "The QR code by which guests come to a \(thing).",
                roles: roles, gives: "image/svg+xml"
            ) { asked($0, $1).map { .code(path: "/t/\($0)") } ?? .nothing },
        ]
    }

    /// Whether a role may use the route. Roles that boards add belong to people who work in the
    /// room, so they may also ask for what the room's screens ask for.
    public func isOpen(to role: Role) -> Bool {
        switch access {
        case .roles(let roles): roles.contains(role) || role.isAdded && roles.contains(.display)
        case .everybody, .bySecret: true
        }
    }
}

/// A board's response to a request.
public enum RouteOutcome: Sendable {
    case answer(RouteAnswer)
    /// A mutation on behalf of the sender's device, possibly with the content of a file, and what
    /// follows from its outcome: the answer, or another mutation.
    case mutation(
        action: String, arguments: [String: JSON], reference: ReferenceContent? = nil,
        next:
            @Sendable (_ outcome: Result<AcceptedChange, Rejection>, _ venue: Venue)
            -> RouteOutcome)
    /// Work that takes longer than a loop may be busy, such as reading a large file. It is done away
    /// from the loop; what it returns is called on the loop, with the venue as it is then.
    case work(@Sendable () -> @Sendable (_ venue: Venue) -> RouteOutcome)
    /// Work of some milliseconds that many may ask for at once. It does not wait for the `work` of
    /// others, and at most two pieces of it are done at a time, on the whole hub.
    case computation(@Sendable () -> @Sendable (_ venue: Venue) -> RouteOutcome)
    /// Another outcome, after some time.
    indirect case later(Duration, RouteOutcome)
    /// Asks another server, and goes on with its answer and the venue as it is then.
    ///
    /// - Parameter waitMax: the time after which it goes on without an answer.
    case lookup(
        Lookup, waitMax: Duration,
        next: @Sendable (_ answer: LookupAnswer, _ venue: Venue) -> RouteOutcome)
    /// Has one of the board's connectors done at once if it waits for its period. The answer is 200
    /// and empty.
    case wake(connector: String)
    /// The ticket of a guest, and the address that it is.
    case ticket(String)
    /// Another page of the hub: `/planner/setup`.
    case redirect(path: String)
    /// An image of the QR code that leads a phone to a path of the hub, such as `/t/…`. The route
    /// gives `image/svg+xml`.
    case code(path: String)
    /// A problem that the route has declared.
    case problem(RouteProblem, retryInSeconds: Int? = nil)
    /// There is nothing at this address.
    case nothing
}

/// A problem with a request that programs know by its code.
public struct RouteProblem: Error, Hashable {
    /// The HTTP statuses that problems of boards have (RFC 9110, section 15; RFC 6585).
    public enum Status: Int, Sendable {
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case tooManyRequests = 429
        case gatewayTimeout = 504
    }

    /// In snake case: `unknown_room`.
    public let code: String
    public let status: Status
    /// What is wrong, and what to do.
    public let detail: String

    package init(_ code: String, _ status: Status, _ detail: String) {
        self.code = code
        self.status = status
        self.detail = detail
    }
}

/// The answer to an accepted mutation.
public struct AcceptedChange: Sendable {
    /// The revision of its event.
    public let rev: Int
    public let result: JSON?

    public init(rev: Int, result: JSON?) {
        self.rev = rev
        self.result = result
    }
}

public struct RouteAnswer: Sendable {
    /// For how long the reader's browser or program may use an answer again without asking.
    public enum Freshness: Sendable {
        /// Not at all: it has to ask each time.
        case none
        /// For some time. After that it asks with the answer's entity tag.
        case seconds(Int)
        /// For good. The answer is always the same.
        case lasting
    }

    /// The HTTP status (RFC 9110, section 15).
    public let status: Int
    public let text: String
    /// The media type, if it is not the one that the route usually gives.
    public let type: String?
    public let freshness: Freshness
    /// What programs are told of a refusal besides `text`; `nil` if the answer is no problem document
    /// (RFC 9457).
    public let members: [String: JSON]?
    /// After how many seconds the request may be tried again, if the board can't answer it yet.
    public let retryInSeconds: Int?

    package init(_ json: JSON) { self.init(json.canonicalText) }

    package init(_ text: String, type: String? = nil, freshness: Freshness = .none) {
        self.init(text, status: 200, type: type, freshness: freshness)
    }

    private init(
        _ text: String, status: Int, type: String? = nil, freshness: Freshness = .none,
        members: [String: JSON]? = nil, retryInSeconds: Int? = nil
    ) {
        self.text = text
        self.status = status
        self.type = type
        self.freshness = freshness
        self.members = members
        self.retryInSeconds = retryInSeconds
    }

    /// A refusal in the words of another system, for its clients.
    package static func foreign(_ text: String, status: Int) -> RouteAnswer {
        RouteAnswer(text, status: status)
    }

    /// A problem document.
    ///
    /// - Parameter detail: what is wrong, as an English sentence.
    public static func refusal(
        _ status: Int, _ detail: String, _ members: [String: JSON], retryInSeconds: Int? = nil
    ) -> RouteAnswer {
        RouteAnswer(detail, status: status, members: members, retryInSeconds: retryInSeconds)
    }

    /// A rejection as a problem document, which has the members of a `reject` message.
    package static func refusal(
        _ rejection: Rejection, adding more: [String: JSON] = [:], status: Int? = nil,
        retryInSeconds: Int? = nil
    ) -> RouteAnswer {
        refusal(
            status ?? rejection.code.httpStatus, rejection.message ?? rejection.code.rawValue,
            rejection.members(isForSender: true).merging(more) { _, more in more },
            retryInSeconds: rejection.retryInMilliseconds.map { ($0 + 999) / 1_000 }
                ?? retryInSeconds)
    }
}

extension RejectCode {
    /// The status of an answer over plain HTTP (RFC 9110, section 15; RFC 6585).
    public var httpStatus: Int {
        switch self {
        case .unknownAction: 400
        case .forbidden: 403
        case .notFound: 404
        case .conflict, .stale, .idReused: 409
        case .invalid: 422
        case .rateLimited: 429
        case .unavailable: 503
        }
    }
}
