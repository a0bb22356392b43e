public import JSON

/// What came of a mutation.
public enum MutationAnswer: Sendable, Equatable {
    /// It is in the journal for good, as this revision.
    case accepted(rev: Int, result: JSON?, isReplayed: Bool)
    /// Nothing has changed.
    case rejected(MutationRejection)

    /// Reads an `ack` or a `reject`, and an `error` that names a mutation; nil for anything else.
    public init?(_ message: JSON) {
        switch message["type"]?.text {
        case "ack":
            guard let rev = message["rev"]?.integer else { return nil }
            self = .accepted(
                rev: rev, result: message["result"],
                isReplayed: message["replayed"]?.flag ?? false)
        case "reject":
            guard let code = message["code"]?.text else { return nil }
            self = .rejected(MutationRejection(code: code, message: message))
        case "error":
            guard let code = message["code"]?.text, message["id"] != nil else { return nil }
            self = .rejected(MutationRejection(code: code, message: message))
        default: return nil
        }
    }
}

/// Why a mutation was not accepted, in the words of the hub.
public struct MutationRejection: Sendable, Equatable {
    public struct Problem: Sendable, Equatable {
        public var field: String
        public var message: String
    }

    /// `conflict`, `stale`, `invalid` and the like.
    public var code: String
    public var message: String?
    /// With `invalid`: one for each bad field.
    public var problems: [Problem]
    /// With `rate_limited`: when to try again.
    public var retryIn: Duration?

    fileprivate init(code: String, message: JSON) {
        self.code = code
        self.message = message["message"]?.text
        problems = (message["problems"]?.elements ?? []).compactMap { problem in
            guard let field = problem["field"]?.text, let text = problem["message"]?.text else {
                return nil
            }
            return Problem(field: field, message: text)
        }
        retryIn = message["retryInMs"]?.integer.map { .milliseconds(max(0, $0)) }
    }

    /// The first sentence that says why.
    public var reason: String { message ?? problems.first?.message ?? code }
}
