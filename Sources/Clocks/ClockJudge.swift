import Sync

/// Decides what time it is when the machine's clock is set while the hub runs.
///
/// Follows the time of day as long as that advances like the steady clock. Follows corrections of a
/// few seconds, as NTP makes them, at once. After a larger jump, the time continues by the steady
/// clock. If the time of day jumps back, nothing changes; if it stays, it is accepted.
///
/// After a start with a clock that is behind the journal, the time is only known to be later than
/// the journal's end. A clock that is set to any later time is followed at once, as it would have
/// been at the start.
struct ClockJudge {
    enum News: Sendable, Equatable {
        /// The machine's clock was set, and is ahead by this much; behind if it is negative.
        case jumped(milliseconds: Int64)
        /// The clocks have agreed again for a while.
        case returned
        /// The machine's clock has stayed, and is followed now.
        case accepted(milliseconds: Int64)
        /// The machine's clock was behind the journal at the start, has been corrected, and is
        /// followed.
        case corrected(milliseconds: Int64)
    }

    /// The maximum difference that counts as agreement.
    static let toleranceMilliseconds: Int64 = 5_000
    /// A jump that lasts this long is accepted.
    static let acceptedAfterMilliseconds: Int64 = 180_000
    /// The time after which a jump that was taken back is forgotten, so that a clock that jumps
    /// back and forth is reported once.
    static let returnedAfterMilliseconds: Int64 = 60_000

    private struct Jump {
        /// The offset by the machine's clock, as in `ClockJudge.offset`.
        var offset: Int64
        /// When the offset was first read, by the steady clock.
        var since: Int64
        /// When the clocks agreed again, by the steady clock; `nil` while they differ.
        var takenBackAt: Int64?
    }

    /// The time of day minus the steady clock, in milliseconds.
    private var offset: Int64
    private var jump: Jump?
    /// Whether the time that is given out was counted from the journal's end.
    private var isGuess = false

    /// - Parameter lastEventAt: the time of the journal's last event. A clock that is behind it at the
    ///   start is treated like one that was set back: the time continues from the last event.
    init(_ reading: ClockReading, lastEventAt: Instant? = nil) {
        offset = Self.offset(of: reading)
        guard let lastEventAt, lastEventAt > reading.wall,
            !Self.agree(lastEventAt.milliseconds, reading.wall.milliseconds)
        else { return }
        offset = lastEventAt.milliseconds - reading.steadyMilliseconds
        isGuess = true
    }

    private static func offset(of reading: ClockReading) -> Int64 {
        reading.wall.milliseconds - reading.steadyMilliseconds
    }

    private static func agree(_ one: Int64, _ other: Int64) -> Bool {
        abs(one - other) <= toleranceMilliseconds
    }

    /// The time by which the machine's clock is ahead of the hub's; `nil` while they agree.
    var jumpMilliseconds: Int64? {
        guard let jump, jump.takenBackAt == nil else { return nil }
        return jump.offset - offset
    }

    /// - Returns: the hub's time, and news to report, if any.
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
        isGuess = false
        guard let takenBackAt = jump?.takenBackAt else {
            jump?.takenBackAt = steady
            return nil
        }
        guard steady - takenBackAt >= Self.returnedAfterMilliseconds else { return nil }
        jump = nil
        return .returned
    }

    private mutating func doubt(_ found: Int64, at steady: Int64) -> News? {
        if isGuess, found > offset { return .corrected(milliseconds: accept(found)) }
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
        return .accepted(milliseconds: accept(found))
    }

    /// - Returns: the time by which the machine's clock was ahead.
    private mutating func accept(_ found: Int64) -> Int64 {
        defer {
            offset = found
            isGuess = false
            jump = nil
        }
        return found - offset
    }
}
