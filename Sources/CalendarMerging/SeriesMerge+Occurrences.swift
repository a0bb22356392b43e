import ICalendar

extension SeriesMerge {
    /// Excluded days of a timed series are kept if all sides have them. Otherwise each occurrence
    /// of the day is excluded on its own.
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
        if !result.hasMaster { result.changes = [:] }
        for key in keys.sorted() { mergeOccurrence(key) }
        result.recurrence.changes = result.changes.mapValues(\.time)
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
        // The following occurrences inherit the change, even if this one is excluded.
        mergeChange(key)
    }

    /// Sets the change of an occurrence in the result; `nil` follows the series.
    mutating func set(_ change: EventChange?, at key: OccurrenceKey) {
        guard let change else { return }
        result.changes[key] = change
        result.recurrence.changes[key] = change.time
    }

    // MARK: Exclusions

    private mutating func mergeExclusion(_ key: OccurrenceKey, isOurs: Bool) {
        let other = isOurs ? theirs : ours
        guard let base else { return mergeFirstExclusion(key, isOurs: isOurs) }
        // The other side has restored it.
        guard !base.isExcluded(key) else { return take(other, key) }
        guard other.hasEdited(key, since: base) else { return exclude(key) }
        take(other, key)
        let edit = MergeValue.change(other.event.changes[key])
        raise(key, .deleted, isOurs ? .change(nil) : edit, isOurs ? edit : .change(nil))
    }

    /// Merges without a base. A difference is an issue and ours is taken, but no text is deleted.
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

    // MARK: What the result no longer generates

    /// Whether one side has this occurrence and the result has not.
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
        // An occurrence that a side holds without its series having it is kept.
        let holders = [ours, theirs].filter { $0.holds(key) }
        return !holders.contains { !generates(key, $0) }
    }

    private func generates(_ key: OccurrenceKey, _ side: MergeSide) -> Bool {
        side.event.hasMaster
            && (side.uncut ?? side.recurrence).generates(key, floatingIn: zone)
    }

    /// Drops an occurrence. Raises an issue if a side has edited it.
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

    /// Whether the result ends before an occurrence. The other side has then ended the series and
    /// may have continued it as another event, which does not have the exclusion.
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
    /// The side with each occurrence of an excluded day excluded on its own.
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
