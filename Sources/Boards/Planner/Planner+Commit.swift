import BoardKit
import JSON
import Sync

/// Takes a change over into the ledgers, the indexes and the views. No rule is judged here.
extension Planner {
    mutating func commit(_ change: PlannerChange, _ event: Event) -> [RowChange] {
        let before = SyncPicture(self, before: change)
        var changes = commitCalendars(change, event)
        changes += commitEvents(change, event)
        changes += commitReservations(change, event)
        changes += commitFeeds(change, event)
        commitSync(change, event)
        lastChange.marks = before.marks.filter { mark(of: $0.key) != $0.value }
        return changes + before.changes(to: self)
    }

    private mutating func commitCalendars(
        _ change: PlannerChange, _ event: Event
    ) -> [RowChange] {
        var hasChanged = false
        for (id, state) in change.calendars.sorted(by: { $0.key < $1.key }) {
            let old = calendar(id)
            calendars.record(event, of: id, undoes: change.undoes, state: state)
            let new = calendar(id)
            if old == new { continue }
            if (old == nil) != (new == nil) {
                shelves[id, default: Shelf()].isRemoved = new == nil
                lastChange.isEverything = true
            }
            hasChanged = true
        }
        return hasChanged ? showAgendaAnew() : []
    }

    private mutating func commitEvents(_ change: PlannerChange, _ event: Event) -> [RowChange] {
        if change.events.isEmpty { return [] }
        for (id, state) in change.events.sorted(by: { $0.key < $1.key }) {
            let old = events[id]
            events.record(event, of: id, undoes: change.undoes, state: state)
            if old == state { continue }
            lastChange.events.updateValue(old, forKey: id)
            if let old { shelves[old.calendar]?.remove(id, old, in: zone) }
            if let state { shelves[state.calendar, default: Shelf()].insert(id, state, in: zone) }
        }
        return updateAgenda(lastChange.events.keys)
    }
}
