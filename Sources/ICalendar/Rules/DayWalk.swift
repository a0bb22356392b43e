/// Iterates over the occurrences of a DAILY, WEEKLY, MONTHLY or YEARLY rule in wall-clock time,
/// period by period. An empty period also costs a step, so every walk ends.
struct DayWalk {
    private let frequency: RuleFrequency
    private let interval: Int
    private let days: RuleDays
    private let times: RuleTimes
    private let timesOfDay: TimeProduct
    /// The first period: its day number, its month counted from year 0, or its year.
    private let origin: Int
    private var period = 0
    /// The earliest occurrence to return, in wall seconds.
    private let lower: Int64
    /// The days of the current period, and the indices of the times that BYSETPOS picks. The times
    /// are computed on demand, because there may be millions.
    private var named: [Int] = []
    private var picks: [Int]?
    private var count = 0
    private var place = 0

    /// - Parameters:
    ///   - isAllDay: ignores the times of day (RFC 5545 3.3.10).
    ///   - lower: skips earlier occurrences, in wall seconds; `nil` when occurrences are counted.
    init(_ rule: RecurrenceRule, start: LocalTime, isAllDay: Bool, from lower: Int64? = nil) {
        frequency = rule.frequency
        interval = rule.interval
        days = RuleDays(rule, start: start.date)
        times = RuleTimes(rule)
        timesOfDay =
            isAllDay
            ? TimeProduct(hours: [0], minutes: [0], seconds: [0])
            : times.ofDay(start: start.secondOfDay)
        self.lower = max(start.wallSeconds, lower ?? .min)
        let date = start.date
        switch frequency {
        case .weekly:
            let offset = date.weekday.rawValue - rule.weekStart.rawValue
            origin = date.dayNumber - CivilDate.modulo(offset, 7)
        case .monthly: origin = date.year * 12 + date.month - 1
        case .yearly: origin = date.year
        default: origin = date.dayNumber
        }
        if self.lower > start.wallSeconds { period = Self.period(of: self.lower, self) }
    }

    /// Returns the index of the period that contains a time, or of one shortly before it.
    private static func period(of wall: Int64, _ walk: DayWalk) -> Int {
        let date = LocalTime(wallSeconds: wall).date
        let distance: Int
        switch walk.frequency {
        case .weekly: distance = (date.dayNumber - walk.origin) / 7
        case .monthly: distance = date.year * 12 + date.month - 1 - walk.origin
        case .yearly: distance = date.year - walk.origin
        default: distance = date.dayNumber - walk.origin
        }
        return max(0, distance / walk.interval)
    }

    /// Returns the next occurrence in wall seconds, or `nil` after `upper` or without budget.
    mutating func next(through upper: Int64, budget: inout Int) -> Int64? {
        while place == count {
            guard budget > 0, !isPast(upper) else { return nil }
            budget -= 1
            fill(budget: &budget)
            period += 1
        }
        budget -= 1
        let time = time(place)
        guard time <= upper else { return nil }
        place += 1
        return time
    }

    /// Returns the nth occurrence after the last one returned, or `nil` if it is after `upper`. The
    /// rule must have equally many occurrences in each period.
    mutating func regular(_ number: Int, through upper: Int64) -> Int64? {
        let place = place + number - 1
        guard place >= count else { return time(place) }
        let (periods, rest) = (place - count).quotientAndRemainder(dividingBy: count)
        period += periods
        guard !isPast(upper) else { return nil }
        var budget = 0
        fill(budget: &budget)
        return time(rest)
    }

    /// Returns whether the next period begins after a time.
    private func isPast(_ upper: Int64) -> Bool {
        let (offset, overflow) = period.multipliedReportingOverflow(by: interval)
        // Beyond any supported year.
        guard !overflow, offset < 1 << 40 else { return true }
        let first: Int
        switch frequency {
        case .weekly: first = origin + offset * 7
        case .monthly:
            let month = origin + offset
            first = CivilDate(checkedYear: month / 12, month: month % 12 + 1, day: 1).dayNumber
        case .yearly:
            first = CivilDate(checkedYear: origin + offset, month: 1, day: 1).dayNumber
        default: first = origin + offset
        }
        return first > LocalTime(wallSeconds: upper).date.dayNumber
    }

    private mutating func fill(budget: inout Int) {
        named.removeAll(keepingCapacity: true)
        let offset = period * interval
        switch frequency {
        case .weekly:
            budget -= days.cost(ofDays: 7)
            for day in origin + offset * 7..<origin + offset * 7 + 7
            where days.contains(CivilDate(dayNumber: day)) {
                named.append(day)
            }
        case .monthly:
            let month = origin + offset
            budget -= days.cost(ofDays: 31)
            days.append(year: month / 12, month: month % 12 + 1, to: &named)
        case .yearly:
            budget -= 1 + days.cost(ofDays: 31 * (days.months.isEmpty ? 12 : days.months.count))
            for month in 1...12 { days.append(year: origin + offset, month: month, to: &named) }
        default:
            budget -= days.cost(ofDays: 1)
            if days.contains(CivilDate(dayNumber: origin + offset)) {
                named.append(origin + offset)
            }
        }
        count = named.count * timesOfDay.count
        picks = times.places(of: count)
        if let picks {
            count = picks.count
            budget -= count / 4
        }
        skip()
    }

    /// Skips the times of the period before `lower`.
    private mutating func skip() {
        place = 0
        var end = count
        while place < end {
            let middle = (place + end) / 2
            if time(middle) < lower { place = middle + 1 } else { end = middle }
        }
    }

    private func time(_ place: Int) -> Int64 {
        let (day, time) = (picks?[place] ?? place).quotientAndRemainder(
            dividingBy: timesOfDay.count)
        return Int64(named[day]) * 86_400 + Int64(timesOfDay[time])
    }
}
