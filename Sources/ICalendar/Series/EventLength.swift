/// How long something lasts. Days are nominal: the clock on the wall shows the same time at their end.
/// Seconds are exact (RFC 5545 3.3.6). What takes whole days has no seconds.
public struct EventLength: Hashable, Sendable {
    public var days: Int
    public var seconds: Int64

    public init(days: Int = 0, seconds: Int64 = 0) {
        self.days = days
        self.seconds = seconds
    }

    /// The exclusive end, in Unix seconds.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func end(of start: EventTime, floatingIn zone: Zone) -> Int64 {
        end(of: start, at: start.seconds(floatingIn: zone), floatingIn: zone)
    }

    /// - Parameter startSeconds: the instant of the start, which is another one than its local time
    ///   says in the second of two equal hours.
    func end(of start: EventTime, at startSeconds: Int64, floatingIn zone: Zone) -> Int64 {
        guard days != 0 else { return startSeconds + seconds }
        let local = LocalTime(
            date: start.date.adding(days: days), secondOfDay: start.local.secondOfDay)
        return start.with(local).seconds(floatingIn: zone) + seconds
    }

    /// An upper bound in seconds, with an allowance for a change of the clocks.
    var secondsMax: Int64 { Int64(days) * 86_400 + seconds + (days == 0 ? 0 : 86_400) }
}
