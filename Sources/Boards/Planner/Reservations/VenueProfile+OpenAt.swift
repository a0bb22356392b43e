import BoardKit
import ICalendar
import JSON

extension VenueProfile {
    /// Whether the house is open at a time in its zone.
    ///
    /// Openings belong to the date on which they begin. A date without hours is open for the whole
    /// service day.
    func isOpen(at local: LocalTime) -> Bool {
        isOpen(at: local.secondOfDay, ofDay: local.date)
            || isOpen(at: local.secondOfDay + 86_400, ofDay: local.date.adding(days: -1))
    }

    /// - Parameter second: seconds after the date's midnight; more than a day for times on the next
    ///   date.
    private func isOpen(at second: Int, ofDay date: CivilDate) -> Bool {
        guard let openings = openings(on: date) else {
            let start = dayStart.secondOfDay
            return (start..<start + 86_400).contains(second)
        }
        return openings.contains { $0.contains(second) }
    }

    /// Returns the openings of a date, or `nil` if none are defined and the house is open.
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
