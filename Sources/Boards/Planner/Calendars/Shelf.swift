import ICalendar

/// The events of a calendar, by when they happen.
struct Shelf: Sendable {
    /// Whether the calendar was removed. Its events wait for it to come back.
    var isRemoved = false
    /// All events.
    private(set) var ids: Set<EventID> = []
    /// What a search looks through: titles and locations.
    private(set) var texts: [EventID: SearchText] = [:]
    /// The events that happen once, by the weeks that they touch.
    private var weeks: [Int: Set<EventID>] = [:]
    /// The events that repeat, and those that last too long for the weeks.
    private(set) var series: Set<EventID> = []

    /// An event that happens once is in at most this many weeks. All that people can enter fit.
    private static let weeksMax = 60

    /// The events that may touch some days.
    func ids(on days: ClosedRange<CivilDate>) -> Set<EventID> {
        single(on: days).union(series)
    }

    /// Those of them that happen once.
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

    /// The weeks that an event touches; `nil` if it repeats, or for too long.
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

    /// The number of a date's week. The first Monday after 1 January 1970 was its fifth day.
    private static func week(of date: CivilDate) -> Int { (date.monday.dayNumber - 4) / 7 }
}

/// The events of each calendar by their UIDs, by which files name them.
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
