import BoardKit

/// The states after an event.
package struct PlannerChange: LedgerChange {
    var calendars: [CalendarID: BookCalendar?] = [:]
    var events: [EventID: PlannedEvent?] = [:]
    var reservations: [ReservationID: Reservation?] = [:]
    var feeds: [FeedID: Feed?] = [:]
    var issues: [IssueID: SyncIssue?] = [:]
    var sync: SyncChange?
    package var undoes: Int?

    package init() {}

    package var isEmpty: Bool {
        calendars.isEmpty && events.isEmpty && reservations.isEmpty && feeds.isEmpty
            && issues.isEmpty
    }
}

/// The changes of the last event, for views that are made on demand.
struct PlannerLastChange: Sendable {
    var rev = 0
    /// The generation before the event.
    var before = PlannerGeneration()
    /// The changed calendar events, with their previous states.
    var events: [EventID: PlannedEvent?] = [:]
    /// The changed reservations, with their previous states.
    var reservations: [ReservationID: Reservation?] = [:]
    /// The events whose sync marks have changed, with their previous marks.
    var marks: [EventID: SyncMark] = [:]
    /// Whether any document may have changed.
    var isEverything = false
}

/// Identifies a state of the board. Each change creates a new generation.
final class PlannerGeneration: Sendable {}
