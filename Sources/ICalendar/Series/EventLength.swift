/// The duration of an event (RFC 5545 3.3.6). Days are nominal: they end at the same wall-clock
/// time. Seconds are exact. An all-day event has no seconds.
public struct EventLength: Hashable, Sendable {
    public var days: Int
    public var seconds: Int64

    public init(days: Int = 0, seconds: Int64 = 0) {
        self.days = days
        self.seconds = seconds
    }

    /// Returns the exclusive end in Unix seconds.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func end(of start: EventTime, floatingIn zone: Zone) -> Int64 {
        end(of: start, at: start.seconds(floatingIn: zone), floatingIn: zone)
    }

    /// - Parameter startSeconds: the start in Unix seconds. In the second pass of a repeated hour
    ///   it differs from the instant of the local time.
    func end(of start: EventTime, at startSeconds: Int64, floatingIn zone: Zone) -> Int64 {
        guard days != 0 else { return startSeconds + seconds }
        let local = LocalTime(
            date: start.date.adding(days: days), secondOfDay: start.local.secondOfDay)
        return start.with(local).seconds(floatingIn: zone) + seconds
    }

    /// An upper bound in seconds that allows for offset changes.
    var secondsMax: Int64 { Int64(days) * 86_400 + seconds + (days == 0 ? 0 : 86_400) }
}
