public import ICalendar

extension MergeIssue {
    /// Returns the content with their value.
    ///
    /// - Parameters:
    ///   - content: our content; `nil` if it was deleted.
    ///   - zone: the venue's, for floating times and days.
    public func takingTheirs(
        in content: CalendarEvent?, floatingIn zone: Zone
    ) -> CalendarEvent? {
        taking(theirs, not: ours, in: content, floatingIn: zone)
    }

    /// Returns the content with our value. It already has that value, except after a deletion: the
    /// edit was kept, or was dropped with its rule.
    public func takingOurs(in content: CalendarEvent?, floatingIn zone: Zone) -> CalendarEvent? {
        switch (field, theirs) {
        case (.deleted, _), (.exclusion, .rules): break
        default: return content
        }
        return taking(ours, not: theirs, in: content, floatingIn: zone)
    }

    private func taking(
        _ value: MergeValue, not other: MergeValue, in content: CalendarEvent?,
        floatingIn zone: Zone
    ) -> CalendarEvent? {
        guard case .event(let event) = value else {
            guard var content else { return nil }
            content.take(value, of: field, at: at, not: other, floatingIn: zone)
            return content.isLeft(floatingIn: zone) ? content.single : nil
        }
        guard let event else { return nil }
        // The content may have been edited since.
        guard let content, other == .event(nil) else {
            var event = event
            event.uid = content?.uid ?? event.uid
            return event
        }
        return content
    }
}

extension CalendarEvent {
    /// Returns whether any occurrence remains.
    fileprivate func isLeft(floatingIn zone: Zone) -> Bool {
        guard hasMaster else { return !changes.isEmpty }
        var budget = ExpansionBudget.window
        return recurrence.exclusions.isEmpty
            || recurrence.first(floatingIn: zone, budget: &budget) != nil || budget <= 0
    }

    fileprivate mutating func take(
        _ value: MergeValue, of field: MergeField, at: OccurrenceKey?, not other: MergeValue,
        floatingIn zone: Zone
    ) {
        if let key = at.map({ recurrence.key(for: $0, floatingIn: zone) }) {
            take(value, of: field, atKey: key, not: other, zone)
        } else {
            take(value, of: field, zone)
        }
    }

    // MARK: The series

    private mutating func take(_ value: MergeValue, of field: MergeField, _ zone: Zone) {
        switch value {
        case .when(let start, let length): move(to: When(start, length), zone)
        case .rules(let rules, let dates): take(rules, dates, zone)
        default:
            let old = details[field]
            details[field] = value
            for (key, change) in changes where change.details[field].says(theSameAs: old) {
                changes[key]?.details[field] = value
            }
        }
    }

    private mutating func move(to when: When, _ zone: Zone) {
        let frame = MergeFrame(when: when, events: [], zone: zone)
        self = frame.aligned(self, stays: false).event
    }

    private mutating func take(_ rules: [RecurrenceRule], _ dates: [ExtraDate], _ zone: Zone) {
        var series = Recurrence(
            start: recurrence.start, length: recurrence.length, rules: rules, dates: dates)
        series.changes = changes.filter { series.generates($0.key, floatingIn: zone) }
        series.exclusions = recurrence.exclusions.filter { key in
            if case .date(let date) = key, !series.start.isAllDay {
                return !series.keys(on: date, floatingIn: zone).isEmpty
            }
            return series.generates(key, floatingIn: zone)
        }
        recurrence = series
    }

    // MARK: One occurrence

    private mutating func take(
        _ value: MergeValue, of field: MergeField, atKey key: OccurrenceKey,
        not other: MergeValue, _ zone: Zone
    ) {
        switch (field, value) {
        case (.deleted, .change(nil)), (.exclusion, .flag(false)): exclude(key, zone)
        case (.deleted, .change(let change?)):
            // The content may have been edited since.
            if changes[key] == nil || other != .change(nil) { restore(change, key, zone) }
        case (.exclusion, .flag):
            if case .rules = other { addDate(key, zone) }
            allow(key, zone)
        case (.exclusion, _): break
        default: takeInChange(value, of: field, key, zone)
        }
    }

    private mutating func exclude(_ key: OccurrenceKey, _ zone: Zone) {
        changes[key] = nil
        guard hasMaster, recurrence.generates(key, floatingIn: zone) else { return }
        recurrence.exclusions.insert(key)
    }

    private mutating func allow(_ key: OccurrenceKey, _ zone: Zone) {
        let side = MergeSide(event: self, zone: zone)
        guard hasMaster, side.isExcluded(key) else { return }
        if !recurrence.exclusions.contains(key) { self = side.withoutDays().event }
        recurrence.exclusions.remove(key)
    }

    /// Restores an occurrence that was deleted, or that the rule no longer generates.
    private mutating func restore(_ change: EventChange, _ key: OccurrenceKey, _ zone: Zone) {
        allow(key, zone)
        addDate(key, zone)
        changes[key] = change
    }

    /// Adds an occurrence that the rule does not generate.
    private mutating func addDate(_ key: OccurrenceKey, _ zone: Zone) {
        guard hasMaster, !recurrence.generates(key, floatingIn: zone) else { return }
        let start = recurrence.usual(at: key, floatingIn: zone).start
        recurrence.dates.append(ExtraDate(start: start))
    }

    private mutating func takeInChange(
        _ value: MergeValue, of field: MergeField, _ key: OccurrenceKey, _ zone: Zone
    ) {
        let side = MergeSide(event: self, zone: zone)
        guard !side.isExcluded(key),
            changes[key] != nil || recurrence.generates(key, floatingIn: zone)
        else { return }
        var change = side.present(key)
        switch value {
        case .when(let start, let length): (change.time.start, change.time.length) = (start, length)
        case .change(let other?): change.time = other.time
        default: change.details[field] = value
        }
        changes[key] = change
    }
}
