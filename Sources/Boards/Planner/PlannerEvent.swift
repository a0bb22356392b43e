/// The kinds of the board's events, besides that of its settings.
enum PlannerEvent: String, Sendable, CaseIterable {
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
}
