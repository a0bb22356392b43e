import BoardKit

/// The kinds of the board's events, besides that of its settings.
package enum NearbyEvent: String, Sendable, CaseIterable {
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
    /// A host removed a friend from a round.
    case dismissed
    /// By a person, or because its time had passed.
    case closed
    case reopened
    /// A round that closed long ago left all documents.
    case forgotten
    /// Letters about a round are to be sent.
    case mailed
    case mailSent = "mail_sent"
    case mailFailed = "mail_failed"
    case undone
    case imported
    /// Overpass returned the places of an area.
    case fetched
    case sourceFailed = "source_failed"
    /// The source answered again.
    case sourceAnswered = "source_answered"
}

/// The actions of the board, besides that of its settings.
package enum NearbyAction: String, Sendable, CaseIterable {
    case add = "nearby.add"
    case edit = "nearby.edit"
    case remove = "nearby.remove"
    case visit = "nearby.visit"
    case unvisit = "nearby.unvisit"
    case open = "nearby.open"
    case choose = "nearby.choose"
    case drop = "nearby.drop"
    case join = "nearby.join"
    case answer = "nearby.answer"
    case dismiss = "nearby.dismiss"
    case close = "nearby.close"
    case reopen = "nearby.reopen"
    case mail = "nearby.mail"
    case undo = "nearby.undo"
    case importFeed = "nearby.import"
    case report = "nearby.report"
    case noteMail = "nearby.note_mail"
}
