import BoardKit
import Sync

/// The states that an event gives to calendars, their events, reservations, feeds and issues. `nil` means
/// that the thing does not exist any more.
struct PlannerChange: Sendable {
    private(set) var calendars: [CalendarID: BookCalendar?] = [:]
    private(set) var events: [EventID: PlannedEvent?] = [:]
    private(set) var reservations: [ReservationID: Reservation?] = [:]
    private(set) var feeds: [FeedID: Feed?] = [:]
    private(set) var issues: [IssueID: SyncIssue?] = [:]
    /// What it changes about accounts and links.
    var sync: SyncChange?
    /// The event that is undone, if this is an undo.
    var undoes: Int?

    mutating func set(_ id: CalendarID, to state: BookCalendar?) {
        calendars.updateValue(state, forKey: id)
    }

    mutating func set(_ id: EventID, to state: PlannedEvent?) {
        events.updateValue(state, forKey: id)
    }

    mutating func set(_ id: ReservationID, to state: Reservation?) {
        reservations.updateValue(state, forKey: id)
    }

    mutating func set(_ id: FeedID, to state: Feed?) { feeds.updateValue(state, forKey: id) }

    mutating func set(_ id: IssueID, to state: SyncIssue?) {
        issues.updateValue(state, forKey: id)
    }

    var isEmpty: Bool {
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
