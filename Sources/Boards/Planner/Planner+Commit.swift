import BoardKit
import JSON
import Sync

/// Applies a change to the ledgers, the indexes and the views. Checks no rules.
extension Planner {
    mutating func commit(_ change: PlannerChange, _ event: Event) -> [RowChange] {
        let before = SyncPicture(self, before: change)
        let calendarsBefore = change.calendars.keys.map { ($0, calendar($0)) }
        var change = change
        for (id, state) in change.reservations {
            guard var state else { continue }
            state.changedAt = event.at
            change.reservations.set(id, to: state)
        }
        let ofReservations = showing(change.reservations, event) { $0.record(change, event) }
        var changes: [RowChange] = []
        if calendarsBefore.contains(where: { calendar($0) != $1 }) { changes += showAgendaAnew() }
        if !change.events.isEmpty { changes += updateAgenda(lastChange.events.keys) }
        changes += ofReservations
        changes += change.feeds.keys.sorted().map { id in
            RowChange(
                view: Self.accountsView, member: "feeds", row: id.text, value: feeds[id]?.json)
        }
        commitSync(change, event)
        lastChange.marks = before.marks.filter { mark(of: $0.key) != $0.value }
        return changes + before.changes(to: self)
    }

    mutating func replace(_ old: BookCalendar?, by new: BookCalendar?, of id: CalendarID) {
        let initial = initialCalendar(id)
        let isThere = (new ?? initial) != nil
        if ((old ?? initial) != nil) == isThere { return }
        shelves[id, default: Shelf()].isRemoved = !isThere
        lastChange.isEverything = true
    }

    mutating func replace(_ old: PlannedEvent?, by new: PlannedEvent?, of id: EventID) {
        if old == new { return }
        lastChange.events.updateValue(old, forKey: id)
        if let old { shelves[old.calendar]?.remove(id, old, in: zone) }
        if let new { shelves[new.calendar, default: Shelf()].insert(id, new, in: zone) }
        uids.replace(old, by: new, of: id)
    }

    mutating func replace(_ old: Reservation?, by new: Reservation?, of id: ReservationID) {
        lastChange.reservations.updateValue(old, forKey: id)
        bookings.replace(old, by: new, of: id)
    }
}
