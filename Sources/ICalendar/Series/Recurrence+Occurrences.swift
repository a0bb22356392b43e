extension Recurrence {
    /// Returns the occurrences within a window, in order, after all changes and exclusions. A
    /// changed occurrence counts where it was moved to.
    ///
    /// - Parameters:
    ///   - from: the start of the window, in Unix seconds.
    ///   - to: the exclusive end, in Unix seconds.
    ///   - zone: the venue's, for floating times and days.
    ///   - limit: the maximum number of occurrences.
    ///   - budget: the steps left, from which the expansion subtracts.
    public func occurrences(
        from: Int64, to: Int64, floatingIn zone: Zone, limit: Int = 500, budget: inout Int
    ) -> Expansion {
        let ranges = rangeChanges(zone)
        // How long before the window an occurrence may begin and still reach into it.
        var reach = length.secondsMax
        for date in dates { reach = max(reach, date.length?.secondsMax ?? 0) }
        var back: Int64 = 0
        for range in ranges {
            reach = max(reach, range.change.length.secondsMax + range.shift + 86_400)
            back = max(back, -range.shift + 86_400)
        }
        var found: [Occurrence] = []
        var isCapped = false
        let isComplete = visitOriginals(
            from: from - reach - 1, through: to + back, zone: zone, budget: &budget
        ) { original in
            guard changes.isEmpty || !isChangedAlone(original.key), !isExcluded(original) else {
                return true
            }
            let occurrence = occurrence(original, ranges, zone)
            guard occurrence.touches(from, to) else { return true }
            found.append(occurrence)
            isCapped = isCapped || found.count > limit
            return found.count <= limit
        }
        budget -= changes.count * 2
        for (key, change) in changes where !change.time.isForFollowing {
            let occurrence = occurrence(key, change.time, zone)
            if occurrence.touches(from, to), !isExcluded(key, zone) { found.append(occurrence) }
        }
        found.sort {
            ($0.startSeconds, $0.key.order) < ($1.startSeconds, $1.key.order)
        }
        if rules.count + dates.count > 0, found.count > 1 { found = Self.unique(found) }
        isCapped = isCapped || !isComplete || found.count > limit
        return Expansion(occurrences: Array(found.prefix(limit)), isCapped: isCapped)
    }

    /// Returns the keys of occurrences that other rules from the same start generate too.
    ///
    /// - Returns: `nil` if the series has no end or more than `datesMax` occurrences.
    func keys(
        generatedBy others: [RecurrenceRule], floatingIn zone: Zone
    ) -> Set<OccurrenceKey>? {
        var budget = ExpansionBudget.window
        let all = occurrences(
            from: -1 << 40, to: Self.instantMax, floatingIn: zone, limit: Self.datesMax,
            budget: &budget)
        guard !all.isCapped, let last = all.occurrences.last else { return nil }
        let keys = Set(all.occurrences.map(\.key))
        let other = Recurrence(start: start, length: length, rules: others)
        var found: Set<OccurrenceKey> = []
        for place in others.indices {
            let isComplete = other.visitRule(
                place, from: .min, through: last.startSeconds, zone: zone, budget: &budget
            ) {
                if keys.contains($0.key) { found.insert($0.key) }
                return true
            }
            if !isComplete { return nil }
        }
        return found
    }

    /// Removes duplicates: occurrences of two rules, or two times that mean the same instant.
    private static func unique(_ sorted: [Occurrence]) -> [Occurrence] {
        var seen: Set<OccurrenceKey> = []
        return sorted.filter { seen.insert($0.key).inserted }
    }

    /// Returns the occurrence with a key after changes, or `nil` if it is excluded or missing.
    public func occurrence(
        at key: OccurrenceKey, floatingIn zone: Zone, budget: inout Int
    ) -> Occurrence? {
        guard !isExcluded(key, zone) else { return nil }
        if let change = changes[key] { return occurrence(key, change.time, zone) }
        return original(at: key, zone, budget: &budget).map {
            occurrence($0, rangeChanges(zone), zone)
        }
    }

    /// Returns the first occurrence by original start that is not excluded.
    public func first(floatingIn zone: Zone, budget: inout Int) -> Occurrence? {
        let ranges = rangeChanges(zone)
        var earliest: Original?
        _ = visitOriginals(
            from: .min, through: Self.instantMax, zone: zone, budget: &budget
        ) { original in
            guard !isExcluded(original) else { return true }
            if original.seconds < earliest?.seconds ?? .max { earliest = original }
            return false
        }
        let change = changes.filter { !isExcluded($0.key, zone) }.min { $0.key < $1.key }
        if let change, change.key.order < earliest?.key.order ?? .max {
            return occurrence(change.key, change.value.time, zone)
        }
        return earliest.map { original in
            changes[original.key].map { occurrence(original.key, $0.time, zone) }
                ?? occurrence(original, ranges, zone)
        }
    }
}
