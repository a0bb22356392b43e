import Sync

/// Decides what time it is when the machine's clock is set while the hub runs.
///
/// The time of day is followed as long as it advances as the steady clock does: a correction of a few
/// seconds, as NTP makes it, is followed at once. After a larger jump the time goes on by the steady
/// clock. When the time of day comes back, nothing has happened; when it stays, it is accepted.
struct ClockJudge {
    enum News: Sendable, Equatable {
        /// The machine's clock was set; it is so far ahead now, or behind.
        case jumped(milliseconds: Int64)
        /// It agrees again, and has done so for a while.
        case returned
        /// It has stayed, and is followed.
        case accepted(milliseconds: Int64)
    }

    /// How far the clocks may move apart between two readings.
    static let toleranceMilliseconds: Int64 = 5_000
    /// A jump that lasts this long is accepted.
    static let acceptedAfterMilliseconds: Int64 = 180_000
    /// A jump that was taken back is over after this long, so that a clock that jumps to and fro is
    /// reported once.
    static let returnedAfterMilliseconds: Int64 = 60_000

    private struct Jump {
        /// As `ClockJudge.offset`, by the machine's clock.
        var offset: Int64
        /// When it was first read, by the steady clock.
        var since: Int64
        /// When the clocks agreed again, by the steady clock; `nil` while they do not.
        var takenBackAt: Int64?
    }

    /// From the steady clock to the time of day, in milliseconds.
    private var offset: Int64
    private var jump: Jump?

    init(_ reading: ClockReading) { offset = Self.offset(of: reading) }

    private static func offset(of reading: ClockReading) -> Int64 {
        reading.wall.milliseconds - reading.steadyMilliseconds
    }

    private static func agree(_ one: Int64, _ other: Int64) -> Bool {
        abs(one - other) <= toleranceMilliseconds
    }

    /// How far the machine's clock is ahead of the time that is given out; `nil` while they agree.
    var jumpMilliseconds: Int64? {
        guard let jump, jump.takenBackAt == nil else { return nil }
        return jump.offset - offset
    }

    /// - Returns: what time it is; and what there is to report, if anything.
    mutating func judge(_ reading: ClockReading) -> (now: Instant, news: News?) {
        let found = Self.offset(of: reading)
        let news =
            Self.agree(found, offset)
            ? follow(found, at: reading.steadyMilliseconds)
            : doubt(found, at: reading.steadyMilliseconds)
        return (Instant(milliseconds: reading.steadyMilliseconds + offset), news)
    }

    private mutating func follow(_ found: Int64, at steady: Int64) -> News? {
        offset = found
        guard let takenBackAt = jump?.takenBackAt else {
            jump?.takenBackAt = steady
            return nil
        }
        guard steady - takenBackAt >= Self.returnedAfterMilliseconds else { return nil }
        jump = nil
        return .returned
    }

    private mutating func doubt(_ found: Int64, at steady: Int64) -> News? {
        guard let known = jump else {
            jump = Jump(offset: found, since: steady)
            return .jumped(milliseconds: found - offset)
        }
        guard known.takenBackAt == nil, Self.agree(found, known.offset) else {
            jump = Jump(offset: found, since: steady)
            return nil
        }
        guard steady - known.since >= Self.acceptedAfterMilliseconds else {
            jump?.offset = found
            return nil
        }
        let difference = found - offset
        offset = found
        jump = nil
        return .accepted(milliseconds: difference)
    }
}
