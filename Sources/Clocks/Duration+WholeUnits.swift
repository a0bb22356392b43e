extension Duration {
    /// The whole milliseconds, clamped to the range of `Int64`.
    package var milliseconds: Int64 { whole(unitsPerSecond: 1_000) }

    /// The whole microseconds, clamped to the range of `Int64`.
    package var microseconds: Int64 { whole(unitsPerSecond: 1_000_000) }

    /// A duration may come from another server's number, so no multiplication may trap.
    private func whole(unitsPerSecond: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let limit = seconds < 0 ? Int64.min : .max
        let whole = seconds.multipliedReportingOverflow(by: unitsPerSecond)
        if whole.overflow { return limit }
        let fraction = attoseconds / (1_000_000_000_000_000_000 / unitsPerSecond)
        let sum = whole.partialValue.addingReportingOverflow(fraction)
        return sum.overflow ? limit : sum.partialValue
    }
}
