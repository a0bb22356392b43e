import BoardKit

/// The kinds of the waiting list's events.
package enum PartyEvent: String, Sendable, CaseIterable, CausedEvent {
    case added
    case edited
    case readied
    case unreadied
    case seated
    case noShow = "no_show"
    case cancelled
    case restored
    case moved
    case undone
    case confirmed

    package var actions: [WaitlistAction] {
        switch self {
        case .added: [.add]
        case .edited: [.edit]
        case .readied: [.ready, .callNext]
        case .unreadied: [.unready]
        case .seated: [.seat]
        case .noShow: [.noShow]
        case .cancelled: [.cancel]
        case .restored: [.restore]
        case .moved: [.move]
        case .undone: [.undo]
        case .confirmed: [.confirm]
        }
    }
}
