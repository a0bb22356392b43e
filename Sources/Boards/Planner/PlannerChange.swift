import BoardKit

/// The states that an event gives.
package struct PlannerChange: LedgerChange {
    var calendars: [CalendarID: BookCalendar?] = [:]
    var events: [EventID: PlannedEvent?] = [:]
    var reservations: [ReservationID: Reservation?] = [:]
    var feeds: [FeedID: Feed?] = [:]
    var issues: [IssueID: SyncIssue?] = [:]
    /// What it changes about accounts and links.
    var sync: SyncChange?
    package var undoes: Int?

    package init() {}

    package var isEmpty: Bool {
        calendars.isEmpty && events.isEmpty && reservations.isEmpty && feeds.isEmpty
            && issues.isEmpty
    }
}

/// What the last event has changed, for views that are made on demand.
struct PlannerLastChange: Sendable {
    var rev = 0
    /// What the board held before.
    var before = PlannerGeneration()
    /// The events of calendars that have changed, with their states before.
    var events: [EventID: PlannedEvent?] = [:]
    /// The reservations that have changed, with their states before.
    var reservations: [ReservationID: Reservation?] = [:]
    /// The events whose rows say something else about their remotes, with what they said before.
    var marks: [EventID: SyncMark] = [:]
    /// Whether any document may have changed.
    var isEverything = false
}

/// Identifies what the board holds: each change gives another one.
final class PlannerGeneration: Sendable {}
