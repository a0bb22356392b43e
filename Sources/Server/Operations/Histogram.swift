/// How often something took how long, in buckets that grow, as Prometheus counts it.
struct Histogram: Sendable {
    /// Upper bounds, each included.
    static let bounds: [(seconds: String, Duration)] = [
        ("0.001", .milliseconds(1)), ("0.0025", .microseconds(2_500)), ("0.005", .milliseconds(5)),
        ("0.01", .milliseconds(10)), ("0.015", .milliseconds(15)), ("0.025", .milliseconds(25)),
        ("0.05", .milliseconds(50)), ("0.1", .milliseconds(100)), ("0.25", .milliseconds(250)),
        ("0.5", .milliseconds(500)), ("1.0", .seconds(1)), ("2.5", .milliseconds(2_500)),
        ("10.0", .seconds(10)),
    ]

    /// One for each bound, and one for what took longer than all of them.
    private var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
    private(set) var sum = Duration.zero

    mutating func observe(_ duration: Duration) {
        let index = Self.bounds.firstIndex { duration <= $0.1 } ?? Self.bounds.count
        counts[index] += 1
        sum += duration
    }

    var count: Int { counts.reduce(0, +) }

    /// For each bound how many took no longer.
    var cumulative: [(bound: String, count: Int)] {
        var total = 0
        return zip(Self.bounds.map(\.seconds) + ["+Inf"], counts).map { bound, count in
            total += count
            return (bound, total)
        }
    }
}
