extension RecurrenceRule {
    /// Returns the normal form, which is equal for rules that mean the same from a start: implied
    /// parts are left out, lists are sorted, and the end is of the start's kind.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    func plain(from start: EventTime, floatingIn zone: Zone) -> RecurrenceRule {
        var rule = RecurrenceRule(frequency: frequency)
        rule.interval = interval
        rule.end = plainEnd(of: start, zone)
        rule.lists = lists.mapValues { $0.sorted() }
        rule.days = days.sorted { ($0.weekday.code, $0.ordinal) < ($1.weekday.code, $1.ordinal) }
        // WKST matters only where weeks are counted (RFC 5545 3.3.10).
        if (frequency == .weekly && interval > 1) || lists[.weeks] != nil {
            rule.weekStart = weekStart
        }
        rule.leaveOutImplied(by: start)
        return rule
    }

    private mutating func leaveOutImplied(by start: EventTime) {
        let (_, month, day) = start.date.parts
        let hasOnly = { (rule: RecurrenceRule, parts: Set<Part>) in
            Set(rule.lists.keys).isSubset(of: parts)
        }
        switch frequency {
        case .weekly where hasOnly(self, []):
            if days == [RuleDay(weekday: start.date.weekday, ordinal: 0)] { days = [] }
        case .monthly where hasOnly(self, [.monthDays]) && days.isEmpty:
            if lists[.monthDays] == [day] { lists[.monthDays] = nil }
        case .yearly where hasOnly(self, [.months, .monthDays]) && days.isEmpty:
            if lists[.months] == [month], lists[.monthDays].map({ $0 == [day] }) ?? true {
                lists = [:]
            }
        default: break
        }
    }

    private func plainEnd(of start: EventTime, _ zone: Zone) -> RuleEnd {
        switch (end, start) {
        case (.never, _), (.count, _): end
        case (.date(let date), .zoned(_, let own)):
            .instant(own.seconds(of: LocalTime(date: date, secondOfDay: 86_399)))
        case (.date(let date), .floating): .local(LocalTime(date: date, secondOfDay: 86_399))
        case (.date, .date): end
        case (.local(let local), .zoned(_, let own)): .instant(own.seconds(of: local))
        case (.local, .floating): end
        case (.local(let local), .date): .date(local.date)
        case (.instant, .zoned): end
        case (.instant(let seconds), .floating): .local(zone.local(of: seconds))
        case (.instant(let seconds), .date): .date(LocalTime(wallSeconds: seconds).date)
        }
    }
}
