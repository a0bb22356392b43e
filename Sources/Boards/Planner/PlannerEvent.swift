import BoardKit

/// The kinds of the board's events, except that of its settings.
package enum PlannerEvent: String, Sendable, CaseIterable {
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
}

/// The actions of the board, except that of its settings.
package enum PlannerAction: String, Sendable, CaseIterable {
    case add = "planner.add"
    case edit = "planner.edit"
    case delete = "planner.delete"
    case undo = "planner.undo"
    case reserve = "planner.reserve"
    case rebook = "planner.rebook"
    case cancel = "planner.cancel"
    case noShow = "planner.no_show"
    case restore = "planner.restore"
    case addCalendar = "planner.add_calendar"
    case editCalendar = "planner.edit_calendar"
    case removeCalendar = "planner.remove_calendar"
    case importFile = "planner.import"
    case addFeed = "planner.add_feed"
    case removeFeed = "planner.remove_feed"
    case connect = "planner.connect"
    case authorise = "planner.authorise"
    case disconnect = "planner.disconnect"
    case link = "planner.link"
    case unlink = "planner.unlink"
    case sync = "planner.sync"
    case settle = "planner.settle"
    /// Sent by the hub itself.
    case report = "planner.report"
}
