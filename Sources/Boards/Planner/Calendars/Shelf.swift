import ICalendar

/// The events of a calendar, indexed by time.
struct Shelf: Sendable {
    /// Whether the calendar was removed. Its events are kept in case the calendar is restored.
    var isRemoved = false
    private(set) var ids: Set<EventID> = []
    /// The searchable texts: titles and locations.
    private(set) var texts: [EventID: SearchText] = [:]
    /// The one-time events, by the weeks that they touch.
    private var weeks: [Int: Set<EventID>] = [:]
    /// The repeating events, and those too long for `weeks`.
    private(set) var series: Set<EventID> = []

    /// The most weeks of a one-time event in `weeks`. Every event that people can enter fits.
    private static let weeksMax = 60

    /// Returns the events that may touch the days.
    func ids(on days: ClosedRange<CivilDate>) -> Set<EventID> {
        single(on: days).union(series)
    }

    /// Returns the one-time events that may touch the days.
    func single(on days: ClosedRange<CivilDate>) -> Set<EventID> {
        let weeks = Self.week(of: days.lowerBound)...Self.week(of: days.upperBound)
        guard weeks.count <= Self.weeksMax else { return ids.subtracting(series) }
        return weeks.reduce(into: []) { $0.formUnion(self.weeks[$1] ?? []) }
    }

    mutating func insert(_ id: EventID, _ event: PlannedEvent, in zone: Zone) {
        ids.insert(id)
        let details = event.content.details
        texts[id] = SearchText([details.title, details.location].compactMap(\.self))
        guard let weeks = Self.weeks(of: event, in: zone) else {
            series.insert(id)
            return
        }
        for week in weeks { self.weeks[week, default: []].insert(id) }
    }

    mutating func remove(_ id: EventID, _ event: PlannedEvent, in zone: Zone) {
        ids.remove(id)
        texts[id] = nil
        series.remove(id)
        for week in Self.weeks(of: event, in: zone) ?? 0..<0 {
            self.weeks[week]?.remove(id)
            if self.weeks[week]?.isEmpty == true { self.weeks[week] = nil }
        }
    }

    /// Returns the weeks that an event touches, or `nil` if it repeats or lasts too long.
    private static func weeks(of event: PlannedEvent, in zone: Zone) -> Range<Int>? {
        let recurrence = event.content.recurrence
        guard !event.isSeries else { return nil }
        let days = EventDays(
            start: recurrence.start, length: recurrence.length,
            end: recurrence.length.end(of: recurrence.start, floatingIn: zone), in: zone)
        let first = week(of: days.first)
        let last = week(of: days.last)
        guard last - first < weeksMax else { return nil }
        return first..<(last + 1)
    }

    /// Returns the number of a date's week. 5 January 1970 was the first Monday after the epoch.
    private static func week(of date: CivilDate) -> Int { (date.monday.dayNumber - 4) / 7 }
}

/// The events of each calendar by UID, the name that files use.
struct EventNames: Sendable {
    private var ids: [CalendarID: [String: EventID]] = [:]

    subscript(uid: String, calendar: CalendarID) -> EventID? { ids[calendar]?[uid] }

    mutating func replace(_ old: PlannedEvent?, by new: PlannedEvent?, of id: EventID) {
        if let old, self[old.content.uid, old.calendar] == id {
            ids[old.calendar]?[old.content.uid] = nil
        }
        if let new { ids[new.calendar, default: [:]][new.content.uid] = id }
    }
}
