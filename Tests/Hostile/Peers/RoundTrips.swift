/// Measured durations.
public struct RoundTrips: Sendable {
    private let sorted: [Duration]

    public init(_ durations: [Duration]) { sorted = durations.sorted() }

    public var count: Int { sorted.count }
    public var slowest: Duration? { sorted.last }

    /// Returns the shortest duration that this fraction of them did not exceed. `fraction` is from
    /// 0 to 1.
    public func percentile(_ fraction: Double) -> Duration? {
        let rank = (Double(sorted.count) * fraction).rounded(.up)
        return sorted.isEmpty ? nil : sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    }
}
