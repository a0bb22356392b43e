package import Sync

/// What became of a report.
package enum TellingOutcome: Sendable {
    /// Its event is durable.
    case taken
    /// The board rejected it.
    case refused
    /// It can be repeated later.
    case unavailable
}

/// Sends a report to a venue. It calls back on any thread.
package typealias EffectTelling =
    @Sendable (
        _ mutation: Mutation, _ venue: String, _ done: @escaping @Sendable (TellingOutcome) -> Void
    ) -> Void
