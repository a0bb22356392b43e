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
    case undone
    case imported
}
