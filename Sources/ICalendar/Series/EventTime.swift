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
