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
        var text = InternetTime.text(unixSeconds: unixSeconds)
        text += " GMT"
        return text
    }
}
