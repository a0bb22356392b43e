import CivilDates

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
        let second = unixSeconds.remainder(ofFloored: 86_400)
        let day = (unixSeconds - second) / 86_400
        let date = CivilDate(daysSince1970: day)
        // Every response has a date, so it is written without intermediate strings.
        var text = ""
        text.reserveCapacity(29)
        // 1 January 1970 was a Thursday.
        text += Self.weekdays[(day + 4).remainder(ofFloored: 7)]
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
}
