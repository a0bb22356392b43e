/// The start of an event: a time in a zone, a floating time or a day.
public enum EventTime: Hashable, Sendable {
    case zoned(LocalTime, Zone)
    /// A time without a zone. Here it is in the venue's zone.
    case floating(LocalTime)
    /// A whole day.
    case date(CivilDate)

    /// The wall-clock time; midnight for a day.
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

    /// Returns the instant in Unix seconds.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func seconds(floatingIn zone: Zone) -> Int64 {
        switch self {
        case .zoned(let local, let own): own.seconds(of: local)
        case .floating(let local): zone.seconds(of: local)
        case .date(let date): zone.startOfDay(date)
        }
    }

    /// The key of an occurrence that originally begins at this time.
    public var key: OccurrenceKey {
        switch self {
        case .zoned(let local, let zone): .instant(zone.seconds(of: local))
        case .floating(let local): .local(local)
        case .date(let date): .date(date)
        }
    }

    /// Returns the same kind of time in the same zone, at another wall-clock time.
    public func with(_ local: LocalTime) -> EventTime {
        switch self {
        case .zoned(_, let zone): .zoned(local, zone)
        case .floating: .floating(local)
        case .date: .date(local.date)
        }
    }

    /// Returns the zone of the time.
    ///
    /// - Parameter zone: the venue's, for floating times and days.
    public func zone(floatingIn zone: Zone) -> Zone {
        if case .zoned(_, let own) = self { own } else { zone }
    }
}
