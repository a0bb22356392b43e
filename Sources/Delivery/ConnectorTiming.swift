/// The pauses after failures of connectors, and of lanes that write much.
package struct ConnectorTiming: Sendable {
    /// The longest pause after a first failure. It doubles with each further failure, up to
    /// `pauseMax`.
    package var firstPause = Duration.seconds(1)
    package var pauseMax = Duration.seconds(300)

    /// The number of bytes that a lane's jobs may write to the journal per hour. A lane that has
    /// written more waits. A busy house's calendars change by less than a megabyte a day.
    package var journalBytesPerHour = 8 << 20
    /// The time by which a lane may run ahead of that rate, as if a large calendar's events all
    /// changed at once.
    package var journalAdvance = Duration.seconds(4 * 3600)
    /// The number of bytes that are written first and not counted, so that an import does not wait.
    /// It suffices for 20,000 events with long descriptions and many guests.
    package var journalBytesFirst = 256 << 20

    /// Returns the time in which this many bytes may be written to the journal.
    func time(forJournalBytes bytes: Int) -> Duration {
        .seconds(3600) * (Double(bytes) / Double(journalBytesPerHour))
    }

    package init() {}

    /// Returns the pause before the next attempt.
    ///
    /// - Parameters:
    ///   - failureCount: the number of failures in a row, at least one.
    ///   - jitter: the fraction of the longest pause, from 0 to 1.
    func pause(after failureCount: Int, jitter: Double) -> Duration {
        firstPause.doubled(failureCount - 1, max: pauseMax) * jitter
    }

    /// Returns the pause before the next attempt: at least as long as the other side asks for, but
    /// at most a day.
    ///
    /// - Parameter secondsMin: the other side's number, which may be out of range.
    func pause(after failureCount: Int, jitter: Double, secondsMin: Int?) -> Duration {
        let asked = Swift.min(Swift.max(0, secondsMin ?? 0), 86_400)
        return Swift.max(pause(after: failureCount, jitter: jitter), .seconds(asked))
    }
}

extension Duration {
    /// Returns the duration, doubled this many times, but at most `max`.
    func doubled(_ times: Int, max: Duration) -> Duration {
        times > 20 ? max : min(self * (1 << times), max)
    }
}
