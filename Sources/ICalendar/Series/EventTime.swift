/// When something begins.
public enum EventTime: Hashable, Sendable {
    case zoned(LocalTime, Zone)
    /// The same time on the clock wherever one is: here, in the venue's time zone.
    case floating(LocalTime)
    /// A whole day.
    case date(CivilDate)

    /// The time on the clock; a day's is its midnight.
    public var local: LocalTime {
        switch self {
        case .zoned(let local, _), .floating(let local): local
        case .date(let date): LocalTime(date: date)
        }
    }

    public var date: CivilDate { local.date }

    public var isAllDay: Bool {
        if case .date = self { true } else { false }
    }

    /// The instant, in Unix seconds.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func seconds(floatingIn zone: Zone) -> Int64 {
        switch self {
        case .zoned(let local, let own): own.seconds(of: local)
        case .floating(let local): zone.seconds(of: local)
        case .date(let date): zone.startOfDay(date)
        }
    }

    /// The name of an occurrence that originally begins then.
    public var key: OccurrenceKey {
        switch self {
        case .zoned(let local, let zone): .instant(zone.seconds(of: local))
        case .floating(let local): .local(local)
        case .date(let date): .date(date)
        }
    }

    /// The same kind of time, in the same zone, with another time on the clock.
    public func with(_ local: LocalTime) -> EventTime {
        switch self {
        case .zoned(_, let zone): .zoned(local, zone)
        case .floating: .floating(local)
        case .date: .date(local.date)
        }
    }

    /// The zone that the time is in.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func zone(floatingIn zone: Zone) -> Zone {
        if case .zoned(_, let own) = self { own } else { zone }
    }
}

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

/// The name of an occurrence of a series: its original start. It stays when the occurrence is moved.
public enum OccurrenceKey: Hashable, Sendable {
    /// Of a series in a zone: Unix seconds.
    case instant(Int64)
    /// Of a floating series.
    case local(LocalTime)
    /// Of a series of whole days.
    case date(CivilDate)

    /// `20260504T170000Z`, `20260504T190000` or `20260504`.
    public var text: String {
        switch self {
        case .instant(let seconds): LocalTime(wallSeconds: seconds).compact + "Z"
        case .local(let local): local.compact
        case .date(let date): date.compact
        }
    }

    public init?(_ text: some StringProtocol) {
        if let date = CivilDate(compact: text) {
            self = .date(date)
        } else if text.hasSuffix("Z"), let local = LocalTime(compact: text.dropLast()) {
            self = .instant(local.wallSeconds)
        } else if let local = LocalTime(compact: text) {
            self = .local(local)
        } else {
            return nil
        }
    }

    /// Orders the keys of one series, which are all of one kind.
    var order: Int64 {
        switch self {
        case .instant(let seconds): seconds
        case .local(let local): local.wallSeconds
        case .date(let date): Int64(date.dayNumber) * 86_400
        }
    }
}

extension OccurrenceKey: Comparable {
    public static func < (a: Self, b: Self) -> Bool {
        a.order == b.order ? a.kind < b.kind : a.order < b.order
    }

    private var kind: Int {
        switch self {
        case .instant: 0
        case .local: 1
        case .date: 2
        }
    }
}
