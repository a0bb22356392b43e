import BoardKit
import JSON

/// The occurrences of a week, in order.
struct WeekPage: Sendable {
    /// The most occurrences of a series that a week shows.
    static let seriesCountMax = 500
    static let countMax = 2_000
    static let bytesMax = 3 << 20

    /// All occurrences that touch the week.
    private(set) var occurrences: [PlannedOccurrence] = []
    /// The occurrences beside the week that may clash with those that extend beyond it.
    private(set) var neighbours: [PlannedOccurrence] = []
    /// The extent of each calendar's occurrences beyond the week, in Unix seconds.
    private(set) var reaches: [CalendarID: Range<Int64>] = [:]
    /// The series with too many occurrences, with the number of those that are shown.
    private(set) var capped: [EventID: Int] = [:]
    var cappedRows: [String: JSON] {
        Dictionary(capped.map { ($0.key.text, JSON($0.value)) }, uniquingKeysWith: { $1 })
    }
    /// The steps that the search took.
    private(set) var steps = 0
    /// The number of events that were not searched, because the limits were reached.
    private(set) var leftOutCount = 0
    /// The number of occurrences that the week shows.
    private(set) var shownCount = 0

    var shown: ArraySlice<PlannedOccurrence> { occurrences.prefix(shownCount) }
    var moreCount: Int { occurrences.count - shownCount + leftOutCount }

    /// Replaces the occurrences of some events.
    ///
    /// - Parameters:
    ///   - neighbours: the events' occurrences beside the week, within the reaches.
    ///   - steps: the steps of the search for all occurrences.
    ///   - bytesMax: the most bytes of the shown occurrences.
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

    /// A blocked time. `index` is its place in `occurrences`; `nil` for a neighbour.
    private typealias Taken = (event: EventID, start: Int64, end: Int64, index: Int?)

    /// Marks the occurrences that overlap with another event of their calendar.
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

    /// Returns the indices of the times that clash. It sweeps once in each direction, because
    /// comparing every pair takes quadratic time, and a calendar may have thousands of events at
    /// one hour.
    ///
    /// - Parameter times: the times of one calendar, sorted by start.
    private static func clashing(_ times: [Taken]) -> [Int] {
        var found: [Int] = []
        // The latest end so far, and the latest end of another event.
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
        // The next start, and the next start of another event.
        var (next, otherNext): (Taken?, Taken?)
        for time in times.reversed() {
            let rival = next?.event == time.event ? otherNext : next
            if let index = time.index, let rival, rival.start < time.end { found.append(index) }
            if next?.event != time.event { otherNext = next }
            next = time
        }
        return found
    }

    /// Returns the extent of the blocked times beyond a week, for each calendar.
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
