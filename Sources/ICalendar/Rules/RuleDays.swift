/// The days that a rule selects, by the table of RFC 5545 3.3.10.
struct RuleDays: Sendable {
    private let frequency: RuleFrequency
    private let weekStart: Weekday
    private let countsInYear: Bool
    private var days: [RuleDay]
    private var monthDays: [Int]
    private let yearDays: [Int]
    private let weeks: [Int]
    private(set) var months: [Int]

    /// - Parameter start: the day of the first occurrence, which supplies what the rule leaves out.
    init(_ rule: RecurrenceRule, start: CivilDate) {
        frequency = rule.frequency
        weekStart = rule.weekStart
        days = rule.days
        monthDays = rule.list(.monthDays)
        yearDays = rule.list(.yearDays)
        weeks = rule.list(.weeks)
        months = rule.list(.months)
        countsInYear = rule.countsInYear
        let namesDays = !days.isEmpty || !monthDays.isEmpty || !yearDays.isEmpty
        guard !namesDays else { return }
        switch frequency {
        case .yearly where weeks.isEmpty:
            monthDays = [start.day]
            if months.isEmpty { months = [start.month] }
        case .monthly: monthDays = [start.day]
        case .yearly, .weekly: days = [RuleDay(weekday: start.weekday, ordinal: 0)]
        default: break
        }
    }

    /// Returns the steps that checking some days costs, at about a hundred comparisons a step.
    func cost(ofDays count: Int) -> Int {
        let comparisons = 5 + monthDays.count + yearDays.count + weeks.count * 8 + days.count
        return count * comparisons / 100
    }

    /// Appends the days of a month that the rule selects.
    func append(year: Int, month: Int, to found: inout [Int]) {
        guard months.isEmpty || months.contains(month) else { return }
        let first = CivilDate(checkedYear: year, month: month, day: 1).dayNumber
        for day in 1...CivilDate.dayCount(ofMonth: month, year: year)
        where contains(year, month, day, first + day - 1) {
            found.append(first + day - 1)
        }
    }

    func contains(_ date: CivilDate) -> Bool {
        let (year, month, day) = date.parts
        guard months.isEmpty || months.contains(month) else { return false }
        return contains(year, month, day, date.dayNumber)
    }

    private func contains(_ year: Int, _ month: Int, _ day: Int, _ number: Int) -> Bool {
        if !monthDays.isEmpty {
            let fromEnd = day - CivilDate.dayCount(ofMonth: month, year: year) - 1
            guard monthDays.contains(day) || monthDays.contains(fromEnd) else { return false }
        }
        if !yearDays.isEmpty {
            let place = number - CivilDate(checkedYear: year, month: 1, day: 1).dayNumber
            let fromEnd = place - (CivilDate.isLeap(year) ? 366 : 365)
            guard yearDays.contains(place + 1) || yearDays.contains(fromEnd) else { return false }
        }
        if !weeks.isEmpty, !hasWeek(year, number) { return false }
        return days.isEmpty || hasWeekday(year, month, day, number)
    }

    private func hasWeekday(_ year: Int, _ month: Int, _ day: Int, _ number: Int) -> Bool {
        let weekday = CivilDate(dayNumber: number).weekday
        return days.contains { named in
            guard named.weekday == weekday else { return false }
            guard named.ordinal != 0 else { return true }
            let place: Int
            let count: Int
            if countsInYear {
                place = number - CivilDate(checkedYear: year, month: 1, day: 1).dayNumber
                count = CivilDate.isLeap(year) ? 366 : 365
            } else {
                place = day - 1
                count = CivilDate.dayCount(ofMonth: month, year: year)
            }
            return named.ordinal > 0
                ? place / 7 + 1 == named.ordinal : (count - 1 - place) / 7 + 1 == -named.ordinal
        }
    }

    /// Returns whether a day is in a week of BYWEEKNO. The first week of a year is the first with
    /// at least four days in it, so a day near new year may be in a week of the adjacent year.
    private func hasWeek(_ year: Int, _ number: Int) -> Bool {
        var first = firstWeek(of: year)
        var next = firstWeek(of: year + 1)
        if number < first {
            (first, next) = (firstWeek(of: year - 1), first)
        } else if number >= next {
            (first, next) = (next, firstWeek(of: year + 2))
        }
        let week = (number - first) / 7
        return weeks.contains(week + 1) || weeks.contains(week - (next - first) / 7)
    }

    private func firstWeek(of year: Int) -> Int {
        let fourth = CivilDate(checkedYear: year, month: 1, day: 4)
        return fourth.dayNumber
            - CivilDate.modulo(fourth.weekday.rawValue - weekStart.rawValue, 7)
    }
}
