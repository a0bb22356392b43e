public import Sync

/// The addresses of another system, which a board serves to that system's clients in plain text.
public struct ForeignRoutes: Sendable {
    /// The first component of each address: `api`.
    public let root: String
    public let roles: Set<Role>
    /// Handles a request.
    ///
    /// - Parameters:
    ///   - method: `GET`, …. A `HEAD` is passed as `GET`.
    ///   - pieces: the decoded components after the root; `nil` if they are malformed.
    public let outcome:
        @Sendable (_ method: String, _ pieces: [String]?, _ venue: Venue) -> RouteOutcome

    package init(
        root: String, roles: Set<Role>,
        outcome:
            @escaping @Sendable (_ method: String, _ pieces: [String]?, _ venue: Venue) ->
            RouteOutcome
    ) {
        self.root = root
        self.roles = roles
        self.outcome = outcome
    }
}
