import BoardKit

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
