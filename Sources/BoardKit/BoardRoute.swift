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
    /// The part after the board's name: `export.csv`. A component in braces stands for any
    /// non-empty one: `rooms/{id}`.
    public let path: String
    /// A sentence that describes the route.
    public let summary: String
    public let access: Access
    /// The named components of the path, and the parameters of the query. Their names differ.
    package let parameters: [ArgumentDeclaration]
    /// The accepted media types of the request's content; empty if it takes no content.
    public let takes: [String]
    /// The maximum length of the request's content, in place of the hub's own limit.
    public let contentBytesMax: Int
    /// The schema of the content, if it is JSON of a known form.
    package let content: Schema?
    /// The media type of the answer; `nil` if the route redirects to another page of the hub.
    public let gives: String?
    /// Further media types of answers.
    package let givesToo: [String]
    /// The schema of the answer, if it is JSON of a known form.
    package let document: Schema?
    /// The problems that the route answers; `nil` if they have no codes.
    package let problems: [RouteProblem]?
    /// Whether the board itself limits the rate of requests. If so, the hub does not count those of
    /// signed-in clients.
    public let hasOwnLimit: Bool
    /// Whether the venue's join link permits the route, as a guest's ticket does.
    public let isOpenByJoinLink: Bool
    public let outcome: @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome

    /// The senders who may use a route.
    public enum Access: Sendable, Equatable {
        /// Signed-in devices of these roles.
        case roles(Set<Role>)
        /// Everybody who is signed in: devices of all roles, and guests.
        case everybody
        /// Everybody who knows the address, which contains a secret.
        case bySecret
    }

    /// The part of a request that a board gets.
    public struct Request: Sendable {
        public let query: [String: String]
        /// The request's content. Each access joins its pieces, so read it only once, away from the
        /// loop.
        public var content: [UInt8] { joinedContent() }
        private let joinedContent: @Sendable () -> [UInt8]
        /// The named components of the path, by name.
        public let components: [String: String]
        /// The sender; `nil` if the route needs no sign-in.
        public let principal: Principal?
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

        /// Whether the request only asks for a preview: `dry=1`. Any value but `0` counts, because
        /// a request that is meant as a preview must not change anything.
        package var isDry: Bool { query["dry"].map { $0 != "0" } ?? false }

        /// Returns the value of a header field, if present. Names are case-insensitive.
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

    /// Returns the routes by which staff show guests the way to an item.
    ///
    /// - Parameters:
    ///   - thing: the kind of item that tickets are for, such as `tab`. It is also the name of the
    ///     parameter with the item's id.
    ///   - ticket: returns the ticket, or `nil` for an unknown item.
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
    /// room, so they may also use the routes of the room's screens.
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
    /// A mutation on behalf of the sender's device, possibly with the content of a file. `next`
    /// returns the answer or another mutation, depending on the outcome.
    case mutation(
        action: String, arguments: [String: JSON], reference: ReferenceContent? = nil,
        next:
            @Sendable (_ outcome: Result<AcceptedChange, Rejection>, _ venue: Venue)
            -> RouteOutcome)
    /// Work that would keep a loop busy for too long, such as reading a large file. It is done away
    /// from the loop. The function that it returns is called on the loop, with the venue at that
    /// time.
    case work(@Sendable () -> @Sendable (_ venue: Venue) -> RouteOutcome)
    /// Work of some milliseconds that many clients may request at once. It does not wait for the
    /// `work` of others. At most two pieces are done at a time on the whole hub.
    case computation(@Sendable () -> @Sendable (_ venue: Venue) -> RouteOutcome)
    /// Another outcome, after a delay.
    indirect case later(Duration, RouteOutcome)
    /// A lookup at another server. `next` gets its answer, and the venue at that time.
    ///
    /// - Parameter waitMax: the time after which `next` is called without an answer.
    case lookup(
        Lookup, waitMax: Duration,
        next: @Sendable (_ answer: LookupAnswer, _ venue: Venue) -> RouteOutcome)
    /// Does the job of one of the board's connectors at once if it waits for its period. The answer
    /// is 200 and empty.
    case wake(connector: String)
    /// The ticket of a guest, with its address.
    case ticket(String)
    /// A redirect to another page of the hub: `/planner/setup`.
    case redirect(path: String)
    /// An image of the QR code for a path of the hub, such as `/t/…`. The route's type is
    /// `image/svg+xml`.
    case code(path: String)
    /// A declared problem of the route.
    case problem(RouteProblem, retryInSeconds: Int? = nil)
    /// Not found.
    case nothing
}

/// A problem with a request, which programs recognize by its code.
public struct RouteProblem: Error, Hashable {
    /// The HTTP statuses of boards' problems (RFC 9110, section 15; RFC 6585).
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
    /// A sentence that says what is wrong and what to do.
    public let detail: String

    package init(_ code: String, _ status: Status, _ detail: String) {
        self.code = code
        self.status = status
        self.detail = detail
    }
}

/// The answer to an accepted mutation.
public struct AcceptedChange: Sendable {
    public let rev: Int
    public let result: JSON?

    public init(rev: Int, result: JSON?) {
        self.rev = rev
        self.result = result
    }
}

public struct RouteAnswer: Sendable {
    /// How long a client may reuse an answer without asking again.
    public enum Freshness: Sendable {
        /// It has to ask each time.
        case none
        /// For this time. After that it asks with the answer's entity tag.
        case seconds(Int)
        /// Forever, because the answer never changes.
        case lasting
    }

    /// The HTTP status (RFC 9110, section 15).
    public let status: Int
    public let text: String
    /// The media type, if it is not the route's usual one.
    public let type: String?
    public let freshness: Freshness
    /// The members of a problem document besides `text`; `nil` if the answer is not a problem
    /// document (RFC 9457).
    public let members: [String: JSON]?
    /// The number of seconds after which to try again, if the board can't answer yet.
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

    /// A refusal in the form of another system, for its clients.
    package static func foreign(_ text: String, status: Int) -> RouteAnswer {
        RouteAnswer(text, status: status)
    }

    /// A problem document.
    ///
    /// - Parameter detail: an English sentence that says what is wrong.
    public static func refusal(
        _ status: Int, _ detail: String, _ members: [String: JSON], retryInSeconds: Int? = nil
    ) -> RouteAnswer {
        RouteAnswer(detail, status: status, members: members, retryInSeconds: retryInSeconds)
    }

    /// A problem document for a rejection, with the members of a `reject` message.
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
    /// The HTTP status of the rejection (RFC 9110, section 15; RFC 6585).
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
