import ICalendar

/// Finds the occurrences of events in a range of time, up to what a page can show.
struct PageExpansion {
    /// The most occurrences that are found for a page, of all its events together.
    static let countMax = 5_000
    /// The most steps in which they are found.
    static let stepsMax = 500_000
    /// How many steps it takes at the least to look at an event, and to make an occurrence of it.
    private static let eventSteps = 10
    private static let occurrenceSteps = 5

    private(set) var occurrences: [PlannedOccurrence] = []
    /// The series of which not everything was found, with the number of occurrences that were.
    private(set) var capped: [EventID: Int] = [:]
    private(set) var steps = 0
    /// How many events were not looked at any more.
    private(set) var leftOutCount = 0

    /// Adds what an event has in a time, unless there is enough.
    ///
    /// - Parameter window: in Unix seconds.
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

    /// Whether nothing more is looked at after so many occurrences and steps.
    static func isFull(with count: Int, _ steps: Int) -> Bool {
        count > countMax || steps > stepsMax
    }
}
