import ICalendar

@testable import BoardKit
@testable import PlannerBoard

/// Actions of people at a server, with other programs.
extension SyncStory {
    private static let zone = Zone("Europe/Rome")!

    func editThere(_ place: Int) {
        let events = pairs[place].peer.events()
        guard let name = any(events.keys.sorted()), let event = events[name], !oneIn(6) else {
            let event = madeThere()
            note("there \(event.lines)")
            pairs[place].peer.add(event)
            return
        }
        if oneIn(7) {
            note("there delete \(event.uid)")
            pairs[place].peer.remove(name)
        } else if oneIn(8) {
            let text = "F\(fresh())"
            note("there \(event.uid) has \(text)")
            pairs[place].peer.setForeign(text, name)
        } else {
            change(event, name, place)
        }
    }

    private func madeThere() -> CalendarEvent {
        let number = fresh()
        let local = time()
        let isAllDay = oneIn(4)
        var event = CalendarEvent(
            uid: "t\(number)",
            details: EventDetails(title: "Theirs \(number)", description: "#\(number) theirs"),
            recurrence: Recurrence(
                start: isAllDay ? .date(local.date) : .zoned(local, Self.zone),
                length: isAllDay
                    ? EventLength(days: self.number(1...3))
                    : EventLength(seconds: Int64(fresh()) * 60)))
        if oneIn(2), let rule = try? RecurrenceRule(rule()) { event.recurrence.rules = [rule] }
        return event
    }

    private func change(_ event: CalendarEvent, _ name: String, _ place: Int) {
        var edited: CalendarEvent?
        switch number(0...11) {
        case 0...2: edited = withDetails(event)
        case 3, 4: edited = moved(event)
        case 5...7: edited = withChange(event)
        case 8: edited = withoutOccurrence(event)
        case 9: edited = withRule(event)
        case 10: edited = withLess(event)
        default: return split(event, name, place)
        }
        guard let edited, edited != event else { return }
        var budget = ExpansionBudget.window
        guard edited.recurrence.first(floatingIn: bench.planner.zone, budget: &budget) != nil
        else {
            note("there nothing is left of \(event.uid)")
            return pairs[place].peer.remove(name)
        }
        note("there \(edited.lines)")
        pairs[place].peer.store(edited, name)
    }

    private func details(_ old: EventDetails) -> EventDetails {
        var details = old
        let number = fresh()
        switch self.number(0...6) {
        case 0...2: details.title = "Theirs \(number)"
        case 3: details.location = oneIn(4) ? nil : "Room \(number)"
        case 4:
            let birth = old.description.map { $0.prefix { $0 != " " } } ?? "#"
            details.description = "\(birth) theirs \(number)"
        case 5: details.isFree.toggle()
        default: details.status = details.status == nil ? .tentative : nil
        }
        return details
    }

    /// Edits the details. Changes with the same value follow, as in most programs.
    private func withDetails(_ event: CalendarEvent) -> CalendarEvent {
        var edited = event
        let (old, new) = (event.details, details(event.details))
        edited.details = new
        for (key, change) in event.changes {
            var details = change.details
            if details.title == old.title { details.title = new.title }
            if details.location == old.location { details.location = new.location }
            if details.description == old.description { details.description = new.description }
            if details.isFree == old.isFree { details.isFree = new.isFree }
            if details.status == old.status { details.status = new.status }
            edited.changes[key]?.details = details
        }
        return edited
    }

    private func moved(_ event: CalendarEvent) -> CalendarEvent? {
        let series = event.recurrence
        var (start, length) = (series.start, series.length)
        if oneIn(3) {
            length =
                start.isAllDay
                ? EventLength(days: number(1...4)) : EventLength(seconds: Int64(fresh()) * 60)
        } else if series.repeats {
            let days = start.isAllDay || oneIn(3) ? number(1...3) : 0
            let minutes = start.isAllDay ? 0 : fresh()
            start = start.with(
                start.local.adding(seconds: Int64(days) * 86_400 + Int64(minutes) * 60))
        } else if oneIn(5) {
            start = start.isAllDay ? .zoned(time(), Self.zone) : .date(time().date)
            length =
                start.isAllDay ? EventLength(days: 1) : EventLength(seconds: Int64(fresh()) * 60)
        } else {
            start = start.with(time())
        }
        guard
            let (moved, keys) = series.moved(
                to: start, length: length, floatingIn: bench.planner.zone),
            keys.count == event.changes.count
        else { return nil }
        var edited = event
        edited.recurrence = moved
        return edited
    }

