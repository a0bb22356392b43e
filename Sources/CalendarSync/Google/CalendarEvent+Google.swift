import ICalendar

extension CalendarEvent {
    /// Returns the event in a form that Google supports: times have zones, each exclusion is one
    /// occurrence, cancelled occurrences are exclusions, and a single event has no changes.
    ///
    /// - Parameters:
    ///   - zone: the calendar's, for floating times.
    ///   - isAlone: whether Google has only some occurrences, without their series.
    func forGoogle(floatingIn zone: Zone, isAlone: Bool = false) -> CalendarEvent {
        var event = self
        event.place(in: zone)
        event.cancelOccurrences()
        event.excludeOneByOne()
        guard !event.recurrence.repeats, !isAlone else { return event }
        // The only occurrence becomes the event.
        if let change = event.changes[event.recurrence.start.key] {
            event.details = change.details
            event.recurrence.start = change.time.start
            event.recurrence.length = change.time.length
        }
        event.changes = [:]
        event.recurrence.exclusions = []
        return event
    }

    /// Whether the event has floating times.
    var isFloating: Bool {
        if case .floating = recurrence.start { return true }
        return changes.values.contains {
            if case .floating = $0.time.start { true } else { false }
        }
    }

    private mutating func place(in zone: Zone) {
        guard isFloating else { return }
        func placed(_ time: EventTime) -> EventTime {
            if case .floating(let local) = time { .zoned(local, zone) } else { time }
        }
        func placed(_ key: OccurrenceKey) -> OccurrenceKey {
            if case .local(let local) = key { .instant(zone.seconds(of: local)) } else { key }
        }
        recurrence.start = placed(recurrence.start)
        recurrence.dates = recurrence.dates.map {
            ExtraDate(start: placed($0.start), length: $0.length)
        }
        recurrence.exclusions = Set(recurrence.exclusions.map { placed($0) })
        let pairs = changes.map { key, change in
            var change = change
            change.time.start = placed(change.time.start)
            return (placed(key), change)
        }
        changes = Dictionary(pairs) { first, _ in first }
    }

    private mutating func cancelOccurrences() {
        for (key, change) in changes where change.details.status == .cancelled {
            changes[key] = nil
            recurrence.exclusions.insert(key)
        }
        // Exclusions override changes.
        for key in recurrence.exclusions { changes[key] = nil }
    }

    /// Replaces an excluded day of a timed series by its occurrences on that day.
    private mutating func excludeOneByOne() {
        guard !recurrence.start.isAllDay, recurrence.repeats else { return }
        let zone = recurrence.start.zone(floatingIn: .utc)
        for case .date(let date) in recurrence.exclusions {
            recurrence.exclusions.remove(.date(date))
            var plain = recurrence
            plain.exclusions = []
            plain.changes = [:]
            var budget = ExpansionBudget.window
            let day = plain.occurrences(
                from: zone.startOfDay(date), to: zone.startOfDay(date.adding(days: 1)),
                floatingIn: .utc, budget: &budget)
            for occurrence in day.occurrences where occurrence.start.date == date {
                recurrence.exclusions.insert(occurrence.key)
            }
        }
    }
}
