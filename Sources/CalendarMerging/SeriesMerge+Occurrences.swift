import ICalendar

extension SeriesMerge {
    /// Keeps the excluded days of a timed series if all sides have the same. Otherwise excludes
    /// each occurrence on these days on its own.
    mutating func normaliseDays() {
        guard result.hasMaster, !result.recurrence.start.isAllDay else { return }
        let sides = [base, ours, theirs].compactMap(\.self).map { Self.days($0.recurrence) }
        guard let first = sides.first else { return }
        guard sides.contains(where: { $0 != first }) else {
            result.recurrence.exclusions = first
            return
        }
        base = base?.withoutDays()
        ours = ours.withoutDays()
        theirs = theirs.withoutDays()
    }

    static func days(_ recurrence: Recurrence) -> Set<OccurrenceKey> {
        recurrence.exclusions.filter { if case .date = $0 { true } else { false } }
    }

    mutating func mergeOccurrences() {
        var keys: Set<OccurrenceKey> = []
        for side in [base, ours, theirs] {
            guard let side else { continue }
            keys.formUnion(side.event.changes.keys)
            keys.formUnion(side.recurrence.exclusions)
        }
        keys.subtract(result.recurrence.exclusions)
        for key in keys.sorted() { mergeOccurrence(key) }
    }

    private mutating func mergeOccurrence(_ key: OccurrenceKey) {
        guard !isDropped(key) else { return drop(key) }
        switch (ours.isExcluded(key), theirs.isExcluded(key)) {
        case (true, true): exclude(key)
        case (false, false): mergeChange(key)
        case (true, false): mergeExclusion(key, isOurs: true)
        case (false, true): mergeExclusion(key, isOurs: false)
        }
    }

    private mutating func exclude(_ key: OccurrenceKey) {
        guard result.hasMaster else { return }
        result.recurrence.exclusions.insert(key)
        // The following occurrences inherit a THISANDFUTURE change of an excluded one.
        mergeChange(key)
    }

    /// Sets the change of an occurrence in the result. Does nothing for `nil`.
    mutating func set(_ change: EventChange?, at key: OccurrenceKey) {
        guard let change else { return }
        result.changes[key] = change
    }

    // MARK: Exclusions

    private mutating func mergeExclusion(_ key: OccurrenceKey, isOurs: Bool) {
        let other = isOurs ? theirs : ours
        guard let base else { return mergeFirstExclusion(key, isOurs: isOurs) }
        // The other side has restored the occurrence.
        guard !base.isExcluded(key) else { return take(other, key) }
        guard other.hasEdited(key, since: base) else { return exclude(key) }
        take(other, key)
        let edit = MergeValue.change(other.event.changes[key])
        raise(key, .deleted, isOurs ? .change(nil) : edit, isOurs ? edit : .change(nil))
    }

    /// Merges without a base. A difference becomes an issue and ours is taken, but edits are kept.
    private mutating func mergeFirstExclusion(_ key: OccurrenceKey, isOurs: Bool) {
        let other = isOurs ? theirs : ours
        if let change = other.event.changes[key] {
            take(other, key)
            let edit = MergeValue.change(change)
            raise(key, .deleted, isOurs ? .change(nil) : edit, isOurs ? edit : .change(nil))
        } else {
            if isOurs { exclude(key) }
            raise(key, .exclusion, .flag(!isOurs), .flag(isOurs))
        }
    }

    private mutating func take(_ side: MergeSide, _ key: OccurrenceKey) {
        guard let edit = side.edit(key) else { return }
        set(change(edit, at: key, of: [side]), at: key)
    }

    // MARK: Occurrences that the result no longer generates

    /// Returns whether a side's series has this occurrence and the result's has not.
    private func isDropped(_ key: OccurrenceKey) -> Bool {
        guard result.hasMaster else { return false }
        let isAsBefore = { (side: MergeSide) in
            let a = side.uncut ?? side.recurrence
            let b = result.recurrence
            return a.start == b.start && a.rules == b.rules && a.dates == b.dates
        }
        guard !isAsBefore(ours) || !isAsBefore(theirs),
            !result.recurrence.generates(key, floatingIn: zone)
        else { return false }
        // Keep an occurrence that a side holds although its own series lacks it.
        let holders = [ours, theirs].filter { $0.holds(key) }
        return !holders.contains { !generates(key, $0) }
    }

    private func generates(_ key: OccurrenceKey, _ side: MergeSide) -> Bool {
        side.event.hasMaster
            && (side.uncut ?? side.recurrence).generates(key, floatingIn: zone)
    }

    /// Drops an occurrence, and raises an issue if a side has edited it.
    private mutating func drop(_ key: OccurrenceKey) {
        let isEdited = [ours, theirs].map { $0.hasEdited(key, since: base) }
        if isEdited.contains(true) {
            raise(
                key, .deleted, .change(isEdited[0] ? ours.event.changes[key] : nil),
                .change(isEdited[1] ? theirs.event.changes[key] : nil))
            return
        }
        let wasExcluded = base?.isExcluded(key) ?? false
        let isChanged = [ours, theirs].map { side in
            side.isExcluded(key) != wasExcluded && generates(key, side)
        }
        guard isChanged.contains(true), wasExcluded || endsBefore(key) else { return }
        let value = { (side: MergeSide, isChanged: Bool) -> MergeValue in
            isChanged
                ? .flag(wasExcluded) : .rules(side.recurrence.rules, side.recurrence.dates)
        }
        raise(key, .exclusion, value(ours, isChanged[0]), value(theirs, isChanged[1]))
    }

    /// Returns whether the result ends before an occurrence. A side has then ended the series, and
    /// may have continued it as another event that lacks the exclusion.
    private func endsBefore(_ key: OccurrenceKey) -> Bool {
        var series = result.recurrence
        series.exclusions = []
        series.changes = [:]
        let from = series.usual(at: key, floatingIn: zone).start.seconds(floatingIn: zone)
        var budget = ExpansionBudget.window
        let rest = series.occurrences(
            from: from, to: .max / 4, floatingIn: zone, limit: 1, budget: &budget)
        return rest.occurrences.isEmpty && !rest.isCapped
    }
}

extension MergeSide {
    /// Returns the side with each excluded day replaced by the occurrences on it.
    func withoutDays() -> MergeSide {
        let days = SeriesMerge.days(recurrence)
        guard !days.isEmpty else { return self }
        var event = event
        event.recurrence.exclusions.subtract(days)
        for case .date(let date) in days {
            event.recurrence.exclusions.formUnion(recurrence.keys(on: date, floatingIn: zone))
        }
        return MergeSide(event: event, zone: zone, isWhole: isWhole, uncut: uncut)
    }
}
