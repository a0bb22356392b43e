extension Duration {
    /// Whole nanoseconds, between 0 and the most that an `Int64` holds.
    var nanosecondsClamped: Int64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (scaled, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? .max : scaled.addingSaturating(attoseconds / 1_000_000_000)
    }

    /// Whole milliseconds as `poll` takes them, rounded up.
    var millisecondsForPoll: Int32 {
        let milliseconds = nanosecondsClamped.addingSaturating(999_999) / 1_000_000
        return Int32(clamping: milliseconds)
    }
}

extension Int64 {
    func addingSaturating(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
