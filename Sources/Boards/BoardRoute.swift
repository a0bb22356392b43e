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
    /// The part after the board's name: `export.csv`.
    public let path: String
    /// A sentence that says what it does.
    public let summary: String
    /// The roles of devices that may use it.
    public let roles: Set<Role>
    /// The media type of the request's content; `nil` if it takes none.
    public let takes: String?
    /// The maximum length of the request's content, which holds instead of the hub's own limit.
    public let contentBytesMax: Int
    /// The media type of the answer.
    public let gives: String
    public let outcome: @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome

    /// The part of a request that a board gets.
    public struct Request: Sendable {
        public let query: [String: String]
        public let content: [UInt8]

        public init(query: [String: String], content: [UInt8]) {
            self.query = query
            self.content = content
        }
    }

    init(
        _ method: Method, _ path: String, _ summary: String, roles: Set<Role>,
        takes: String? = nil, contentBytesMax: Int = 0, gives: String,
        outcome: @escaping @Sendable (_ request: Request, _ venue: Venue) -> RouteOutcome
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.roles = roles
        self.takes = takes
        self.contentBytesMax = contentBytesMax
        self.gives = gives
        self.outcome = outcome
    }
}

/// A board's response to a request.
public enum RouteOutcome: Sendable {
    case answer(RouteAnswer)
    /// A mutation on behalf of the sender's device, and the answer to its outcome.
    case mutation(
        action: String, arguments: [String: JSON],
        answer:
            @Sendable (_ outcome: Result<AcceptedChange, Rejection>, _ venue: Venue)
            -> RouteAnswer)
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

    init(_ text: String, status: Int = 200) {
        self.status = status
        self.text = text
    }
}
