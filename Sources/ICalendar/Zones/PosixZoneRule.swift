/// The footer of a TZif file, such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636 3.3.2).
struct PosixZoneRule {
    private let standard: Int32
    private let summer: (offset: Int32, begins: YearDay, ends: YearDay)?

    /// Parses a rule, or returns `nil` if it is malformed.
    init?(_ text: String) {
        var reader = PosixReader(text)
        guard reader.skipName(), let standard = reader.offset() else { return nil }
        self.standard = -standard
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.skipName() else { return nil }
        let offset = reader.offset().map(-) ?? self.standard + 3600
        guard reader.skip(","), let begins = reader.yearDay(), reader.skip(","),
            let ends = reader.yearDay(), reader.isAtEnd
        else { return nil }
        summer = (offset, begins, ends)
    }

    /// Returns the offset changes in these years, in order.
    func changes(years: ClosedRange<Int>) -> [(at: Int64, to: Int32)] {
        guard let summer else { return [] }
        return years.flatMap { year -> [(at: Int64, to: Int32)] in
            let begins = summer.begins.wallSeconds(year: year) - Int64(standard)
            let ends = summer.ends.wallSeconds(year: year) - Int64(summer.offset)
            return begins < ends
                ? [(begins, summer.offset), (ends, standard)]
                : [(ends, standard), (begins, summer.offset)]
        }
    }
}

/// A day of the year with a time of day.
private struct YearDay {
    enum Day {
        /// The nth weekday of a month, where 5 means the last. Sunday is 0.
        case weekday(month: Int, week: Int, weekday: Int)
        /// A day from 1 to 365 that never counts 29 February.
        case julian(Int)
        /// A day from 0 to 365.
        case ordinal(Int)
    }

    let day: Day
    let time: Int32

    func wallSeconds(year: Int) -> Int64 {
        let date: CivilDate
        switch day {
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(checkedYear: year, month: month, day: 1)
            let sunday = (first.weekday.rawValue + 1) % 7
            var day = 1 + CivilDate.modulo(weekday - sunday, 7) + (week - 1) * 7
            while day > CivilDate.dayCount(ofMonth: month, year: year) { day -= 7 }
            date = first.adding(days: day - 1)
        case .julian(let number):
            let isAfterLeapDay = CivilDate.isLeap(year) && number >= 60
            date = CivilDate(checkedYear: year, month: 1, day: 1)
                .adding(days: number - (isAfterLeapDay ? 0 : 1))
        case .ordinal(let number):
            date = CivilDate(checkedYear: year, month: 1, day: 1).adding(days: number)
        }
        return Int64(date.dayNumber) * 86_400 + Int64(time)
    }
}

private struct PosixReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a name such as `CET` or `<+0545>`.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let count = rest.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }.count
        rest = rest.dropFirst(count)
        return count >= 3
    }

    mutating func number() -> Int32? {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        rest = rest.dropFirst(digits.count)
        return Int32(Substring(digits))
    }

    /// Parses an offset such as `-3:30:15`, in seconds.
    mutating func offset() -> Int32? {
        let sign: Int32 = skip("-") ? -1 : 1
        if sign > 0 { _ = skip("+") }
        guard let hours = number(), hours <= 167 else { return nil }
        let minutes = skip(":") ? number() ?? 0 : 0
        let seconds = skip(":") ? number() ?? 0 : 0
        guard minutes < 60, seconds < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60 + seconds)
    }

    /// Parses a day such as `M3.5.0/2`, `J60` or `59`.
    mutating func yearDay() -> YearDay? {
        let day: YearDay.Day
        if skip("M") {
            guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
                (1...5).contains(week), skip("."), let weekday = number(), weekday <= 6
            else { return nil }
            day = .weekday(month: Int(month), week: Int(week), weekday: Int(weekday))
        } else if skip("J") {
            guard let number = number(), (1...365).contains(number) else { return nil }
            day = .julian(Int(number))
        } else {
            guard let number = number(), number <= 365 else { return nil }
            day = .ordinal(Int(number))
        }
        guard skip("/") else { return YearDay(day: day, time: 7200) }
        return offset().map { YearDay(day: day, time: $0) }
    }
}
