import BoardKit
import JSON

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
