public import ICalendar

/// Merges series of which no occurrence, or only the first, remains.
extension SeriesMerge {
    /// Whether no occurrence remains although each side has some.
    var isEmpty: Bool {
        !result.recurrence.exclusions.isEmpty && !happens(result)
            && happens(originals.ours) && happens(originals.theirs)
    }

    private func happens(_ event: CalendarEvent) -> Bool {
        var budget = ExpansionBudget.window
        return event.recurrence.first(floatingIn: zone, budget: &budget) != nil || budget <= 0
    }

    /// Raises one issue for all edits of the lost occurrences.
    mutating func raiseEmpty() {
        let isEdited =
            !issues.isEmpty || hasEditedMore(originals.ours) || hasEditedMore(originals.theirs)
        issues = []
        guard isEdited else { return }
        raise(nil, .deleted, .event(originals.ours), .event(originals.theirs))
    }

    /// Returns whether a side has done more than exclude occurrences.
    private func hasEditedMore(_ event: CalendarEvent) -> Bool {
        guard var old = originals.base else { return true }
        var event = event
        old.recurrence.exclusions = []
        event.recurrence.exclusions = []
        event.changes.merge(old.changes) { new, _ in new }
        return !event.says(theSameAs: old, floatingIn: zone)
    }

    /// Merges the changes of the only remaining occurrence into the event itself.
    mutating func mergeOnly() {
        let key = result.recurrence.start.key
        let sides = [base, ours, theirs].compactMap(\.self)
        guard !result.recurrence.repeats, sides.allSatisfy(\.event.hasMaster),
            ours.event.changes[key] != nil || theirs.event.changes[key] != nil,
            !MergeSide(event: result, zone: zone).isExcluded(key)
        else { return }
        if ours.isExcluded(key) || theirs.isExcluded(key) {
            result = result.single
            issues = issues.map { $0.at == key ? $0.ofEvent(result) : $0 }
        } else {
            issues.removeAll { $0.at == key || $0.at == nil && $0.field.isOfOnly }
            mergePresent(key)
        }
        raiseReplaced(originals.ours)
        raiseReplaced(originals.theirs)
    }

    private mutating func mergePresent(_ key: OccurrenceKey) {
        result.details = mergedDetails(
            base?.present(key).details, ours.present(key).details, theirs.present(key).details)
        let old = originals.base.flatMap { event in base.map { time(of: key, $0, event) } }
        let mine = time(of: key, ours, originals.ours)
        let other = time(of: key, theirs, originals.theirs)
        let choice = MergeChoice(old, mine, other) {
            $0.says(theSameAs: $1, isSeries: false, floatingIn: zone)
        }
        let when = choice == .theirs ? other : mine
        result.recurrence = Recurrence(
            start: when.start, length: when.length, changes: result.changes)
        result.changes[key] = nil
        guard choice == .both else { return }
        raise(nil, .when, mine.value, other.value)
    }

    /// Returns the time of the result's only occurrence on one side.
    private func time(of key: OccurrenceKey, _ side: MergeSide, _ original: CalendarEvent) -> When {
        let whole = MergeSide(event: original, zone: zone)
        guard !whole.holds(key), !original.recurrence.generates(key, floatingIn: zone) else {
            return When(whole.present(key).time)
        }
        guard let edit = side.edit(key), edit.start != nil || edit.length != nil else {
            return When(original.recurrence)
        }
        guard edit.start == nil else { return When(side.present(key).time) }
        return When(original.recurrence.start, edit.length ?? original.recurrence.length)
    }

    /// Raises issues for a side's edits of the series that the only occurrence overrides.
    private mutating func raiseReplaced(_ side: CalendarEvent) {
        let old = originals.base
        for field in MergeField.ofDetails {
            let value = side.details[field]
            guard old.map({ !$0.details[field].says(theSameAs: value) }) ?? true,
                !result.details[field].says(theSameAs: value), !isRaised(field, value)
            else { continue }
            raise(nil, field, result.details[field], value)
        }
        let (when, now) = (When(side.recurrence), When(result.recurrence))
        for other in [now, old.map { When($0.recurrence) }].compactMap(\.self)
        where when.says(theSameAs: other, isSeries: true, floatingIn: zone) {
            return
        }
        guard !isRaised(.when, when.value) else { return }
        raise(nil, .when, now.value, when.value)
    }

    private func isRaised(_ field: MergeField, _ value: MergeValue) -> Bool {
        issues.contains {
            $0.at == nil && $0.field == field && ($0.ours == value || $0.theirs == value)
        }
    }
}

extension MergeField {
    /// Whether an event that happens once has this field.
    fileprivate var isOfOnly: Bool { Self.ofDetails.contains(self) || self == .when }
}

extension MergeIssue {
    /// Returns an issue of the only occurrence as one of the event.
    fileprivate func ofEvent(_ event: CalendarEvent) -> MergeIssue {
        let value = { (value: MergeValue) in
            value == .change(nil) ? MergeValue.event(nil) : .event(event)
        }
        return MergeIssue(at: nil, field: field, ours: value(ours), theirs: value(theirs))
    }
}

extension CalendarEvent {
    /// A single event with its change applied. Any other event is returned unchanged.
    public var single: CalendarEvent {
        let start = recurrence.start
        guard hasMaster, !recurrence.repeats, let change = changes[start.key],
            recurrence.exclusions.isDisjoint(with: [start.key, .date(start.date)])
        else { return self }
        var event = self
        event.details = change.details
        if change.details.foreign.isEmpty { event.details.foreign = details.foreign }
        event.recurrence = Recurrence(
            start: change.time.start, length: change.time.length, changes: changes)
        event.changes[start.key] = nil
        return event
    }
}
