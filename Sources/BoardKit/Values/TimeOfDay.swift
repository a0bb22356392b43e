/// A local time of day, to the minute: `04:00`.
package struct TimeOfDay: Sendable, Equatable {
    package let hour: Int
    package let minute: Int

    package init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    package init?(_ text: String?) {
        guard let text else { return nil }
        self.init(text)
    }

    /// Returns `nil` unless the text is written as `HH:MM`.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            let hour = Self.number(bytes[0], bytes[1]), hour < 24,
            let minute = Self.number(bytes[3], bytes[4]), minute < 60
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    package var text: String { Self.digits(hour) + ":" + Self.digits(minute) }

    /// The minutes since midnight.
    package var minutes: Int { hour * 60 + minute }

    private static func number(_ tens: UInt8, _ ones: UInt8) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard digits.contains(tens), digits.contains(ones) else { return nil }
        return Int(tens - digits.lowerBound) * 10 + Int(ones - digits.lowerBound)
    }

    private static func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}

extension TimeOfDay: SavedText {}
