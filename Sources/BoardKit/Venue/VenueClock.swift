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

    /// `19:42`
    package func time(of instant: Instant) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: Self.date(of: instant))
        return TimeOfDay(hour: parts.hour ?? 0, minute: parts.minute ?? 0).text
    }

    /// The date of the day that an instant belongs to: `2026-11-20`.
    ///
    /// - Parameter start: when a day begins. What happens before it belongs to the day before.
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

    /// When it is this time of day next, also on days when clocks change. Returns `nil` if the
    /// calendar does not know.
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

/// A local time of day, to the minute: `04:00`.
package struct TimeOfDay: Sendable, Equatable {
    /// 0 to 23.
    package let hour: Int
    /// 0 to 59.
    package let minute: Int

    package init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    package init?(_ text: String?) {
        guard let text else { return nil }
        self.init(text)
    }

    /// Returns `nil` for a text that is not written as `HH:MM`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            let hour = Self.number(bytes[0], bytes[1]), hour < 24,
            let minute = Self.number(bytes[3], bytes[4]), minute < 60
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    package var text: String { Self.digits(hour) + ":" + Self.digits(minute) }

    /// Since midnight.
    package var minutes: Int { hour * 60 + minute }

    private static func number(_ tens: UInt8, _ ones: UInt8) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard digits.contains(tens), digits.contains(ones) else { return nil }
        return Int(tens - digits.lowerBound) * 10 + Int(ones - digits.lowerBound)
    }

    private static func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}

extension TimeOfDay: SavedText {}
