import BoardKit
import ICalendar
import Sync

/// The venue's service days and quarter hours, in its time zone.
struct ServiceCalendar: Sendable, Equatable {
    let zone: Zone
    /// The start of a service day, in seconds after midnight.
    private let dayStart: Int

    static let quarterSeconds = 900
    private static let daySeconds = 86_400

    init(zone: Zone = .utc, dayStart: TimeOfDay = VenueProfile.defaultDayStart) {
        self.zone = zone
        self.dayStart = dayStart.secondOfDay
    }

    func instant(of local: LocalTime) -> Instant {
        Instant(seconds: zone.seconds(of: local))
    }

    func day(of local: LocalTime) -> CivilDate {
        local.secondOfDay < dayStart ? local.date.adding(days: -1) : local.date
    }

    /// Returns the start of a time's quarter hour.
    func quarter(of local: LocalTime) -> LocalTime {
        LocalTime(
            date: local.date,
            secondOfDay: local.secondOfDay - local.secondOfDay % Self.quarterSeconds)
    }

    func quarters(of day: CivilDate) -> [LocalTime] {
        let first = (dayStart + Self.quarterSeconds - 1) / Self.quarterSeconds
        let count = Self.daySeconds / Self.quarterSeconds
        return (first..<first + count).map {
            LocalTime(date: day, secondOfDay: $0 * Self.quarterSeconds)
        }
    }

    /// Returns the minutes from the beginning of a service day to a time of day, on the wall clock.
    func minutesIntoDay(_ secondOfDay: Int) -> Int {
        (secondOfDay - dayStart + Self.daySeconds) % Self.daySeconds / 60
    }

    func local(of instant: Instant) -> LocalTime { zone.local(of: instant.seconds) }
}
