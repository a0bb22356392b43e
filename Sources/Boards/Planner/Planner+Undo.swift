import BoardKit
import ICalendar
import JSON
import Sync

/// Decides what is taken back.
extension Planner {
    func decideUndo(
        _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let number: RevisionNumber? = asked.arguments.required("rev")
        guard asked.arguments.areGood, let rev = number?.rev else {
            throw asked.arguments.rejection
        }
        if isFinal(rev) { throw Rejection(.conflict, .cannotUndo) }
        let lastRevs = lastRevs(ofEvent: rev)
        guard !lastRevs.isEmpty else { throw Rejection(.notFound, .noEvent) }
        try asked.check(lastRevs)
        let change = try undoing(rev)
        // The address of a removed feed may have leaked, and it would be the same again.
        if change.feeds.contains(where: { feeds[$0.key] == nil && $0.value != nil }) {
            throw Rejection(.conflict, .cannotUndo)
        }
        try check(change)
        try checkReservations(change, among: boards)
        var data: [String: JSON?] = ["undoes": JSON(rev)]
        let calendars = change.calendars.map {
            (key: $0.key, value: $0.value ?? initialCalendar($0.key))
        }
        data["calendars"] = Self.told(calendars, { $0.text }, { $0.row })
        let events = Self.told(change.events, { $0.text }, { $0.json })
        // Of many large ones that an import had changed, only the names fit.
        let isLarge = events.map { $0.canonical.count > Self.undoneBytesMax } ?? false
        data["events"] =
            isLarge ? .array(change.events.keys.sorted().map { .string($0.text) }) : events
        data["reservations"] = Self.told(change.reservations, { $0.text }, { $0.json })
        data["feeds"] = Self.told(change.feeds, { $0.text }, { $0.json })
        data["issues"] = Self.told(change.issues, { $0.text }, { $0.json })
        return Self.decision(.undone, of: Self.subject(of: change), data)
    }

    /// The states that undoing an event gives. Throws if something later depends on the event.
    func undoing(_ rev: Int) throws(Rejection) -> PlannerChange {
        var change = PlannerChange()
        change.undoes = rev
        for id in calendars.things(ofEvent: rev) {
            change.set(id, to: try calendars.stateBefore(rev, of: id))
        }
        for id in events.things(ofEvent: rev) {
            change.set(id, to: try events.stateBefore(rev, of: id))
        }
        for id in reservations.things(ofEvent: rev) {
            change.set(id, to: try reservations.stateBefore(rev, of: id))
        }
        for id in feeds.things(ofEvent: rev) {
            change.set(id, to: try feeds.stateBefore(rev, of: id))
        }
        for id in issues.things(ofEvent: rev) {
            change.set(id, to: try issues.stateBefore(rev, of: id))
        }
        return change
    }

    /// Whether it is an event about accounts and links, which nobody can take back.
    private func isFinal(_ rev: Int) -> Bool {
        do throws(Rejection) {
            return try issues.thing(ofEvent: rev) == nil
        } catch {
            return false
        }
    }

    /// The most bytes of the events that come back by an undo.
    private static let undoneBytesMax = 2 << 20

    /// The last revision of each thing that an event has changed.
    private func lastRevs(ofEvent rev: Int) -> [Int] {
        var revs = calendars.things(ofEvent: rev).map { calendars.lastRev(of: $0) }
        revs += events.things(ofEvent: rev).map { events.lastRev(of: $0) }
        revs += reservations.things(ofEvent: rev).map { reservations.lastRev(of: $0) }
        revs += feeds.things(ofEvent: rev).map { feeds.lastRev(of: $0) }
        revs += issues.things(ofEvent: rev).map { issues.lastRev(of: $0) }
        return revs
    }

    /// Checks what an undo would lead to: events need a calendar, and limits hold.
    private func check(_ change: PlannerChange) throws(Rejection) {
        for (id, state) in change.calendars where state == nil && links[id] != nil {
            throw Rejection(.conflict, .calendarIsLinked)
        }
        // To remove a calendar takes its events along; to take back its addition does not.
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
            // What was deleted may have come again from elsewhere, as another event.
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

    /// The states by id, `null` for what does not exist; `nil` if there are none.
    private static func told<ID, State>(
        _ states: some Collection<(key: ID, value: State?)>, _ text: (ID) -> String,
        _ json: (State) -> JSON
    ) -> JSON? {
        if states.isEmpty { return nil }
        return .object(
            Dictionary(
                states.map { (text($0.key), $0.value.map(json) ?? .null) },
                uniquingKeysWith: { first, _ in first }))
    }

    private static func subject(of change: PlannerChange) -> String {
        change.reservations.keys.min { $0.rev < $1.rev }?.text ?? change.events.keys.min()?.text
            ?? change.calendars.keys.min()?.text
            ?? change.feeds.keys.min { $0.rev < $1.rev }?.text
            ?? change.issues.keys.min()?.text ?? boardName
    }
}
