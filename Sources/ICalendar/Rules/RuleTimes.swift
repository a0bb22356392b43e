/// The times of day that a rule selects, and the positions of BYSETPOS.
struct RuleTimes: Sendable {
    let hours: [Int]
    let minutes: [Int]
    let seconds: [Int]
    /// The ascending positions of BYSETPOS: from the start of a period, from 0, and from its end,
    /// from 1.
    private let placesFromStart: [Int]
    private let placesFromEnd: [Int]

    init(_ rule: RecurrenceRule) {
        hours = rule.list(.hours).sorted()
        minutes = rule.list(.minutes).sorted()
        // A leap second counts as the second before it.
        seconds = Set(rule.list(.seconds).map { min($0, 59) }).sorted()
        let positions = rule.list(.positions)
        placesFromStart = positions.filter { $0 > 0 }.map { $0 - 1 }.sorted()
        placesFromEnd = positions.filter { $0 < 0 }.map(-).sorted()
    }

    /// Returns the times of a day.
    ///
    /// - Parameter start: the second of day of the first occurrence, for what the rule leaves out.
    func ofDay(start: Int) -> TimeProduct {
        TimeProduct(
            hours: hours.isEmpty ? [start / 3600] : hours,
            minutes: minutes.isEmpty ? [start / 60 % 60] : minutes,
            seconds: seconds.isEmpty ? [start % 60] : seconds)
    }

    /// Returns the indices that BYSETPOS picks, or `nil` if the rule has no BYSETPOS.
    ///
    /// - Parameter count: the number of times in the period.
    func places(of count: Int) -> [Int]? {
        guard !placesFromStart.isEmpty || !placesFromEnd.isEmpty else { return nil }
        let early = placesFromStart.prefix { $0 < count }
        let late = placesFromEnd.prefix { $0 <= count }.map { count - $0 }
        return Set(early).union(late).sorted()
    }
}

/// The ordered combinations of hours, minutes and seconds. They are computed on demand, because a
/// rule of 500 characters can name every second of a day.
struct TimeProduct: Sendable {
    let hours: [Int]
    let minutes: [Int]
    let seconds: [Int]

    var count: Int { hours.count * minutes.count * seconds.count }

    /// The time at an index, in seconds.
    subscript(place: Int) -> Int {
        let (rest, second) = place.quotientAndRemainder(dividingBy: seconds.count)
        let (hour, minute) = rest.quotientAndRemainder(dividingBy: minutes.count)
        return hours[hour] * 3600 + minutes[minute] * 60 + seconds[second]
    }
}
