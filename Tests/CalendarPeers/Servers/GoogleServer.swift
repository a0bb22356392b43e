public import Destinations
import Locks

/// A simulation of Google Calendar API v3 and its sign-in, according to their documentation.
///
/// It supports what the hub depends on: `pageToken`, `nextSyncToken` and `syncToken` (400 with
/// other parameters than before), 410 `fullSyncRequired` and `deleted`, expiring and revoked
/// tokens, PKCE, 409 for a used id, even of a deleted event, 412 for a wrong `If-Match`,
/// occurrences by id, patches that keep unnamed fields, and `events.watch`. Times are in the zone
/// of the calendar. Faults can be ordered (`GoogleServerFault`). It has no clock and no randomness,
/// so the same requests get the same answers.
///
/// Where the documentation is silent, it does what Google is known to do, or else the strictest
/// thing: a deleted event has only its id; the tag of a series does not change with its
/// occurrences; changed occurrences disappear without notice when the series loses them or is
/// deleted. It accepts `iCalUID` beside `id`. With `takesBothNames = false` it refuses both, as
/// Google sometimes does.
///
/// It lacks `singleEvents`, searches other than by `iCalUID`, `import`, `move`, `quickAdd`,
/// settings, access lists, colours, other types of events, partial answers, batches and the guests'
/// views. It sends no mail but counts it.
public final class GoogleServer: OutgoingSender {
    private let state: Locked<GoogleServerState>

    public init(_ state: GoogleServerState = GoogleServerState()) {
        self.state = Locked(state)
    }

    /// Reads or changes the server's state.
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

/// An answer and its delay.
public struct GoogleServerReply: Sendable {
    /// The answer, or `nil` if none comes.
    public var answer: OutgoingAnswer?
    public var delay: Duration

    public init(answer: OutgoingAnswer?, delay: Duration = .zero) {
        self.answer = answer
        self.delay = delay
    }
}

/// A fault of one or more requests.
public struct GoogleServerFault: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// The request is refused and not carried out.
        case status(Int, reason: String, retryAfter: Int?)
        /// The request never arrives.
        case lostRequest
        /// The request is carried out, but the answer never arrives.
        case lostAnswer
        /// The answer is cut off in the middle.
        case cutAnswer
        /// The answer is late.
        case slow(milliseconds: Int)
        /// The answer is the page of a proxy.
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
    /// The operation, such as `events.patch` or `token`; `nil` for any.
    public var operation: String?
    /// The number of requests that succeed before the fault.
    public var skips: Int
    public var times: Int

    public init(_ kind: Kind, on operation: String? = nil, after skips: Int = 0, times: Int = 1) {
        self.kind = kind
        self.operation = operation
        self.skips = skips
        self.times = times
    }
}

/// A message for a channel of `events.watch`.
public struct GoogleServerMessage: Sendable, Equatable {
    public var address: String
    /// The `X-Goog-…` fields.
    public var fields: [String: String]
}
