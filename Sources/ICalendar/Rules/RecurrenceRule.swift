/// The FREQ of a rule.
public enum RuleFrequency: Int, Comparable, Sendable {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    static let names = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The end of a rule: none, COUNT, or UNTIL.
public enum RuleEnd: Hashable, Sendable {
    case never
    case count(Int)
    /// Through the end of this local day.
    case date(CivilDate)
    case local(LocalTime)
    /// Unix seconds.
    case instant(Int64)
}

/// An item of BYDAY: a weekday, or the nth one of its month or year.
struct RuleDay: Hashable, Sendable {
    let weekday: Weekday
    /// 0 for every such weekday; negative values count from the end.
    let ordinal: Int
}

/// An RRULE (RFC 5545 3.3.10).
public struct RecurrenceRule: Hashable, Sendable {
    /// The parts of a rule.
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
    /// The number lists, by part.
    var lists: [Part: [Int]] = [:]
    var days: [RuleDay] = []
    var order: [Part]

    init(frequency: RuleFrequency) {
        self.frequency = frequency
        order = [.frequency]
    }

    func list(_ part: Part) -> [Int] { lists[part] ?? [] }

    /// Whether the rule repeats more often than daily, which only files may do.
    public var isBelowDaily: Bool { frequency < .daily }

    /// The total number of items in the rule's lists.
    var partCount: Int { lists.values.reduce(days.count) { $0 + $1.count } }

    /// Whether the rule has no BY parts.
    var isPlain: Bool { lists.isEmpty && days.isEmpty }

    /// Whether all periods have equally many occurrences, so that counting needs no walk.
    var isRegular: Bool {
        let isByWeek = frequency == .weekly || (frequency == .daily && days.isEmpty)
        return isByWeek && lists.keys.allSatisfy { [.hours, .minutes, .seconds].contains($0) }
    }

    /// The rule as text, without `RRULE:`.
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
    /// Returns the rule for a series that moved to another day. A single BYDAY or BYMONTHDAY
    /// follows the move; any other rule is returned unchanged.
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

    /// Whether BYDAY ordinals count within the year rather than the month.
    var countsInYear: Bool { frequency == .yearly && list(.months).isEmpty }

    /// - Parameter sample: an ordinal of the wanted kind: 0, from the beginning, or from the end.
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
