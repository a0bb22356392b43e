/// Iterates over the occurrences of an HOURLY, MINUTELY or SECONDLY rule. The interval is elapsed
/// time, so an offset change neither adds nor drops an occurrence; BYHOUR and the like are local.
struct ElapsedWalk {
    private let frequency: RuleFrequency
    let step: Int64
    private let days: RuleDays
    private let times: RuleTimes
    private let zone: Zone
    private let start: Int64
    private let lower: Int64
    private var period: Int64 = 0
    private var found: [Int64] = []
    private var place = 0
    private var isOver = false

    /// - Parameters:
    ///   - start: Unix seconds.
    ///   - lower: skips earlier occurrences, in Unix seconds; `nil` when occurrences are counted.
    init(_ rule: RecurrenceRule, start: Int64, zone: Zone, from lower: Int64? = nil) {
        frequency = rule.frequency
        let unit: Int64 =
            switch rule.frequency {
            case .hourly: 3600
            case .minutely: 60
            default: 1
            }
        step = Int64(rule.interval) * unit
        days = RuleDays(rule, start: zone.local(of: start).date)
        times = RuleTimes(rule)
        self.zone = zone
        self.start = start
        self.lower = max(start, lower ?? .min)
        if self.lower > start { period = max(0, (self.lower - start) / step - 1) }
    }

    /// Returns the next occurrence in Unix seconds, or `nil` after `upper` or without budget.
    mutating func next(through upper: Int64, budget: inout Int) -> Int64? {
        while place == found.count {
            guard budget > 0, !isOver else { return nil }
            budget -= 1
            let instant = start + period * step
            guard instant - 3600 <= upper else { return nil }
            fill(instant)
            budget -= found.count / 4 + days.cost(ofDays: 1)
        }
        budget -= 1
        guard found[place] <= upper else { return nil }
        place += 1
        return found[place - 1]
    }

    /// Finds the occurrences of the period at this instant, and moves to the next candidate period.
    private mutating func fill(_ instant: Int64) {
        found.removeAll(keepingCapacity: true)
        place = 0
        let local = zone.local(of: instant)
        guard days.contains(local.date) else {
            move(to: max(instant + 1, zone.startOfDay(local.date.adding(days: 1))))
            return
        }
        let hour = local.secondOfDay / 3600
        guard times.hours.isEmpty || times.hours.contains(hour) else {
            move(to: instant - Int64(local.secondOfDay % 3600) + 3600)
            return
        }
        let minute = local.secondOfDay / 60 % 60
        let second = local.secondOfDay % 60
        var minutes = [minute]
        var seconds = [second]
        if !times.minutes.isEmpty {
            if frequency == .hourly {
                minutes = times.minutes
            } else if !times.minutes.contains(minute) {
                move(to: instant - Int64(second) + 60)
                return
            }
        }
        if !times.seconds.isEmpty {
            if frequency == .secondly {
                seconds = times.seconds.filter { $0 == second }
            } else {
                seconds = times.seconds
            }
        }
        period += 1
        let first = instant - Int64(minute * 60 + second)
        let all = TimeProduct(hours: [0], minutes: minutes, seconds: seconds)
        found = (times.places(of: all.count) ?? Array(0..<all.count))
            .map { first + Int64(all[$0]) }.filter { $0 >= lower }
    }

    /// Moves to the first period that begins at an instant or later.
    private mutating func move(to instant: Int64) {
        period = max(period + 1, (instant - start + step - 1) / step)
        // Beyond any supported year.
        isOver = start + period * step > 1 << 40
    }
}
