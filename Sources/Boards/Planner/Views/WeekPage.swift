import BoardKit
import ICalendar
import JSON
import Locks

/// What happens in a week, in order.
struct WeekPage: Sendable {
    /// A series shows its first occurrences of a week only.
    static let seriesCountMax = 500
    static let countMax = 2_000
    static let bytesMax = 3 << 20

    /// All occurrences that touch the week.
    private(set) var occurrences: [PlannedOccurrence] = []
    /// What is only beside the week, and may clash with what goes on beyond it.
    private(set) var neighbours: [PlannedOccurrence] = []
    /// How far the occurrences of each calendar go beyond the week, in Unix seconds.
    private(set) var reaches: [CalendarID: Range<Int64>] = [:]
    /// The series of which not everything is shown, with the number of occurrences that are.
    private(set) var capped: [EventID: Int] = [:]
    var cappedRows: [String: JSON] {
        Dictionary(capped.map { ($0.key.text, JSON($0.value)) }, uniquingKeysWith: { $1 })
    }
    /// In how many steps the occurrences were found.
    private(set) var steps = 0
    /// How many events were not looked at, because there was enough.
    private(set) var leftOutCount = 0
    /// How many occurrences the week shows.
    private(set) var shownCount = 0

    var shown: ArraySlice<PlannedOccurrence> { occurrences.prefix(shownCount) }
    var moreCount: Int { occurrences.count - shownCount + leftOutCount }

    /// Replaces what the week has of some events.
    ///
    /// - Parameters:
    ///   - neighbours: what the events have beside the week, within the reaches.
    ///   - steps: in how many steps all occurrences were found.
    ///   - bytesMax: how many bytes the shown occurrences may take.
    mutating func replace(
        _ ids: Set<EventID>, by new: PageExpansion,
        neighbours newNeighbours: [PlannedOccurrence], steps newSteps: Int, bytesMax: Int
    ) {
        var calendars = Set((new.occurrences + newNeighbours).map(\.calendar))
        calendars.formUnion(neighbours.filter { ids.contains($0.event) }.map(\.calendar))
        neighbours = neighbours.filter { !ids.contains($0.event) } + newNeighbours
        var kept: [PlannedOccurrence] = []
        kept.reserveCapacity(occurrences.count + new.occurrences.count)
        for occurrence in occurrences {
            if ids.contains(occurrence.event) {
                calendars.insert(occurrence.calendar)
            } else {
                kept.append(occurrence)
            }
        }
        for id in ids { capped[id] = new.capped[id] }
        steps = newSteps
        if !calendars.isEmpty {
            occurrences = (kept + new.occurrences).sorted { $0.precedes($1) }
            markClashes(in: calendars)
        }
        shownCount = Self.shownCount(of: occurrences, bytesMax: bytesMax)
    }

    init(
        _ found: PageExpansion, neighbours: [PlannedOccurrence],
        reaches: [CalendarID: Range<Int64>], bytesMax: Int
    ) {
        occurrences = found.occurrences.sorted { $0.precedes($1) }
        steps = found.steps
        leftOutCount = found.leftOutCount
        self.neighbours = neighbours
        self.reaches = reaches
        capped = found.capped
        markClashes(in: Set(occurrences.map(\.calendar)))
        shownCount = Self.shownCount(of: occurrences, bytesMax: bytesMax)
    }

    static func shownCount(of occurrences: [PlannedOccurrence], bytesMax: Int) -> Int {
        var bytes = 0
        for (index, occurrence) in occurrences.prefix(countMax).enumerated() {
            bytes += occurrence.bytes
            if bytes > bytesMax { return index }
        }
        return min(occurrences.count, countMax)
    }

    /// A time that an event takes up. `index` is its place in `occurrences`; `nil` for a neighbour.
    private typealias Taken = (event: EventID, start: Int64, end: Int64, index: Int?)

