extension Recurrence {
    /// Splits the series for an edit of *this and following*. The first part ends by UNTIL before
    /// the occurrence. The second begins at its original start, with COUNT reduced accordingly.
    /// Exclusions, changes and added dates go to their sides.
    ///
    /// - Returns: `nil` if the occurrence is missing or the first, or if the budget runs out.
    public func split(
        at key: OccurrenceKey, floatingIn zone: Zone, budget: inout Int
    ) -> (before: Recurrence, after: Recurrence)? {
        guard let first = first(floatingIn: zone, budget: &budget), first.key < key,
            occurrence(at: key, floatingIn: zone, budget: &budget) != nil
        else { return nil }
        let own = start.zone(floatingIn: zone)
        let original = original(at: key, zone, budget: &budget)
        let time = original?.time ?? time(of: key, own)
        let seconds = original?.seconds ?? time.seconds(floatingIn: zone)
        var before = self
        var after = self
        before.dates = dates.filter { $0.start.key < key }
        after.dates = dates.filter { $0.start.key >= key }
        before.exclusions = exclusions.filter { isBefore($0, key, time) }
        after.exclusions = exclusions.subtracting(before.exclusions)
        before.changes = changes.filter { $0.key < key }
        after.changes = changes.filter { $0.key >= key }
        before.rules = rules.map { rule in
            var rule = rule
            rule.end = min(rule.end, endBefore(time, seconds), zone)
            return rule
        }
        guard
            let rest = rest(from: seconds, zone, budget: &budget)
        else { return nil }
        after.rules = rest.rules
        after.start = rest.start ?? time
        if rest.start == nil { after.dates.removeAll { $0.start.key == key && $0.length == nil } }
        carryRange(before: key, time, zone, into: &after)
        return (before, after)
    }

    private func isBefore(
        _ exclusion: OccurrenceKey, _ key: OccurrenceKey, _ time: EventTime
    ) -> Bool {
        if case .date(let date) = exclusion, !start.isAllDay { return date < time.date }
        return exclusion < key
    }

    /// Returns the UNTIL of a series that ends before an occurrence.
    private func endBefore(_ time: EventTime, _ seconds: Int64) -> RuleEnd {
        switch time {
        case .zoned: .instant(seconds - 1)
        case .floating(let local): .local(local.adding(seconds: -1))
        case .date(let date): .date(date.adding(days: -1))
        }
    }

    /// Returns the earlier of two ends. A COUNT always gives way.
    private func min(_ end: RuleEnd, _ other: RuleEnd, _ zone: Zone) -> RuleEnd {
        let own = start.zone(floatingIn: zone)
        let instant = { (end: RuleEnd) -> Int64 in
            switch end {
            case .never, .count: .max
            case .date(let date): own.seconds(of: LocalTime(date: date, secondOfDay: 86_399))
            case .local(let local): own.seconds(of: local)
            case .instant(let seconds): seconds
            }
        }
        return instant(end) < instant(other) ? end : other
    }

    /// Returns the rules from an occurrence on, and the first time that one of them generates.
    ///
    /// - Returns: `nil` if the earlier occurrences can't be counted within the budget.
    private func rest(
        from seconds: Int64, _ zone: Zone, budget: inout Int
    ) -> (rules: [RecurrenceRule], start: EventTime?)? {
        var rest: [RecurrenceRule] = []
        var start: Original?
        let beginsItself = generatesStart(floatingIn: zone)
        for (place, rule) in rules.enumerated() {
            var rule = rule
            var next: Original?
            _ = visitRule(
                place, from: seconds, through: .max - 86_400, zone: zone, budget: &budget
            ) {
                next = $0
                return false
            }
            guard let next else { continue }
            if case .count(let count) = rule.end {
                // COUNT includes a start that the rule does not generate.
                var passed = beginsItself ? 0 : 1
                let isComplete = visitRule(
                    place, from: .min, through: seconds - 1, zone: zone, budget: &budget
                ) { _ in
                    passed += 1
                    return true
                }
                guard isComplete else { return nil }
                rule.end = .count(max(1, count - passed))
            }
            rest.append(rule)
            if next.seconds < start?.seconds ?? .max { start = next }
        }
        return (rest, start?.time)
    }

    /// Applies an earlier THISANDFUTURE change to the start of the second series.
    private func carryRange(
        before key: OccurrenceKey, _ time: EventTime, _ zone: Zone, into after: inout Recurrence
    ) {
        guard let range = rangeChanges(zone).last(where: { $0.key <= key }), range.key != key,
            after.changes[key] == nil, var change = changes[range.key]
        else { return }
        change.time.start = time.with(time.local.adding(seconds: range.shift))
        after.changes[key] = change
    }
}
