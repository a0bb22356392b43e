import BoardKit
import Sync

/// The kinds of the board's events, besides that of its settings.
package enum NearbyEvent: String, Sendable, CaseIterable, CausedEvent {
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
    /// A host has taken a friend out of a round.
    case dismissed
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

    package var actions: [NearbyAction] {
        switch self {
        case .added: [.add]
        case .edited: [.edit]
        case .removed: [.remove]
        case .visited: [.visit]
        case .unvisited: [.unvisit]
        case .opened: [.open]
        case .chosen: [.choose]
        case .dropped: [.drop]
        case .closed: [.close]
        case .reopened: [.reopen]
        case .undone: [.undo]
        case .joined, .answered, .dismissed, .forgotten, .mailed, .mailSent, .mailFailed, .imported,
            .fetched, .sourceFailed, .sourceAnswered:
            []
        }
    }
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

/// The id of a favourite, made of the revision that added it: `f_8x`.
struct FavouriteID: RevisionID {
    static let prefix = "f_"

    let rev: Int
}

/// The id of a visit to a favourite, made of the revision that noted it: `v_8x`.
struct VisitID: RevisionID {
    static let prefix = "v_"

    let rev: Int
}

/// The id of a round, made of the revision that opened it: `r_8x`.
struct PlaceRoundID: RevisionID {
    static let prefix = "r_"

    let rev: Int
}

/// The id of an option of a round, made of the revision that chose it: `o_8x`. Of two options, the
/// lower id is that of the one that was chosen first.
struct OptionID: RevisionID {
    static let prefix = "o_"

    let rev: Int
}

/// The id of a friend in a round, made of the revision in which the friend joined: `g_8x`.
struct FriendID: RevisionID {
    static let prefix = "g_"

    let rev: Int
}

extension Subject {
    /// A round.
    static func round(_ id: PlaceRoundID) -> Subject {
        Subject(board: Nearby.boardName, id: id.text)
    }
}
