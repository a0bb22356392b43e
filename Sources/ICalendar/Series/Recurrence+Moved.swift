extension Recurrence {
    /// Moves the whole series to another start. Exclusions, added dates and changes shift by the
    /// same days and wall-clock time. A change keeps a time or length of its own.
    ///
    /// - Returns: the series and the new keys of changes by old ones; `nil` if a rule does not fit.
    public func moved(
        to newStart: EventTime, length newLength: EventLength, floatingIn zone: Zone
    ) -> (moved: Recurrence, keys: [OccurrenceKey: OccurrenceKey])? {
        let shift = newStart.local.seconds(since: start.local)
        var moved = Recurrence(start: newStart, length: newLength)
        moved.rules = rules.map { rule in
            var rule = rule.following(from: start.date, to: newStart.date)
            rule.end = end(rule.end, movedBy: shift, to: newStart, zone)
            return rule
        }
        if generatesStart(floatingIn: zone), !moved.generatesStart(floatingIn: zone) { return nil }
        for date in dates {
            let time = newStart.with(local(date.start, zone).adding(seconds: shift))
            moved.dates.append(
                ExtraDate(start: time, length: newStart.isAllDay ? nil : date.length))
        }
        for key in exclusions {
            moved.exclusions.insert(self.key(key, movedTo: newStart, floatingIn: zone))
        }
        var keys: [OccurrenceKey: OccurrenceKey] = [:]
        for (key, change) in changes {
            let new = self.key(key, movedTo: newStart, floatingIn: zone)
            guard moved.changes[new] == nil else { continue }
            keys[key] = new
            moved.changes[new] = self.change(
                change, key, moved.time(of: new, newStart.zone(floatingIn: zone)), newLength, zone)
        }
        return (moved, keys)
    }

    /// Converts a time to the wall clock of the series.
    private func local(_ time: EventTime, _ zone: Zone) -> LocalTime {
        if case .zoned(_, let own) = start, case .zoned(let local, let other) = time, own != other {
            return own.local(of: other.seconds(of: local))
        }
        return time.local
    }

    /// Returns the new key of an occurrence or an excluded day after a move of the series.
    public func key(
        _ key: OccurrenceKey, movedTo newStart: EventTime, floatingIn zone: Zone
    ) -> OccurrenceKey {
        if case .date(let date) = key, !start.isAllDay {
            return .date(date.adding(days: newStart.date.dayNumber - start.date.dayNumber))
        }
        let shift = newStart.local.seconds(since: start.local)
        var budget = ExpansionBudget.window
        // In a skipped hour the rule's time differs from the wall-clock time of the instant.
        let old =
            original(at: key, zone, budget: &budget)?.time
            ?? time(of: key, start.zone(floatingIn: zone))
        return newStart.with(old.local.adding(seconds: shift)).key
    }

    private func change(
        _ change: EventChange, _ key: OccurrenceKey, _ original: EventTime,
        _ newLength: EventLength, _ zone: Zone
    ) -> EventChange {
        let own = start.zone(floatingIn: zone)
        let isInPlace =
            change.time.start.seconds(floatingIn: zone)
            == time(of: key, own).seconds(floatingIn: zone)
        var change = change
        if isInPlace { change.time.start = original }
        let isOfOneKind = change.time.start.isAllDay == original.isAllDay
        if change.time.length == length, isOfOneKind { change.time.length = newLength }
        return change
    }

    private func end(
        _ end: RuleEnd, movedBy shift: Int64, to newStart: EventTime, _ zone: Zone
    ) -> RuleEnd {
        let own = start.zone(floatingIn: zone)
        let local: LocalTime
        switch end {
        case .never, .count: return end
        case .date(let date):
            return .date(date.adding(days: newStart.date.dayNumber - start.date.dayNumber))
        case .local(let time): local = time.adding(seconds: shift)
        case .instant(let seconds): local = own.local(of: seconds).adding(seconds: shift)
        }
        switch newStart {
        case .zoned(_, let zone): return .instant(zone.seconds(of: local))
        case .floating: return .local(local)
        case .date: return .date(local.date)
        }
    }

    /// Returns the series with other rules. Drops the added dates, and the exclusions and changes
    /// whose occurrences the new rules don't generate.
    public func with(
        rules newRules: [RecurrenceRule], floatingIn zone: Zone, budget: inout Int
    ) -> Recurrence {
        var series = Recurrence(start: start, length: length, rules: newRules)
        for key in exclusions where series.isGenerated(key, zone, budget: &budget) {
            series.exclusions.insert(key)
        }
        for (key, change) in changes where series.isGenerated(key, zone, budget: &budget) {
            series.changes[key] = change
        }
        return series
    }

    private func isGenerated(_ key: OccurrenceKey, _ zone: Zone, budget: inout Int) -> Bool {
        if case .date(let date) = key, !start.isAllDay {
            let from = zone.startOfDay(date) - 86_400
            var isFound = false
            _ = visitOriginals(from: from, through: from + 3 * 86_400, zone: zone, budget: &budget)
            {
                isFound = isFound || $0.time.date == date
                return !isFound
            }
            return isFound
        }
        return original(at: key, zone, budget: &budget) != nil
    }
}
