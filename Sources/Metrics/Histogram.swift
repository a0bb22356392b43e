/// Counts durations in buckets of growing width, as Prometheus does.
struct Histogram: Sendable {
    /// The upper bounds, which are inclusive.
    static let bounds: [(seconds: String, Duration)] = [
        ("0.001", .milliseconds(1)), ("0.0025", .microseconds(2_500)), ("0.005", .milliseconds(5)),
        ("0.01", .milliseconds(10)), ("0.015", .milliseconds(15)), ("0.025", .milliseconds(25)),
        ("0.05", .milliseconds(50)), ("0.1", .milliseconds(100)), ("0.25", .milliseconds(250)),
        ("0.5", .milliseconds(500)), ("1.0", .seconds(1)), ("2.5", .milliseconds(2_500)),
        ("10.0", .seconds(10)),
    ]

    /// The counts of the bounds, and of longer durations.
    private var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
    private(set) var sum = Duration.zero

    mutating func observe(_ duration: Duration) {
        let index = Self.bounds.firstIndex { duration <= $0.1 } ?? Self.bounds.count
        counts[index] += 1
        sum += duration
    }

    var count: Int { counts.reduce(0, +) }

    /// The number of durations up to each bound.
    var cumulative: [(bound: String, count: Int)] {
        var total = 0
        return zip(Self.bounds.map(\.seconds) + ["+Inf"], counts).map { bound, count in
            total += count
            return (bound, total)
        }
    }
}
