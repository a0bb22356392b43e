import ICalendar

/// Finds the occurrences of events in a range of time, up to what a page can show.
struct PageExpansion {
    /// The most occurrences found for a page, of all its events together.
    static let countMax = 5_000
    /// The most steps of the search.
    static let stepsMax = 500_000
    /// The steps of an event and of each occurrence, besides those of the expansion.
    private static let eventSteps = 10
    private static let occurrenceSteps = 5

    private(set) var occurrences: [PlannedOccurrence] = []
    /// The series with too many occurrences, with the number of those that were found.
    private(set) var capped: [EventID: Int] = [:]
    private(set) var steps = 0
    /// The number of events that were not searched, because the limits were reached.
    private(set) var leftOutCount = 0

    /// Adds the occurrences of an event in a window, unless the limits are reached.
    ///
    /// - Parameter window: the bounds in Unix seconds.
    mutating func add(
        _ event: PlannedEvent, _ id: EventID, in window: Range<Int64>, floatingIn zone: Zone,
        where isWanted: (PlannedOccurrence) -> Bool
    ) {
        guard !Self.isFull(with: occurrences.count, steps) else {
            leftOutCount += 1
            return
        }
        var budget = ExpansionBudget.window
        let found = event.content.recurrence.occurrences(
            from: window.lowerBound, to: window.upperBound, floatingIn: zone,
            limit: WeekPage.seriesCountMax, budget: &budget)
        steps += Self.eventSteps + ExpansionBudget.window - budget
        steps += found.occurrences.count * Self.occurrenceSteps
        occurrences += event.planned(found.occurrences, of: id, in: zone).filter(isWanted)
        if found.isCapped { capped[id] = found.occurrences.count }
    }

    /// Whether the limits of occurrences and steps are exceeded.
    static func isFull(with count: Int, _ steps: Int) -> Bool {
        count > countMax || steps > stepsMax
    }
}
