import CivilDates

/// A day of the Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1 January 1970.
    public let dayNumber: Int

    public init(dayNumber: Int) { self.dayNumber = dayNumber }

    /// Creates a date, or returns `nil` if the day doesn't exist or the year is outside 0...9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.dayCount(ofMonth: month, year: year)
        else { return nil }
        self.init(checkedYear: year, month: month, day: day)
    }

    init(checkedYear year: Int, month: Int, day: Int) {
        dayNumber = CivilDates.CivilDate(year: year, month: month, day: day).daysSince1970
    }

    /// Parses `2026-05-04`.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Parses `20260504`.
    public init?(compact text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 8, let year = Self.number(bytes[0..<4]),
            let month = Self.number(bytes[4..<6]), let day = Self.number(bytes[6..<8])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }

    public static func < (a: Self, b: Self) -> Bool { a.dayNumber < b.dayNumber }
}

extension CivilDate {
    /// The year, month and day. Reading one alone costs as much as reading all three.
    public var parts: (year: Int, month: Int, day: Int) {
        let date = CivilDates.CivilDate(daysSince1970: dayNumber)
        return (date.year, date.month, date.day)
    }

    public var year: Int { parts.year }
    public var month: Int { parts.month }
    public var day: Int { parts.day }

    public var weekday: Weekday {
        Weekday(rawValue: Self.modulo(dayNumber + 3, 7)) ?? .monday
    }

    /// The Monday of this day's week.
    public var monday: CivilDate { adding(days: -weekday.rawValue) }

    public func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    /// The date as `2026-05-04`.
    public var text: String {
        let (year, month, day) = parts
        return Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(day, 2)
    }

    /// The date as `20260504`.
    public var compact: String {
        let (year, month, day) = parts
        return Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2)
    }

    static func dayCount(ofMonth month: Int, year: Int) -> Int {
        CivilDates.CivilDate.dayCount(year: year, month: month)
    }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func modulo(_ number: Int, _ divisor: Int) -> Int {
        number.remainder(ofFloored: divisor)
    }

    static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
