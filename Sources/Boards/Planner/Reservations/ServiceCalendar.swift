import BoardKit
import ICalendar
import JSON
import Sync

/// The venue's service days and quarter hours, in its time zone.
struct ServiceCalendar: Sendable, Equatable {
    let zone: Zone
    /// When a service day begins, in seconds after midnight.
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

    /// The service day that a time belongs to.
    func day(of local: LocalTime) -> CivilDate {
        local.secondOfDay < dayStart ? local.date.adding(days: -1) : local.date
    }

    /// The quarter hour that a time belongs to, by its beginning.
    func quarter(of local: LocalTime) -> LocalTime {
        LocalTime(
            date: local.date,
            secondOfDay: local.secondOfDay - local.secondOfDay % Self.quarterSeconds)
    }

    /// The quarter hours that begin in a service day.
    func quarters(of day: CivilDate) -> [LocalTime] {
        let first = (dayStart + Self.quarterSeconds - 1) / Self.quarterSeconds
        let count = Self.daySeconds / Self.quarterSeconds
        return (first..<first + count).map {
            LocalTime(date: day, secondOfDay: $0 * Self.quarterSeconds)
        }
    }

    /// The minutes from the beginning of a service day to a time of day, on the wall clock.
    func minutesIntoDay(_ secondOfDay: Int) -> Int {
        (secondOfDay - dayStart + Self.daySeconds) % Self.daySeconds / 60
    }

    func local(of instant: Instant) -> LocalTime { zone.local(of: instant.seconds) }
}

extension VenueProfile {
    /// Whether the house is open at a time of its zone.
    ///
    /// Openings belong to the date on which they begin. Without hours for a date, the house is open
    /// for the whole service day.
    func isOpen(at local: LocalTime) -> Bool {
        isOpen(at: local.secondOfDay, ofDay: local.date)
            || isOpen(at: local.secondOfDay + 86_400, ofDay: local.date.adding(days: -1))
    }

    /// - Parameter second: after the midnight with which the date begins; more than a day for times
    ///   of the next date.
    private func isOpen(at second: Int, ofDay date: CivilDate) -> Bool {
        guard let openings = openings(on: date) else {
            let start = dayStart.secondOfDay
            return (start..<start + 86_400).contains(second)
        }
        return openings.contains { $0.contains(second) }
    }

    /// Returns `nil` if nothing is said about the date, so that the house is open.
    private func openings(on date: CivilDate) -> [Range<Int>]? {
        let exception = exceptions?[date.text]
        guard exception != nil || hours != nil else { return nil }
        let pairs = exception ?? hours?[date.weekday.code]
        return (pairs?.elements ?? []).compactMap { pair in
            guard let from = TimeOfDay(pair.texts?.first)?.secondOfDay,
                let to = TimeOfDay(pair.texts?.last)?.secondOfDay
            else { return nil }
            return from..<(to > from ? to : to + 86_400)
        }
    }
}
