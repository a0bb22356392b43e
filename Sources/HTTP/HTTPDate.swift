/// A date as in `Date` and `Last-Modified`: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110
/// section 5.6.7).
public struct HTTPDate: Sendable, Equatable, CustomStringConvertible {
    /// Seconds since 1970 in UTC, without leap seconds, in the years 0 to 9999, because the format
    /// has four digits for the year.
    public let unixSeconds: Int

    /// Creates the date. Clamps it to the years 0 to 9999.
    public init(unixSeconds: Int) {
        self.unixSeconds = min(max(unixSeconds, -62_167_219_200), 253_402_300_799)
    }

    public var description: String {
        let day = floorDivide(unixSeconds, by: 86_400)
        let second = unixSeconds - day * 86_400
        let date = Self.civilDate(ofDay: day)
        // Every response has a date, so it is written without intermediate strings.
        var text = ""
        text.reserveCapacity(29)
        // 1 January 1970 was a Thursday.
        text += Self.weekdays[(day % 7 + 11) % 7]
        text += ", "
        Self.write(date.day, width: 2, to: &text)
        text += " "
        text += Self.months[date.month - 1]
        text += " "
        Self.write(date.year, width: 4, to: &text)
        text += " "
        Self.write(second / 3_600, width: 2, to: &text)
        text += ":"
        Self.write(second / 60 % 60, width: 2, to: &text)
        text += ":"
        Self.write(second % 60, width: 2, to: &text)
        text += " GMT"
        return text
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func write(_ number: Int, width: Int, to text: inout String) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            text.unicodeScalars.append(Unicode.Scalar(UInt8(number / divisor % 10 + 0x30)))
            divisor /= 10
        }
    }

    /// Howard Hinnant's `civil_from_days`. Years that begin in March have their leap day at the
    /// end, and 400 of them have 146,097 days.
    private static func civilDate(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }
}

private func floorDivide(_ number: Int, by divisor: Int) -> Int {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
}
