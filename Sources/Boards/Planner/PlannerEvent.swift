import BoardKit

/// The kinds of the board's events, besides that of its settings.
package enum PlannerEvent: String, Sendable, CaseIterable, CausedEvent {
    case added
    case edited
    case deleted
    case split
    case undone
    case reserved
    case rebooked
    case cancelled
    case noShow = "no_show"
    case restored
    case calendarAdded = "calendar_added"
    case calendarEdited = "calendar_edited"
    case calendarRemoved = "calendar_removed"
    case imported
    case feedAdded = "feed_added"
    case feedRemoved = "feed_removed"
    case connected
    case authorised
    case disconnected
    case accountChanged = "account_changed"
    case linked
    case unlinked
    case syncRequested = "sync_requested"
    case pulled
    case pushed
    case pushFailed = "push_failed"
    case issueRaised = "issue_raised"
    case settled

    package var actions: [PlannerAction] {
        switch self {
        case .added: [.add]
        case .edited, .split: [.edit]
        case .deleted: [.delete]
        case .undone: [.undo]
        case .reserved: [.reserve]
        case .rebooked: [.rebook]
        case .cancelled: [.cancel]
        case .noShow: [.noShow]
        case .restored: [.restore]
        case .calendarAdded: [.addCalendar]
        case .calendarEdited: [.editCalendar]
        case .calendarRemoved: [.removeCalendar]
        case .imported: [.importFile]
        case .feedAdded: [.addFeed]
        case .settled: [.settle]
        case .feedRemoved, .connected, .authorised, .disconnected, .accountChanged, .linked,
            .unlinked, .syncRequested, .pulled, .pushed, .pushFailed, .issueRaised:
            []
        }
    }
}