    private func withChange(_ event: CalendarEvent) -> CalendarEvent? {
        guard event.recurrence.repeats, let key = occurrence(of: event) else {
            return withDetails(event)
        }
        let usual = event.recurrence.usual(at: key, floatingIn: bench.planner.zone)
        var change =
            event.changes[key]
            ?? EventChange(
                details: event.details,
                time: TimeChange(start: usual.start, length: usual.length))
        if oneIn(2) || event.recurrence.start.isAllDay {
            change.details = details(change.details)
        } else {
            let seconds = Int64(fresh()) * (oneIn(2) ? 60 : -60)
            change.time.start = change.time.start.with(
                change.time.start.local.adding(seconds: seconds))
            if oneIn(3) { change.time.length = EventLength(seconds: Int64(fresh()) * 60) }
        }
        var edited = event
        edited.changes[key] = change
        return edited
    }

    private func withoutOccurrence(_ event: CalendarEvent) -> CalendarEvent? {
        guard event.recurrence.repeats, let key = occurrence(of: event) else { return nil }
        var edited = event
        edited.changes[key] = nil
        edited.recurrence.exclusions.insert(key)
        return edited
    }

    private func withRule(_ event: CalendarEvent) -> CalendarEvent? {
        var budget = ExpansionBudget.window
        guard let rule = try? RecurrenceRule(rule()) else { return nil }
        var edited = event
        edited.recurrence = event.recurrence.with(
            rules: event.recurrence.repeats && oneIn(4) ? [] : [rule],
            floatingIn: bench.planner.zone, budget: &budget)
        edited.changes = event.changes.filter { edited.recurrence.changes[$0.key] != nil }
        return edited
    }

    /// Removes an exclusion or a change.
    private func withLess(_ event: CalendarEvent) -> CalendarEvent? {
        var edited = event
        if let key = any(event.recurrence.exclusions.sorted()), oneIn(2) {
            edited.recurrence.exclusions.remove(key)
        } else if let key = any(event.changes.keys.sorted()) {
            edited.changes[key] = nil
        }
        return edited
    }

    /// Ends the series before an occurrence and continues it as another event.
    private func split(_ event: CalendarEvent, _ name: String, _ place: Int) {
        var budget = ExpansionBudget.window
        guard event.recurrence.repeats, let key = occurrence(of: event),
            let parts = event.recurrence.split(
                at: key, floatingIn: bench.planner.zone, budget: &budget)
        else { return }
        var (before, after) = (event, event)
        before.recurrence = parts.before
        before.changes = event.changes.filter { parts.before.changes[$0.key] != nil }
        after.uid = "t\(fresh())"
        after.recurrence = parts.after
        after.changes = event.changes.filter { parts.after.changes[$0.key] != nil }
        note("there split \(event.uid) at \(key.text): \(after.uid)")
        noteSplit(event)
        if isDivided(event, at: key, place) {
            var values = SetValues(floatingIn: bench.planner.zone)
            values.add(before)
            values.add(after)
            noteRest(after.uid, of: event.uid, inheriting: values)
        }
        pairs[place].peer.store(before, name)
        pairs[place].peer.add(after)
        // The unknown properties of the series belong to another event there.
        let added = pairs[place].peer.events().first { $0.value.uid == after.uid }
        if let added { pairs[place].peer.store(after, added.key) }
    }

    /// Whether the series was divided here at the same occurrence, so that nobody has set the
    /// values of its parts.
    private func isDivided(_ event: CalendarEvent, at key: OccurrenceKey, _ place: Int) -> Bool {
        guard let calendar = CalendarID(pairs[place].calendar),
            let id = bench.planner.uids[event.uid, calendar]
        else { return false }
        return bench.planner.links[calendar]?.rests[id]?[key] != nil
    }
}
