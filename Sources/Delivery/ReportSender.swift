package import Sync

/// The answer to a report.
package enum ReportAnswer: Sendable {
    /// The event of the report is durable.
    case taken
    /// The board rejected the report.
    case refused
    /// The report can't be taken now. It can be repeated later.
    case unavailable
}

/// Sends a report to a venue. Calls `done` on any thread.
package typealias ReportSender =
    @Sendable (
        _ mutation: Mutation, _ venue: String, _ done: @escaping @Sendable (ReportAnswer) -> Void
    ) -> Void
