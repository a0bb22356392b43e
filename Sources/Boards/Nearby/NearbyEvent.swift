/// The kinds of the board's events, besides that of its settings.
enum NearbyEvent: String, Sendable, CaseIterable {
    case added
    case edited
    case removed
    case visited
    case unvisited
    case opened
    case chosen
    case dropped
    case joined
    case answered
    /// By somebody, or by time.
    case closed
    case reopened
    /// A round that closed long ago leaves all documents.
    case forgotten
    /// Letters about a round are to be sent.
    case mailed
    case mailSent = "mail_sent"
    case mailFailed = "mail_failed"
    case undone
    case imported
    /// Overpass has told the places of an area.
    case fetched
    case sourceFailed = "source_failed"
    /// The source answers again.
    case sourceAnswered = "source_answered"
}
