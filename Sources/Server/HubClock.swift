import Logging
import Sync
import Transport

/// The time of day as the hub uses it: for events, sign-ins, links, PINs and limits. It does not follow
/// the machine's clock at once when that is set (`ClockJudge`), because an event with a wrong time
/// makes all that come after it wrong, too.
///
/// Safe from any thread; a reading costs about 0.1 µs. The hub asks at least once a second, so it
/// notices a jump even when nothing happens.
final class HubClock: Sendable {
    private let read: @Sendable () -> ClockReading
    private let logger: Logger
    private let judge: Locked<ClockJudge>

    init(_ read: @escaping @Sendable () -> ClockReading, logger: Logger) {
        self.read = read
        self.logger = logger
        judge = Locked(ClockJudge(read()))
    }

    var now: Instant {
        let reading = read()
        let (now, news) = judge.with { $0.judge(reading) }
        if let news { report(news) }
        return now
    }

    /// How far the machine's clock is ahead of this one, in seconds; `nil` while they agree.
    var jumpSeconds: Int? {
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
            guard milliseconds < 0 else { return }
            logger.warning(
                "events keep the time of the last one until the clock has passed that")
        }
    }

    private static func text(_ milliseconds: Int64) -> String {
        "\(abs(seconds(milliseconds))) s " + (milliseconds < 0 ? "behind" : "ahead")
    }

    private static func seconds(_ milliseconds: Int64) -> Int {
        Int((Double(milliseconds) / 1000).rounded())
    }
}
