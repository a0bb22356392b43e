import JSON

/// The hub's reasons for rejecting a mutation.
public struct MutationRejection: Sendable, Equatable {
    public struct Problem: Sendable, Equatable {
        public var field: String
        public var message: String
    }

    /// The reject code, such as `conflict`, `stale` or `invalid`.
    public var code: String
    public var message: String?
    /// The problems of `invalid`, one for each bad field.
    public var problems: [Problem]
    /// The wait of `rate_limited` before the next attempt.
    public var retryIn: Duration?

    init(code: String, message: JSON) {
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

    /// The first sentence that gives a reason.
    public var reason: String { message ?? problems.first?.message ?? code }
}
