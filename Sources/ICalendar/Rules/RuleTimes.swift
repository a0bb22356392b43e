/// The times of day that a rule names, and which of a period's times BYSETPOS picks.
struct RuleTimes: Sendable {
    let hours: [Int]
    let minutes: [Int]
    let seconds: [Int]
    private let positions: [Int]

    init(_ rule: RecurrenceRule) {
        hours = rule.list(.hours).sorted()
        minutes = rule.list(.minutes).sorted()
        // A leap second counts as the second before it.
        seconds = Set(rule.list(.seconds).map { min($0, 59) }).sorted()
        positions = rule.list(.positions)
    }

    /// The seconds of the day, in order.
    ///
    /// - Parameter start: the time of the first occurrence, from which comes what the rule leaves out.
    func secondsOfDay(start: Int) -> [Int] {
        var times: [Int] = []
        for hour in hours.isEmpty ? [start / 3600] : hours {
            for minute in minutes.isEmpty ? [start / 60 % 60] : minutes {
                for second in seconds.isEmpty ? [start % 60] : seconds {
                    times.append(hour * 3600 + minute * 60 + second)
                }
            }
        }
        return times
    }

    /// - Parameter count: how many times there are in the period.
    /// - Returns: which of them count, or `nil` for all.
    func places(of count: Int) -> [Int]? {
        guard !positions.isEmpty else { return nil }
        let places = positions.map { $0 > 0 ? $0 - 1 : count + $0 }
        return Set(places.filter { (0..<count).contains($0) }).sorted()
    }
}
