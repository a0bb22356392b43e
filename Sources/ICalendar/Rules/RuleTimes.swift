/// The times of day that a rule names, and which of a period's times BYSETPOS picks.
struct RuleTimes: Sendable {
    let hours: [Int]
    let minutes: [Int]
    let seconds: [Int]
    /// The places that BYSETPOS counts from the beginning of a period, from 0, and those that it
    /// counts from its end, from 1; both rising.
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

    /// The times of a day.
    ///
    /// - Parameter start: the time of the first occurrence, from which comes what the rule leaves out.
    func ofDay(start: Int) -> TimeProduct {
        TimeProduct(
            hours: hours.isEmpty ? [start / 3600] : hours,
            minutes: minutes.isEmpty ? [start / 60 % 60] : minutes,
            seconds: seconds.isEmpty ? [start % 60] : seconds)
    }

    /// - Parameter count: how many times there are in the period.
    /// - Returns: which of them count, or `nil` for all.
    func places(of count: Int) -> [Int]? {
        guard !placesFromStart.isEmpty || !placesFromEnd.isEmpty else { return nil }
        let early = placesFromStart.prefix { $0 < count }
        let late = placesFromEnd.prefix { $0 <= count }.map { count - $0 }
        return Set(early).union(late).sorted()
    }
}

/// Every combination of some hours, minutes and seconds, in order. They are computed on demand,
/// because a rule of 500 characters can name every second of a day.
struct TimeProduct: Sendable {
    let hours: [Int]
    let minutes: [Int]
    let seconds: [Int]

    var count: Int { hours.count * minutes.count * seconds.count }

    /// A time in seconds.
    subscript(place: Int) -> Int {
        let (rest, second) = place.quotientAndRemainder(dividingBy: seconds.count)
        let (hour, minute) = rest.quotientAndRemainder(dividingBy: minutes.count)
        return hours[hour] * 3600 + minutes[minute] * 60 + seconds[second]
    }
}
