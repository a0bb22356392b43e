/// An occurrence as the rules and dates generate it, before any change.
struct Original {
    let time: EventTime
    /// Unix seconds.
    let seconds: Int64
    var length: EventLength
    let key: OccurrenceKey
}

extension Recurrence {
    /// The maximum number of steps for counting the occurrences of a rule with COUNT.
    static let countedMax = 20_000
    /// The last instant to which rules are followed: the start of 2300, in Unix seconds.
    static let instantMax: Int64 = 10_413_792_000

    /// Returns the occurrence at the start, which exists even if no rule generates it.
    func first(_ zone: Zone) -> Original { original(start, length, zone) }

    func original(_ time: EventTime, _ length: EventLength, _ zone: Zone) -> Original {
        let seconds = time.seconds(floatingIn: zone)
        return Original(time: time, seconds: seconds, length: length, key: key(time, seconds))
    }

    private func key(_ time: EventTime, _ seconds: Int64) -> OccurrenceKey {
        if case .zoned = time { .instant(seconds) } else { time.key }
    }

    /// Visits the originals from `lower` through `upper`: the start, each rule, then the RDATEs,
    /// each source in its own order. `visit` returns `false` to skip to the next source.
    ///
    /// - Returns: `false` if the budget ran out.
    func visitOriginals(
        from lower: Int64, through upper: Int64, zone: Zone, budget: inout Int,
        _ visit: (Original) -> Bool
    ) -> Bool {
        let first = first(zone)
        let lengths = ownLengths
        func visitWhole(_ original: Original) -> Bool {
            guard let length = lengths[original.key] else { return visit(original) }
            var original = original
            original.length = length
            return visit(original)
        }
        if first.seconds >= lower, first.seconds <= upper { _ = visitWhole(first) }
        var isComplete = true
        for place in rules.indices {
            isComplete =
                visitRule(
                    place, from: lower, through: upper, zone: zone, budget: &budget,
                    // The start has been visited already.
                    { $0.seconds <= first.seconds || visitWhole($0) }) && isComplete
        }
        budget -= dates.count / 4
        for date in dates {
            let original = original(date.start, length, zone)
            if original.seconds >= lower, original.seconds <= upper { _ = visitWhole(original) }
        }
        return isComplete
    }

    /// The lengths that RDATEs set, by occurrence. They also apply to occurrences of a rule.
    private var ownLengths: [OccurrenceKey: EventLength] {
        var lengths: [OccurrenceKey: EventLength] = [:]
        for date in dates where date.length != nil { lengths[date.start.key] = date.length }
        return lengths
    }

    /// Visits the occurrences of one rule.
    ///
    /// - Returns: `false` if the budget ran out.
    func visitRule(
        _ place: Int, from lower: Int64, through upper: Int64, zone: Zone, budget: inout Int,
        _ visit: (Original) -> Bool
    ) -> Bool {
        let rule = rules[place]
        budget -= rule.partCount / 4
        let own = start.zone(floatingIn: zone)
        let upper = min(upper, Self.instantMax)
        guard !rule.isBelowDaily else {
            return visitElapsed(
                place, from: lower, through: upper, zone: zone, budget: &budget, visit)
        }
        let limit = wallLimit(of: place, through: upper, zone: zone, budget: &budget)
        // Widen by a day on both sides to cover any offset change.
        let last = own.local(of: upper).wallSeconds + 86_400
        let from = lower == .min ? nil : own.local(of: max(lower, -1 << 40)).wallSeconds - 86_400
        var walk = DayWalk(rule, start: start.local, isAllDay: start.isAllDay, from: from)
        while let wall = walk.next(through: min(last, limit.wall), budget: &budget) {
            let time = start.with(LocalTime(wallSeconds: wall))
            let original = original(time, length, zone)
            if original.seconds < lower { continue }
            if original.seconds > min(upper, limit.seconds) { return true }
            if !visit(original) { return true }
        }
        return budget > 0 && (limit.isExact || last <= limit.wall)
    }

    private func visitElapsed(
        _ place: Int, from lower: Int64, through upper: Int64, zone: Zone, budget: inout Int,
        _ visit: (Original) -> Bool
    ) -> Bool {
        // RFC 5545 3.3.10: an all-day event can't repeat within a day.
        guard !start.isAllDay else { return true }
        let limit = wallLimit(of: place, through: upper, zone: zone, budget: &budget)
        var walk = elapsedWalk(place, zone, from: lower == .min ? nil : lower)
        let own = elapsedZone
        while let instant = walk.next(
            through: min(upper, limit.seconds) + 86_400, budget: &budget)
        {
            let original = elapsed(instant, own, zone)
            if original.seconds < lower { continue }
            if original.seconds > min(upper, limit.seconds) { break }
            if case .floating(let local) = original.time, local.wallSeconds > limit.wall { break }
            if !visit(original) { return true }
        }
        return budget > 0 && (limit.isExact || upper <= limit.seconds)
    }

    /// The zone in which time elapses. Floating time has no offset changes, so it elapses as UTC.
    private var elapsedZone: Zone {
        if case .zoned(_, let zone) = start { zone } else { .utc }
    }

