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
    /// The part after the board's name: `export.csv`. It may end in `/*`, which stands for one
    /// component, `Request.rest`.
    public let path: String
    /// A sentence that says what it does.
    public let summary: String
    public let access: Access
    /// The media types of which the request's content may be; empty if it takes none.
    public let takes: [String]
    /// The maximum length of the request's content, which holds instead of the hub's own limit.
    public let contentBytesMax: Int
    /// The media type of the answer; `nil` if it leads to another page of the hub.
    public let gives: String?
    public let outcome: @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome

    /// Who may use a route.
    public enum Access: Sendable, Equatable {
        /// Signed-in devices of these roles.
        case roles(Set<Role>)
        /// Whoever knows the address, which contains a secret.
        case bySecret
    }

    /// The part of a request that a board gets.
    public struct Request: Sendable {
        public let query: [String: String]
        public let content: [UInt8]
        /// What stands for the `*` of the route's path; empty if there is none.
        public let rest: String
        /// Who asks; `nil` if the route asks nobody.
        public let principal: Principal?
        /// When it is asked.
        public let now: Instant
        private let fields: @Sendable (_ name: String) -> String?

        /// - Parameter fields: the values of header fields, by their names.
        public init(
            query: [String: String], content: [UInt8], rest: String = "",
            principal: Principal? = nil, at now: Instant,
            fields: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
        ) {
            self.query = query
            self.content = content
            self.rest = rest
            self.principal = principal
            self.now = now
            self.fields = fields
        }

        /// Whether it only asks what would come of it: `dry=1`. Any other value but `0` means the same,
        /// because whoever only wants to look must not change anything.
        var isDry: Bool { query["dry"].map { $0 != "0" } ?? false }

        /// The value of a header field, if there is one. Names do not depend on case.
        public func field(_ name: String) -> String? { fields(name) }
    }

    init(
        _ method: Method, _ path: String, _ summary: String, roles: Set<Role>,
        takes: [String] = [], contentBytesMax: Int = 0, gives: String?,
        outcome: @escaping @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome
    ) {
        self.init(
            method, path, summary, .roles(roles), takes: takes, contentBytesMax: contentBytesMax,
            gives: gives, outcome: outcome)
    }

    init(
        _ method: Method, _ path: String, _ summary: String, _ access: Access,
        takes: [String] = [], contentBytesMax: Int = 0, gives: String?,
        outcome: @escaping @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.access = access
        self.takes = takes
        self.contentBytesMax = contentBytesMax
        self.gives = gives
        self.outcome = outcome
    }

    /// The path as OpenAPI writes it: `feed/{rest}`.
    var pathTemplate: String { path.replacing("*", with: "{rest}") }

    /// The roles of devices that may use it; empty if no device is asked for.
    var roles: Set<Role> {
        if case .roles(let roles) = access { return roles }
        return []
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
    /// Asks another server, and goes on with its answer and the venue as it is then.
    ///
    /// - Parameter waitMax: the time after which it goes on without an answer.
    case lookup(
        Lookup, waitMax: Duration,
        next: @Sendable (_ answer: LookupAnswer, _ venue: Venue) -> RouteOutcome)
    /// Has one of the board's connectors done at once if it waits for its period. The answer is 200
    /// and empty.
    case wake(connector: String)
    /// Another page of the hub: `/planner/setup`.
    case redirect(path: String)
    /// An image of the QR code that leads a phone to a path of the hub, such as `/t/…`. The route
    /// gives `image/svg+xml`.
    case code(path: String)
    /// There is nothing at this address.
    case nothing
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
    /// The HTTP status (RFC 9110, section 15).
    public let status: Int
    public let text: String
    /// For how many seconds the reader's browser or program may use the answer again without
    /// asking. After that it asks with the answer's entity tag. `nil` if it has to ask each time.
    public let secondsFresh: Int?
    /// After how many seconds the request may be tried again, if the board can't answer it yet.
    public let retryInSeconds: Int?

    init(
        _ text: String, status: Int = 200, secondsFresh: Int? = nil, retryInSeconds: Int? = nil
    ) {
        self.status = status
        self.text = text
        self.secondsFresh = secondsFresh
        self.retryInSeconds = retryInSeconds
    }
}