    /// Marks what overlaps with another event of its calendar.
    private mutating func markClashes(in calendars: Set<CalendarID>) {
        var taken: [CalendarID: [Taken]] = [:]
        func take(_ occurrence: PlannedOccurrence, _ index: Int?) {
            let (start, end) = (occurrence.startSeconds, occurrence.endSeconds)
            guard occurrence.blocks, start < end else { return }
            taken[occurrence.calendar, default: []].append((occurrence.event, start, end, index))
        }
        for (index, occurrence) in occurrences.enumerated()
        where calendars.contains(occurrence.calendar) {
            occurrences[index].clashes = false
            take(occurrence, index)
        }
        for occurrence in neighbours where calendars.contains(occurrence.calendar) {
            take(occurrence, nil)
        }
        for times in taken.values {
            for index in Self.clashing(times.sorted { $0.start < $1.start }) {
                occurrences[index].clashes = true
            }
        }
    }

    /// Returns the indices of the times that clash. It sweeps once in each direction, because to
    /// compare every pair would take quadratic time, and a calendar may have thousands at one hour.
    ///
    /// - Parameter times: the times of one calendar, sorted by start.
    private static func clashing(_ times: [Taken]) -> [Int] {
        var found: [Int] = []
        // The time that ends last so far, and the one that ends last among other events.
        var (last, otherLast): (Taken?, Taken?)
        for time in times {
            let rival = last?.event == time.event ? otherLast : last
            if let index = time.index, let rival, rival.end > time.start { found.append(index) }
            if last?.event == time.event {
                if time.end > last?.end ?? .min { last = time }
            } else if time.end > last?.end ?? .min {
                (last, otherLast) = (time, last)
            } else if time.end > otherLast?.end ?? .min {
                otherLast = time
            }
        }
        // The time that begins next, and the next one of another event.
        var (next, otherNext): (Taken?, Taken?)
        for time in times.reversed() {
            let rival = next?.event == time.event ? otherNext : next
            if let index = time.index, let rival, rival.start < time.end { found.append(index) }
            if next?.event != time.event { otherNext = next }
            next = time
        }
        return found
    }

    /// How far what takes up its time goes beyond a week, for each calendar.
    static func reaches(
        of occurrences: [PlannedOccurrence], beyond week: Range<Int64>
    ) -> [CalendarID: Range<Int64>] {
        var reaches: [CalendarID: Range<Int64>] = [:]
        for occurrence in occurrences where occurrence.blocks {
            let reach = reaches[occurrence.calendar] ?? week
            let start = min(reach.lowerBound, occurrence.startSeconds)
            let end = max(reach.upperBound, occurrence.endSeconds)
            if start..<end != week { reaches[occurrence.calendar] = start..<end }
        }
        return reaches
    }
}

/// What events have in a time, until there is enough for a page.
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

/// The weeks that were looked at lately, so that a change of an event costs what it shows and not
/// what the calendars hold.
///
/// A page belongs to one generation of the board, so copies of the board may share the pages.
final class WeekPages: Sendable {
    private struct Kept {
        var pages: [(generation: PlannerGeneration, page: WeekPage)] = []
        var usedAt = 0
    }

    private static let weeksMax = 64
    /// The last one, and that before it: what differs between them is what has changed.
    private static let generationsMax = 3

    private struct Weeks {
        var kept: [CivilDate: Kept] = [:]
        var useCount = 0
    }

    private let weeks = Locked(Weeks())

    /// The page of a week, if it is kept.
    func page(_ monday: CivilDate, _ generation: PlannerGeneration) -> WeekPage? {
        weeks.with { weeks in
            guard let kept = weeks.kept[monday] else { return nil }
            weeks.useCount += 1
            weeks.kept[monday]?.usedAt = weeks.useCount
            return kept.pages.first { $0.generation === generation }?.page
        }
    }

    func keep(_ page: WeekPage, _ monday: CivilDate, _ generation: PlannerGeneration) {
        weeks.with { weeks in
            weeks.useCount += 1
            var kept = weeks.kept[monday] ?? Kept()
            kept.usedAt = weeks.useCount
            kept.pages.removeAll { $0.generation === generation }
            kept.pages.append((generation, page))
            kept.pages = kept.pages.suffix(Self.generationsMax)
            weeks.kept[monday] = kept
            guard weeks.kept.count > Self.weeksMax,
                let oldest = weeks.kept.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
            else { return }
            weeks.kept[oldest] = nil
        }
    }
}
