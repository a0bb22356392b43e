public import Destinations
import Locks

/// Google Calendar API v3 and its sign-in, as their documentation describes them, inside of a test.
///
/// It does what the hub depends on: `pageToken`, `nextSyncToken` and `syncToken` (another parameter than at
/// first is 400), 410 `fullSyncRequired` and `deleted`, tokens that end and are revoked, PKCE, 409 for an
/// id that is taken, even by a deleted event, 412 for a wrong `If-Match`, occurrences by their ids,
/// patches that keep what they do not name, and `events.watch`. Times are told in the zone of the
/// calendar. Each fault can be ordered (`GoogleServerFault`). It has no clock and no randomness of its own:
/// the same requests get the same answers.
///
/// Where the documentation is silent, it does what is known of Google, or else the strictest thing: a
/// deleted event says no more than its id; the tag of a series does not change with its occurrences;
/// changed occurrences that a series no longer has are gone without a word, and so are those of a
/// deleted one. It accepts `iCalUID` beside `id`; `takesBothNames = false` makes it refuse that, as Google
/// has been seen to.
///
/// Left out: `singleEvents`, searches other than by `iCalUID`, `import`, `move`, `quickAdd`, settings, access
/// lists, colours, other types of events, partial answers, batches, what guests see, and mail (of which
/// it counts what would have been sent).
public final class GoogleServer: OutgoingSender {
    private let state: Locked<GoogleServerState>

    public init(_ state: GoogleServerState = GoogleServerState()) {
        self.state = Locked(state)
    }

    /// Reads or changes what the server knows.
    public func with<Result>(_ body: (inout GoogleServerState) throws -> Result) rethrows -> Result
    {
        try state.with { try body(&$0) }
    }

    public func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
        let reply = state.with { $0.answer(request) }
        guard let answer = reply.answer, reply.delay < request.timeout else { throw .timedOut }
        guard answer.body.count <= request.answerBytesMax else {
            var answer = answer
            answer.body = Array(answer.body.prefix(request.answerBytesMax))
            answer.isWhole = false
            return answer
        }
        return answer
    }
}

/// What a client hears, and when.
public struct GoogleServerReply: Sendable {
    /// `nil` if no answer comes.
    public var answer: OutgoingAnswer?
    public var delay: Duration

    public init(answer: OutgoingAnswer?, delay: Duration = .zero) {
        self.answer = answer
        self.delay = delay
    }
}

/// Something that goes wrong, once or more often.
public struct GoogleServerFault: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// The request is refused, and nothing is done.
        case status(Int, reason: String, retryAfter: Int?)
        /// The request never arrives.
        case lostRequest
        /// It is done, but the answer never arrives.
        case lostAnswer
        /// The answer ends in the middle.
        case cutAnswer
        /// The answer is late.
        case slow(milliseconds: Int)
        /// The answer is a page of some proxy.
        case notJSON

        public static let rateLimit = Kind.status(403, reason: "rateLimitExceeded", retryAfter: nil)
        public static let userRateLimit = Kind.status(
            403, reason: "userRateLimitExceeded", retryAfter: nil)
        public static let forbidden = Kind.status(403, reason: "forbidden", retryAfter: nil)
        public static let backend = Kind.status(503, reason: "backendError", retryAfter: nil)

        public static func tooMany(retryAfter: Int?) -> Kind {
            .status(429, reason: "rateLimitExceeded", retryAfter: retryAfter)
        }
    }

    public var kind: Kind
    /// `events.patch`, `token`; `nil` for any.
    public var operation: String?
    /// How many requests go well before.
    public var skips: Int
    public var times: Int

    public init(_ kind: Kind, on operation: String? = nil, after skips: Int = 0, times: Int = 1) {
        self.kind = kind
        self.operation = operation
        self.skips = skips
        self.times = times
    }
}

/// A message that the server owes to a channel of `events.watch`.
public struct GoogleServerMessage: Sendable, Equatable {
    public var address: String
    /// `X-Goog-…`
    public var fields: [String: String]
}
