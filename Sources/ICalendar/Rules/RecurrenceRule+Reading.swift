extension RecurrenceRule {
    /// Parses a rule, with or without a leading `RRULE:`.
    public init(_ text: String) throws(RuleProblem) {
        var text = Substring(text)
        if text.prefix(6).uppercased() == "RRULE:" { text = text.dropFirst(6) }
        var parts: [(part: Part, value: String)] = []
        for field in text.split(separator: ";") {
            let pair = field.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2 else { throw .malformed }
            let name = pair[0].uppercased()
            guard let part = Part(rawValue: name) else {
                throw .unknownPart(String(name.prefix(24)))
            }
            guard !parts.contains(where: { $0.part == part }) else { throw .repeatedPart(name) }
            parts.append((part, pair[1].uppercased()))
        }
        guard let given = parts.first(where: { $0.part == .frequency })?.value,
            let place = RuleFrequency.names.firstIndex(of: given),
            let frequency = RuleFrequency(rawValue: place)
        else { throw .unknownFrequency }
        self.init(frequency: frequency)
        order = parts.map(\.part)
        if order.contains(.count), order.contains(.until) { throw .countAndUntil }
        for (part, value) in parts { try read(part, value) }
        try check()
    }

    private mutating func read(_ part: Part, _ value: String) throws(RuleProblem) {
        switch part {
        case .frequency: break
        case .until: end = try Self.until(value)
        case .count:
            guard let count = Self.number(value, 1...Int(Int32.max)) else {
                throw .badValue(part.rawValue)
            }
            end = .count(count)
        case .interval:
            guard let interval = Self.number(value, 0...Int(Int32.max)) else {
                throw .badValue(part.rawValue)
            }
            guard interval > 0 else { throw .zeroInterval }
            self.interval = interval
        case .weekStart:
            guard let weekday = Weekday(code: value) else { throw .badValue(part.rawValue) }
            weekStart = weekday
        case .days: days = try Self.days(value)
        default: lists[part] = try Self.list(part, value)
        }
    }

    private static func until(_ value: String) throws(RuleProblem) -> RuleEnd {
        switch OccurrenceKey(value) {
        case .instant(let seconds): .instant(seconds)
        case .local(let local): .local(local)
        case .date(let date): .date(date)
        case nil: throw .badValue("UNTIL")
        }
    }

    private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count <= 11, let number = Int(text), range.contains(number) else {
            return nil
        }
        return number
    }

    /// Parses a BYDAY list such as `MO,-1FR`.
    private static func days(_ value: String) throws(RuleProblem) -> [RuleDay] {
        var days: [RuleDay] = []
        for item in value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let weekday = Weekday(code: item.suffix(2)) else { throw .badValue("BYDAY") }
            var ordinal = 0
            if item.utf8.count > 2 {
                guard let number = number(item.dropLast(2), -53...53), number != 0 else {
                    throw .badValue("BYDAY")
                }
                ordinal = number
            }
            let day = RuleDay(weekday: weekday, ordinal: ordinal)
            if !days.contains(day) { days.append(day) }
        }
        return days
    }

    private static func list(_ part: Part, _ value: String) throws(RuleProblem) -> [Int] {
        let range: ClosedRange<Int> =
            switch part {
            case .seconds: 0...60
            case .minutes: 0...59
            case .hours: 0...23
            case .monthDays: -31...31
            case .weeks: -53...53
            case .months: 1...12
            default: -366...366
            }
        var numbers: [Int] = []
        for item in value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = number(item, range), number != 0 || range.lowerBound == 0 else {
                throw .badValue(part.rawValue)
            }
            if !numbers.contains(number) { numbers.append(number) }
        }
        return numbers
    }

    /// Checks which parts may be combined (RFC 5545 3.3.10).
    private func check() throws(RuleProblem) {
        let has = { (part: Part) in lists[part] != nil }
        if has(.weeks), frequency != .yearly { throw .notAllowed("BYWEEKNO") }
        if has(.yearDays), (.daily ... .monthly).contains(frequency) {
            throw .notAllowed("BYYEARDAY")
        }
        if has(.monthDays), frequency == .weekly { throw .notAllowed("BYMONTHDAY") }
        if days.contains(where: { $0.ordinal != 0 }), frequency < .monthly || has(.weeks) {
            throw .notAllowed("BYDAY")
        }
        if has(.positions), days.isEmpty, lists.count == 1 { throw .notAllowed("BYSETPOS") }
    }
}
