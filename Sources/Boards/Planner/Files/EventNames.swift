import BoardKit
import ICalendar

/// The events of each calendar by their UIDs, by which files name them.
struct EventNames: Sendable {
    private var ids: [CalendarID: [String: EventID]] = [:]

    subscript(uid: String, calendar: CalendarID) -> EventID? { ids[calendar]?[uid] }

    mutating func replace(_ old: PlannedEvent?, by new: PlannedEvent?, of id: EventID) {
        if let old, self[old.content.uid, old.calendar] == id {
            ids[old.calendar]?[old.content.uid] = nil
        }
        if let new { ids[new.calendar, default: [:]][new.content.uid] = id }
    }
}
