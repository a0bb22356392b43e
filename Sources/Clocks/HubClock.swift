import Locks
package import Logging
package import Sync
package import Time

/// The hub's clock: the time of day for events, sign-ins, links, PINs and limits. Does not follow
/// at once when the machine's clock is set (`ClockJudge`), because an event keeps a wrong time
/// forever. When it steps back itself, venues record that (`Event.recordsSetBack`).
///
/// May be used from any thread. A reading costs about 0.1 µs. The hub reads it at least once a
/// second, so it notices a jump even when nothing happens.
package final class HubClock: Sendable {
    /// The source of the clock's readings.
    package let time: any TimeSource
    private let logger: Logger
    private let judge: Locked<ClockJudge>

    /// - Parameter lastEventAt: the time of the last event of any venue.
    package init(
        _ time: any TimeSource, lastEventAt: Instant? = nil, logger: Logger
    ) {
        self.time = time
        self.logger = logger
        judge = Locked(ClockJudge(ClockReading(of: time), lastEventAt: lastEventAt))
    }

    package var now: Instant {
        let reading = ClockReading(of: time)
        let (now, news) = judge.with { $0.judge(reading) }
        if let news { report(news) }
        return now
    }

    /// The time by which the machine's clock is ahead of this one, in seconds; `nil` while they
    /// agree.
    package var jumpSeconds: Int? {
        judge.with { $0.jumpMilliseconds }.map(Self.seconds)
    }

    private func report(_ news: ClockJudge.News) {
        switch news {
        case .jumped(let milliseconds):
            let minutes = ClockJudge.acceptedAfterMilliseconds / 60_000
            logger.warning(
                """
                the machine's clock has jumped and is \(Self.text(milliseconds)): the hub goes on \
                without it, and follows if it stays so for \(minutes) minutes
                """)
        case .returned: logger.notice("the machine's clock agrees with the hub's again")
        case .accepted(let milliseconds):
            logger.warning(
                "the machine's clock has stayed \(Self.text(milliseconds)): the hub follows it now")
        case .corrected:
            logger.notice("the machine's clock is behind the journal no more: the hub follows it")
        }
    }

    private static func text(_ milliseconds: Int64) -> String {
        "\(abs(seconds(milliseconds))) s " + (milliseconds < 0 ? "behind" : "ahead")
    }

    private static func seconds(_ milliseconds: Int64) -> Int {
        Int((Double(milliseconds) / 1000).rounded())
    }
}
