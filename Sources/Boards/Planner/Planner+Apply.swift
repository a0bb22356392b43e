import BoardKit
import JSON
package import Sync

extension Planner {
    package mutating func apply(_ event: Event) -> [RowChange] {
        guard event.board == name, event.rev > lastRev else { return [] }
        let dayChanges = noteTime(of: event)
        if event.isConfigured(of: declaration) {
            // The kernel stores the settings. The limits in service days depend on them.
            lastRev = event.rev
            beginChange(event)
            bookings.lastChange = BookingsChange(rev: event.rev, isEverything: true)
            return dayChanges
        }
        guard let kind = PlannerEvent(rawValue: event.kind),
            var change = change(of: event, kind)
        else { return dayChanges }
        moveIssues(&change, event)
        closeIssues(&change)
        lastRev = event.rev
        beginChange(event)
        return dayChanges + commit(change, event)
    }

    /// Begins the record of a change to the board.
    mutating func beginChange(_ event: Event, isEverything: Bool = false) {
        lastChange = PlannerLastChange(rev: event.rev, before: generation)
        lastChange.isEverything = isEverything
        generation = PlannerGeneration()
    }

    /// Returns the states after an event, or `nil` for an impossible event.
    private func change(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        switch kind {
        case .added, .edited, .deleted, .split: return eventChange(of: event, kind)
        case .calendarAdded, .calendarEdited, .calendarRemoved:
            return calendarChange(of: event, kind)
        case .reserved, .rebooked, .cancelled, .noShow, .restored:
            return reservationChange(of: event, kind)
        case .imported, .feedAdded, .feedRemoved: return fileChange(of: event, kind)
        case .connected, .authorised, .disconnected, .accountChanged, .linked, .unlinked,
            .syncRequested, .pulled, .pushed, .pushFailed, .issueRaised, .settled:
            return syncChange(of: event, kind)
        case .undone: return undoing(event)
        }
    }

    // MARK: Events

    private func eventChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        guard let id = EventID(event.subject) else { return nil }
        let state = event.data["event"].flatMap { PlannedEvent($0) }
        if kind == .added {
            guard !events.knows(id), let state else { return nil }
            return PlannerChange(\.events, id, to: state)
        }
        guard events[id] != nil else { return nil }
        if kind != .deleted, state == nil { return nil }
        var change = PlannerChange(\.events, id, to: state)
        if kind == .split {
            guard let rest = event.data["into"]?.text.flatMap(EventID.init(_:)),
                !events.knows(rest), let state = event.data["rest"].flatMap({ PlannedEvent($0) })
            else { return nil }
            change.events.set(rest, to: state)
        }
        return change
    }

    // MARK: Calendars

    private func calendarChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        guard let id = CalendarID(event.subject) else { return nil }
        if kind == .calendarRemoved {
            guard !id.isFixed, calendar(id) != nil else { return nil }
            return PlannerChange(\.calendars, id, to: nil)
        }
        let isKnown = kind == .calendarAdded ? id.isFixed || calendars.knows(id) : false
        guard !isKnown, kind == .calendarAdded || calendar(id) != nil,
            let state = event.data["calendar"].flatMap({ BookCalendar($0) })
        else { return nil }
        return PlannerChange(\.calendars, id, to: state)
    }
}
