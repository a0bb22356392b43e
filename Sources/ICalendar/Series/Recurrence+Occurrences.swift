extension Recurrence {
    /// What happens within a time, in order, after all changes and exclusions. A changed occurrence that
    /// was moved into that time is there; one that was moved out of it is not.
    ///
    /// - Parameters:
    ///   - from: Unix seconds.
    ///   - to: exclusive.
    ///   - zone: the venue's, for floating times and days.
    ///   - limit: the most occurrences that are returned.
    ///   - budget: what is left of the steps; an expansion takes from it.
    public func occurrences(
        from: Int64, to: Int64, floatingIn zone: Zone, limit: Int = 500, budget: inout Int
    ) -> Expansion {
        let ranges = rangeChanges(zone)
        // How far before the window something may begin that reaches into it.
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
        for (key, change) in changes
        where !change.isForFollowing || !ranges.contains(where: { $0.key == key }) {
            let occurrence = occurrence(key, change, zone)
            if occurrence.touches(from, to), !isExcluded(key, zone) { found.append(occurrence) }
        }
        found.sort {
            ($0.startSeconds, $0.key.order) < ($1.startSeconds, $1.key.order)
        }
        if rules.count + dates.count > 0, found.count > 1 { found = Self.unique(found) }
        isCapped = isCapped || !isComplete || found.count > limit
        return Expansion(occurrences: Array(found.prefix(limit)), isCapped: isCapped)
    }

    /// Leaves out what two rules generate, or a rule at two times that mean one instant.
    private static func unique(_ sorted: [Occurrence]) -> [Occurrence] {
        var seen: Set<OccurrenceKey> = []
        return sorted.filter { seen.insert($0.key).inserted }
    }

    /// The occurrence of this name, where it is now. Returns `nil` when there is none, or it is
    /// excluded.
    public func occurrence(
        at key: OccurrenceKey, floatingIn zone: Zone, budget: inout Int
    ) -> Occurrence? {
        guard !isExcluded(key, zone) else { return nil }
        if let change = changes[key] { return occurrence(key, change, zone) }
        return original(at: key, zone, budget: &budget).map {
            occurrence($0, rangeChanges(zone), zone)
        }
    }

    /// The first occurrence that is left, by its original start. Returns `nil` when none is.
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
            return occurrence(change.key, change.value, zone)
        }
        return earliest.map { original in
            changes[original.key].map { occurrence(original.key, $0, zone) }
                ?? occurrence(original, ranges, zone)
        }
    }

    /// No occurrence ends after this, in Unix seconds. Returns `nil` for a series without an end, and for
    /// one that is too long to be counted.
    public func lastEnd(floatingIn zone: Zone) -> Int64? {
        let own = start.zone(floatingIn: zone)
        var reach = length.secondsMax
        for range in rangeChanges(zone) {
            reach = max(reach, range.change.length.secondsMax + max(0, range.shift) + 86_400)
        }
        var last = length.end(of: start, floatingIn: zone)
        for place in rules.indices {
            let limit = wallLimit(of: place, zone: zone)
            guard limit.isExact, min(limit.wall, limit.seconds) < Self.instantMax else {
                return nil
            }
            let end =
                limit.seconds < .max
                ? limit.seconds : own.seconds(of: LocalTime(wallSeconds: limit.wall))
            // Summer time may have ended in between.
            last = max(last, end + reach + 86_400)
        }
        for date in dates {
            let end = (date.length ?? length).end(of: date.start, floatingIn: zone)
            last = max(last, end + reach)
        }
        for change in changes.values {
            last = max(last, change.length.end(of: change.start, floatingIn: zone))
        }
        return last
    }

    /// No occurrence begins before this, in Unix seconds.
    public func firstStart(floatingIn zone: Zone) -> Int64 {
        let shift = rangeChanges(zone).map { min(0, $0.shift) - 86_400 }.min() ?? 0
        var first = start.seconds(floatingIn: zone) + shift
        for date in dates { first = min(first, date.start.seconds(floatingIn: zone) + shift) }
        for change in changes.values {
            first = min(first, change.start.seconds(floatingIn: zone))
        }
        return first
    }
}
