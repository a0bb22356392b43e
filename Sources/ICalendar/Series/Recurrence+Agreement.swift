extension Recurrence {
    /// Returns whether two equal starts have equivalent rules and added dates.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func repeats(as other: Recurrence, floatingIn zone: Zone) -> Bool {
        guard rules != other.rules || dates != other.dates else { return true }
        guard added(zone) == other.added(zone) else { return false }
        var plain = Set(rules.map { $0.plain(from: start, floatingIn: zone) })
        var others = Set(other.rules.map { $0.plain(from: other.start, floatingIn: zone) })
        guard plain != others else { return true }
        let common = plain.intersection(others)
        plain.subtract(common)
        others.subtract(common)
        guard plain.count == 1, others.count == 1, let a = plain.first, let b = others.first else {
            return false
        }
        return ends(by: a, as: b, zone)
    }

    /// Returns the length of each added date, by its instant.
    private func added(_ zone: Zone) -> [Int64: EventLength] {
        var added: [Int64: EventLength] = [:]
        for date in dates where date.start.key != start.key || date.length != nil {
            added[date.start.seconds(floatingIn: zone)] = date.length ?? length
        }
        return added
    }

    /// Returns whether two rules that differ only in their ends have the same occurrences.
    private func ends(by a: RecurrenceRule, as b: RecurrenceRule, _ zone: Zone) -> Bool {
        var unlimited = a
        unlimited.end = b.end
        guard unlimited == b, a.end != .never, b.end != .never else { return false }
        let keys = [a, b].map { rule -> [OccurrenceKey]? in
            var budget = 2_000
            let series = Recurrence(start: start, length: EventLength(seconds: 1), rules: [rule])
            let from = start.seconds(floatingIn: zone)
            let found = series.occurrences(
                from: from, to: Self.instantMax, floatingIn: zone, budget: &budget)
            return found.isCapped ? nil : found.occurrences.map(\.key)
        }
        return keys[0] != nil && keys[0] == keys[1]
    }

    /// Returns the time of an occurrence without its own change, and the key of the
    /// THISANDFUTURE change that applies to it.
    public func usual(
        at key: OccurrenceKey, floatingIn zone: Zone
    ) -> (start: EventTime, length: EventLength, change: OccurrenceKey?) {
        let own = start.zone(floatingIn: zone)
        let hasRange = changes.contains { $0.value.time.isForFollowing && $0.key < key }
        guard hasRange || !dates.isEmpty else { return (time(of: key, own), length, nil) }
        var bare = self
        bare.exclusions = []
        bare.changes = changes.filter { $0.value.time.isForFollowing && $0.key < key }
        let time = time(of: key, own)
        let date = dates.first { $0.start.key == key }
        let original = bare.original(time, date?.length ?? length, zone)
        let usual = bare.occurrence(original, bare.rangeChanges(zone), zone)
        return (usual.start, usual.length, usual.change)
    }

    /// Returns whether the series has this occurrence, excluded or not. Also returns `true` if the
    /// budget runs out before the answer is known.
    public func generates(_ key: OccurrenceKey, floatingIn zone: Zone) -> Bool {
        guard key.isOfKind(of: start) else { return false }
        var budget = ExpansionBudget.window
        return original(at: key, zone, budget: &budget) != nil || budget <= 0
    }

    /// Returns the keys of the occurrences, excluded or not, that originally start on a day.
    public func keys(on date: CivilDate, floatingIn zone: Zone) -> [OccurrenceKey] {
        var keys: [OccurrenceKey] = []
        var budget = ExpansionBudget.window
        let from = start.zone(floatingIn: zone).startOfDay(date) - 86_400
        _ = visitOriginals(
            from: from, through: from + 3 * 86_400, zone: zone, budget: &budget
        ) {
            if $0.time.date == date { keys.append($0.key) }
            return true
        }
        return keys
    }

    /// Converts a key of another kind of time to the key of the same occurrence in this series.
    public func key(for key: OccurrenceKey, floatingIn zone: Zone) -> OccurrenceKey {
        guard !key.isOfKind(of: start) else { return key }
        let own = start.zone(floatingIn: zone)
        switch (key, start) {
        case (.instant(let seconds), _): return start.with(own.local(of: seconds)).key
        case (.local(let local), _): return start.with(local).key
        case (.date, _): return time(of: key, own).key
        }
    }
}

extension OccurrenceKey {
    /// Returns whether a series with this start can have this key.
    func isOfKind(of start: EventTime) -> Bool {
        switch (self, start) {
        case (.instant, .zoned), (.local, .floating), (.date, .date): true
        default: false
        }
    }
}
