import BoardKit
import ICalendar
import JSON
import Sync

extension Planner {
    func decideUndo(
        _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let rev = try asked.undoneRevision()
        // Events about accounts and links can't be undone.
        if issues.hasNoThing(ofEvent: rev) { throw Rejection(.conflict, .cannotUndo) }
        let change = try undoing(rev, asked)
        // The address of a removed feed may have leaked, and an undo would restore the same
        // address.
        if change.feeds.contains(where: { feeds[$0.key] == nil && $0.value != nil }) {
            throw Rejection(.conflict, .cannotUndo)
        }
        try check(change)
        try checkReservations(change, among: boards)
        var calendars = change.calendars
        for (id, state) in calendars { calendars.set(id, to: state ?? initialCalendar(id)) }
        let events = change.events.json(\.json)
        // The events of an undone import may not fit in full. Then only their ids are written.
        let isLarge = events.map { $0.canonical.count > Self.undoneBytesMax } ?? false
        return Self.decision(
            .undone, of: Self.subject(of: change),
            [
                "undoes": JSON(rev), "calendars": calendars.json(\.json),
                "events": isLarge ? change.events.keys.sorted().json : events,
                "reservations": change.reservations.json(\.json),
                "feeds": change.feeds.json(\.json), "issues": change.issues.json(\.json),
            ])
    }

    /// The most bytes of events that an undo restores.
    private static let undoneBytesMax = 2 << 20

    /// Checks the state after an undo: events need a calendar, and limits hold.
    private func check(_ change: PlannerChange) throws(Rejection) {
        for (id, state) in change.calendars where state == nil && links[id] != nil {
            throw Rejection(.conflict, .calendarIsLinked)
        }
        // Removing a calendar removes its events. Undoing its creation does not.
        for (id, state) in change.calendars
        where state == nil && change.undoes.map(CalendarID.init(rev:)) == id {
            let stays = (shelves[id]?.ids ?? []).contains { change.events[$0] == nil }
            let comes = change.events.values.contains { $0?.calendar == id }
            if stays || comes { throw Rejection(.conflict, .neededLater) }
        }
        let added = change.calendars.count { calendar($0.key) == nil && $0.value != nil }
        if added > 0 { try checkRoomForCalendars(added) }
        var counts: [CalendarID: Int] = [:]
        for (id, state) in change.events {
            for calendar in [events[id]?.calendar, state?.calendar].compactMap(\.self)
            where links[calendar]?.isReadOnly == true {
                throw Rejection(.conflict, .calendarIsReadOnly)
            }
            if let old = events[id] { counts[old.calendar, default: 0] -= 1 }
            guard let state else { continue }
            counts[state.calendar, default: 0] += 1
            let isThere =
                change.calendars[state.calendar].map { $0 != nil }
                ?? (calendar(state.calendar) != nil)
            if !isThere { throw Rejection(.conflict, .calendarIsGone) }
            // A deleted event may have come again from elsewhere, with another id.
            if let other = uids[state.content.uid, state.calendar], other != id,
                change.events[other] == nil
            {
                throw Rejection(.conflict, .eventIsThere)
            }
        }
        let reopened = change.issues.values.count { $0 != nil }
        guard openIssues.count + reopened <= Self.issueCountMax || reopened == 0 else {
            throw Rejection(.conflict, .tooManyIssues, ["max": JSON(Self.issueCountMax)])
        }
        for (calendar, count) in counts where count > 0 {
            try checkRoom(in: calendar, for: count)
        }
    }

    private static func subject(of change: PlannerChange) -> String {
        change.reservations.keys.min()?.text ?? change.events.keys.min()?.text
            ?? change.calendars.keys.min()?.text ?? change.feeds.keys.min()?.text
            ?? change.issues.keys.min()?.text ?? boardName
    }
}
