import JSON

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

    /// The first sentence that says why.
    public var reason: String { message ?? problems.first?.message ?? code }
}
