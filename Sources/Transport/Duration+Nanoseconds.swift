extension Duration {
    /// The duration in whole nanoseconds, at least 0 and at most `Int64.max`.
    var nanosecondsClamped: Int64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (scaled, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? .max : scaled.addingSaturating(attoseconds / 1_000_000_000)
    }

    /// The duration in whole milliseconds, rounded up, as `poll` takes them.
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
