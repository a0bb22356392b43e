import PeerNumbers

/// A time in UTC as the internet's messages write it, without the zone: `Sun, 06 Nov 1994 08:49:37`
/// (RFC 9110 section 5.6.7, RFC 5322 section 3.3).
package enum InternetTime {
    /// - Parameter unixSeconds: Seconds since 1970, without leap seconds. Clamped to the years 0 to
    ///   9999, because the format has four digits for the year.
    package static func text(unixSeconds: Int) -> String {
        let unixSeconds = min(max(unixSeconds, -62_167_219_200), 253_402_300_799)
        let second = unixSeconds.remainder(ofFloored: 86_400)
        let day = (unixSeconds - second) / 86_400
        let date = CivilDate(daysSince1970: day)
        // Every response has a date, so it is written without intermediate strings.
        var text = ""
        text.reserveCapacity(31)
        // 1 January 1970 was a Thursday.
        text += weekdays[(day + 4).remainder(ofFloored: 7)]
        text += ", "
        write(date.day, width: 2, to: &text)
        text += " "
        text += months[date.month - 1]
        text += " "
        write(date.year, width: 4, to: &text)
        text += " "
        write(second / 3_600, width: 2, to: &text)
        text += ":"
        write(second / 60 % 60, width: 2, to: &text)
        text += ":"
        write(second % 60, width: 2, to: &text)
        return text
    }

    /// Reads a text in the form of `text`. Returns `nil` for any other text.
    package static func unixSeconds(of text: String) -> Int? {
        let parts = text.split { " ,:".contains($0) }
        guard parts.count == 7, let day = Untrusted(parts[1])?.within(1...31),
            let month = months.firstIndex(of: String(parts[2])),
            let year = Untrusted(parts[3])?.within(0...9999),
            let hour = Untrusted(parts[4])?.within(0...23),
            let minute = Untrusted(parts[5])?.within(0...59),
            let second = Untrusted(parts[6])?.within(0...59)
        else { return nil }
        let days = CivilDate(year: year, month: month + 1, day: day).daysSince1970
        let unixSeconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return self.text(unixSeconds: unixSeconds) == text ? unixSeconds : nil
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
