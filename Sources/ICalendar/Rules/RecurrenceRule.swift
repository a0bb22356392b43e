/// How often a series happens.
public enum RuleFrequency: Int, Comparable, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    static let names = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Where a series ends.
public enum RuleEnd: Hashable, Sendable {
    case never
    case count(Int)
    /// To the end of that local day.
    case date(CivilDate)
    case local(LocalTime)
    /// Unix seconds.
    case instant(Int64)
}

/// A weekday of a rule, or the nth of its month or year. Negative ones count from the end.
struct RuleDay: Hashable, Sendable {
    let weekday: Weekday
    /// 0 for each one.
    let ordinal: Int
}

/// When a series repeats: an RRULE (RFC 5545 3.3.10).
public struct RecurrenceRule: Hashable, Sendable {
    /// The parts of a rule, in the order in which they were given.
    enum Part: String, CaseIterable, Sendable {
        case frequency = "FREQ"
        case until = "UNTIL"
        case count = "COUNT"
        case interval = "INTERVAL"
        case seconds = "BYSECOND"
        case minutes = "BYMINUTE"
        case hours = "BYHOUR"
        case days = "BYDAY"
        case monthDays = "BYMONTHDAY"
        case yearDays = "BYYEARDAY"
        case weeks = "BYWEEKNO"
        case months = "BYMONTH"
        case positions = "BYSETPOS"
        case weekStart = "WKST"
    }

    public let frequency: RuleFrequency
    public internal(set) var interval = 1
    public var end = RuleEnd.never
    var weekStart = Weekday.monday
    /// The lists of numbers, by part.
    var lists: [Part: [Int]] = [:]
    var days: [RuleDay] = []
    var order: [Part]

    init(frequency: RuleFrequency) {
        self.frequency = frequency
        order = [.frequency]
    }

    func list(_ part: Part) -> [Int] { lists[part] ?? [] }

    /// Whether it happens more often than once a day, which is legal in files only.
    public var isBelowDaily: Bool { frequency < .daily }

    /// How many numbers and days its lists have.
    var partCount: Int { lists.values.reduce(days.count) { $0 + $1.count } }

    /// Whether it has an occurrence in each of its periods, at the time of the start.
    var isPlain: Bool { lists.isEmpty && days.isEmpty }

    /// Whether each of its periods has as many occurrences, so that they can be counted without walking.
    var isRegular: Bool {
        let isByWeek = frequency == .weekly || (frequency == .daily && days.isEmpty)
        return isByWeek && lists.keys.allSatisfy { [.hours, .minutes, .seconds].contains($0) }
    }

    /// As it is written, without the name RRULE.
    public var text: String {
        var parts = order.filter { $0 != .until && $0 != .count }.map { part in
            part.rawValue + "=" + value(of: part)
        }
        let end: String? =
            switch end {
            case .never: nil
            case .count(let count): "COUNT=\(count)"
            case .date(let date): "UNTIL=" + date.compact
            case .local(let local): "UNTIL=" + local.compact
            case .instant(let seconds): "UNTIL=" + OccurrenceKey.instant(seconds).text
            }
        if let end {
            let place = order.firstIndex { $0 == .until || $0 == .count } ?? parts.count
            parts.insert(end, at: place)
        }
        return parts.joined(separator: ";")
    }

    private func value(of part: Part) -> String {
        switch part {
        case .frequency: RuleFrequency.names[frequency.rawValue]
        case .interval: String(interval)
        case .weekStart: weekStart.code
        case .days:
            days.map { ($0.ordinal == 0 ? "" : String($0.ordinal)) + $0.weekday.code }
                .joined(separator: ",")
        default: list(part).map(String.init).joined(separator: ",")
        }
    }
}

extension RecurrenceRule {
    /// The rule for a series that was moved to another day: a single BYDAY or BYMONTHDAY follows. Any
    /// other rule is returned as it is.
    public func following(from old: CivilDate, to new: CivilDate) -> RecurrenceRule {
        guard old != new else { return self }
        var rule = self
        if days.count == 1, list(.monthDays).isEmpty {
            rule.days = [Self.ordinal(days[0].ordinal, of: new, inYear: countsInYear)]
        } else if days.isEmpty, let day = lists[.monthDays], day.count == 1 {
            let (year, month, number) = new.parts
            let count = CivilDate.dayCount(ofMonth: month, year: year)
            rule.lists[.monthDays] = [day[0] > 0 ? number : number - count - 1]
        }
        return rule
    }

    /// Whether the ordinals of BYDAY count in the year, not in the month.
    var countsInYear: Bool { frequency == .yearly && list(.months).isEmpty }

    /// - Parameter sample: an ordinal of the same kind: none, from the beginning, or from the end.
    private static func ordinal(_ sample: Int, of date: CivilDate, inYear: Bool) -> RuleDay {
        let (year, month, day) = date.parts
        let january = CivilDate(checkedYear: year, month: 1, day: 1)
        let place = inYear ? date.dayNumber - january.dayNumber : day - 1
        let count =
            inYear
            ? (CivilDate.isLeap(year) ? 366 : 365)
            : CivilDate.dayCount(ofMonth: month, year: year)
        let ordinal =
            sample == 0 ? 0 : sample > 0 ? place / 7 + 1 : -((count - 1 - place) / 7 + 1)
        return RuleDay(weekday: date.weekday, ordinal: ordinal)
    }
}
