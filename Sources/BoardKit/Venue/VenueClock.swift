import Foundation
package import Sync

/// Times in the venue's time zone. An unknown time zone counts as UTC.
package struct VenueClock {
    private let calendar: Calendar

    package init(timeZone: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        self.calendar = calendar
    }

    /// Returns the time of day: `19:42`.
    package func time(of instant: Instant) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: Self.date(of: instant))
        return TimeOfDay(hour: parts.hour ?? 0, minute: parts.minute ?? 0).text
    }

    /// Returns the date of the day that an instant belongs to: `2026-11-20`.
    ///
    /// - Parameter start: when a day begins. Earlier instants belong to the day before.
    package func date(of instant: Instant, startingAt start: TimeOfDay) -> String {
        let date = Self.date(of: instant)
        let time = calendar.dateComponents([.hour, .minute], from: date)
        let isEarly = (time.hour ?? 0, time.minute ?? 0) < (start.hour, start.minute)
        let day = isEarly ? calendar.date(byAdding: .day, value: -1, to: date) ?? date : date
        let parts = calendar.dateComponents([.year, .month, .day], from: day)
        return Self.digits(parts.year ?? 0, count: 4) + "-"
            + Self.digits(parts.month ?? 0, count: 2) + "-" + Self.digits(parts.day ?? 0, count: 2)
    }

    private static func digits(_ number: Int, count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// Returns the next instant at this time of day, also on days when clocks change. Returns `nil`
    /// if the calendar can't tell.
    package func next(_ time: TimeOfDay, after instant: Instant) -> Instant? {
        let next = calendar.nextDate(
            after: Self.date(of: instant),
            matching: DateComponents(hour: time.hour, minute: time.minute, second: 0),
            matchingPolicy: .nextTime, repeatedTimePolicy: .first)
        guard let seconds = next?.timeIntervalSince1970, seconds.magnitude < 1e12 else {
            return nil
        }
        let found = Instant(milliseconds: Int64((seconds * 1000).rounded()))
        return found > instant ? found : nil
    }

    private static func date(of instant: Instant) -> Date {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
}