    private func elapsedWalk(_ place: Int, _ zone: Zone, from lower: Int64?) -> ElapsedWalk {
        let own = elapsedZone
        let begin = own.seconds(of: start.local)
        // A floating walk runs on UTC's clock. Convert the bound to the venue's wall clock.
        let lower = lower.map { lower in
            if case .floating = start { zone.local(of: lower).wallSeconds - 86_400 } else { lower }
        }
        return ElapsedWalk(rules[place], start: begin, zone: own, from: lower)
    }

    private func elapsed(_ instant: Int64, _ own: Zone, _ zone: Zone) -> Original {
        let local = own.local(of: instant)
        guard case .zoned = start else { return original(start.with(local), length, zone) }
        return Original(
            time: .zoned(local, own), seconds: instant, length: length, key: .instant(instant))
    }
}

extension Recurrence {
    /// The end of a rule in wall seconds and in Unix seconds. `isExact` is `false` if the rule has
    /// more occurrences than could be counted.
    struct Limit {
        var wall = Int64.max
        var seconds = Int64.max
        var isExact = true
    }

    /// - Parameter upper: the last instant of interest, in Unix seconds.
    private func wallLimit(
        of place: Int, through upper: Int64, zone: Zone, budget: inout Int
    ) -> Limit {
        let rule = rules[place]
        switch rule.end {
        case .never: return Limit()
        case .date(let date):
            let wall = LocalTime(date: date, secondOfDay: 86_399)
            return limit(wall, rule, zone)
        case .local(let local):
            return limit(start.isAllDay ? LocalTime(date: local.date) : local, rule, zone)
        case .instant(let seconds):
            if start.isAllDay {
                return Limit(wall: LocalTime(wallSeconds: seconds).date.wallSeconds)
            }
            let own = start.zone(floatingIn: zone)
            let wall = own.local(of: seconds).wallSeconds + 86_400
            return Limit(wall: wall, seconds: seconds)
        case .count(let count):
            // COUNT includes the start.
            guard upper > start.seconds(floatingIn: zone) else { return Limit() }
            let bound = bounds.bound(of: place) { counted(place, count) }
            budget -= bound.steps
            var limit = rule.isBelowDaily ? elapsedLimit(bound.last) : Limit(wall: bound.last)
            limit.isExact = bound.isExact
            return limit
        }
    }

    private func limit(_ wall: LocalTime, _ rule: RecurrenceRule, _ zone: Zone) -> Limit {
        guard rule.isBelowDaily, case .zoned(_, let own) = start else {
            return Limit(wall: wall.wallSeconds)
        }
        return Limit(seconds: own.seconds(of: wall))
    }

    private func elapsedLimit(_ last: Int64) -> Limit {
        if case .zoned = start { Limit(seconds: last) } else { Limit(wall: last) }
    }

    /// Finds the last occurrence of a rule with COUNT, which includes the start in any case.
    private func counted(_ place: Int, _ count: Int) -> RuleBounds.Bound {
        let rule = rules[place]
        guard rule.isBelowDaily else { return countedDays(rule, count) }
        let begin = elapsedZone.seconds(of: start.local)
        var walk = elapsedWalk(place, .utc, from: nil)
        if rule.isPlain {
            let (passed, overflow) = walk.step.multipliedReportingOverflow(by: Int64(count - 1))
            return RuleBounds.Bound(last: overflow ? .max : begin + min(passed, Self.instantMax))
        }
        return counted(count, from: begin) { walk.next(through: Self.instantMax, budget: &$0) }
    }

    private func countedDays(_ rule: RecurrenceRule, _ count: Int) -> RuleBounds.Bound {
        let begin = start.local.wallSeconds
        var walk = DayWalk(rule, start: start.local, isAllDay: start.isAllDay)
        guard rule.isRegular else {
            return counted(count, from: begin) { walk.next(through: Self.instantMax, budget: &$0) }
        }
        var budget = 100
        guard count > 1, let first = walk.next(through: Self.instantMax, budget: &budget) else {
            return RuleBounds.Bound(last: begin)
        }
        let left = first == begin ? count - 1 : count - 2
        let last = left == 0 ? first : walk.regular(left, through: Self.instantMax)
        return RuleBounds.Bound(last: last ?? .max)
    }

    private func counted(
        _ count: Int, from begin: Int64, _ next: (inout Int) -> Int64?
    ) -> RuleBounds.Bound {
        var budget = Self.countedMax
        var bound = RuleBounds.Bound(last: begin)
        var left = count - 1
        while left > 0, let found = next(&budget) {
            if found == begin { continue }
            bound.last = found
            left -= 1
        }
        bound.isExact = budget > 0 || left == 0
        bound.steps = Self.countedMax - budget
        return bound
    }

    /// Returns whether a rule generates the start. Returns `true` if there are no rules.
    public func generatesStart(floatingIn zone: Zone) -> Bool {
        let seconds = first(zone).seconds
        return rules.isEmpty
            || rules.indices.contains { place in
                var budget = 1000
                var isFound = false
                _ = visitRule(
                    place, from: .min, through: seconds, zone: zone, budget: &budget
                ) {
                    isFound = isFound || $0.seconds == seconds
                    return !isFound
                }
                return isFound
            }
    }
}

extension CivilDate {
    var wallSeconds: Int64 { Int64(dayNumber) * 86_400 }
}
