/// The pauses after failures of connectors, and after those that write much.
package struct ConnectorTiming: Sendable {
    /// The longest pause after a first failure. After each further one it is twice as long, up to
    /// `pauseMax`.
    package var firstPause = Duration.seconds(1)
    package var pauseMax = Duration.seconds(300)

    /// What the jobs of a lane may write into the journal in an hour. A lane that has written more
    /// waits. A busy house's calendars change by less than a megabyte a day.
    package var journalBytesPerHour = 8 << 20
    /// How far ahead of that it may be: as far as when all events of a large calendar change at once.
    package var journalAdvance = Duration.seconds(4 * 3600)
    /// What is written before anything counts, so that an import does not wait: 20,000 events with
    /// long descriptions and many guests.
    package var journalBytesFirst = 256 << 20

    /// The time in which so much may be written into the journal.
    func time(forJournalBytes bytes: Int) -> Duration {
        .seconds(3600) * (Double(bytes) / Double(journalBytesPerHour))
    }

    package init() {}

    /// Returns the pause before the next attempt.
    ///
    /// - Parameters:
    ///   - failureCount: the number of failures in a row, at least one.
    ///   - jitter: which part of the longest pause, from 0 to 1.
    func pause(after failureCount: Int, jitter: Double) -> Duration {
        firstPause.doubled(failureCount - 1, max: pauseMax) * jitter
    }

    /// Returns the pause before the next attempt, at least as long as the other side asks for, but a
    /// day at most.
    ///
    /// - Parameter secondsMin: the other side's number, which may be any.
    func pause(after failureCount: Int, jitter: Double, secondsMin: Int?) -> Duration {
        let asked = Swift.min(Swift.max(0, secondsMin ?? 0), 86_400)
        return Swift.max(pause(after: failureCount, jitter: jitter), .seconds(asked))
    }
}

extension Duration {
    /// Returns the duration, doubled some times, but `max` at most.
    func doubled(_ times: Int, max: Duration) -> Duration {
        times > 20 ? max : min(self * (1 << times), max)
    }
}
