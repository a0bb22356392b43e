import CivilDates

/// A point in time in UTC, to the millisecond. Messages contain it as RFC 3339 with three fraction
/// digits and `Z`: `2026-11-20T18:04:05.123Z`.
public struct Instant: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (one: Instant, other: Instant) -> Bool {
        one.milliseconds < other.milliseconds
    }

    public func adding(milliseconds difference: Int64) -> Instant {
        Instant(milliseconds: milliseconds + difference)
    }

    public func milliseconds(since earlier: Instant) -> Int64 {
        milliseconds - earlier.milliseconds
    }
}

extension Instant: CustomStringConvertible {
    private static let millisecondsPerDay = 86_400_000

    /// The text. Instants outside the years 0001 to 9999 are written as the first or last instant
    /// of that range.
    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(24)
        write(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func write(to text: inout [UInt8]) {
        let milliseconds = min(
            max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound - 1)
        let rest = Int(milliseconds).remainder(ofFloored: Self.millisecondsPerDay)
        let date = CivilDate(
            daysSince1970: (Int(milliseconds) - rest) / Self.millisecondsPerDay)
        append(date.year, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        append(date.month, digits: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        append(date.day, digits: 2, to: &text)
        text.append(UInt8(ascii: "T"))
        append(rest / 3_600_000, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(rest / 60_000 % 60, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(rest / 1000 % 60, digits: 2, to: &text)
        text.append(UInt8(ascii: "."))
        append(rest % 1000, digits: 3, to: &text)
        text.append(UInt8(ascii: "Z"))
    }

    /// Parses an RFC 3339 timestamp with any offset and any number of fraction digits; digits
    /// beyond the millisecond are dropped. Returns `nil` for anything else, and for years outside
    /// 0001 to 9999.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), year >= 1, reader.skip("-"),
            let month = reader.number(digits: 2), (1...12).contains(month), reader.skip("-"),
            let day = reader.number(digits: 2), day >= 1,
            day <= CivilDate.dayCount(year: year, month: month),
            reader.skip("T") || reader.skip("t"),
            let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
            let minute = reader.number(digits: 2), minute < 60, reader.skip(":"),
            let second = reader.number(digits: 2), second <= 60
        else { return nil }
        var fraction = 0
        if reader.skip(".") {
            guard let thousandths = reader.thousandths() else { return nil }
            fraction = thousandths
        }
        guard let offsetMinutes = reader.offsetMinutes(), reader.isAtEnd else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let minutes = (days * 24 + hour) * 60 + minute - offsetMinutes
        // A leap second is the last one of a day in UTC (RFC 3339, section 5.7).
        guard second < 60 || minutes.remainder(ofFloored: 1440) == 1439 else { return nil }
        milliseconds = Int64((minutes * 60 + second) * 1000 + fraction)
        // An offset, or a leap second, can lead out of the years that have four digits.
        guard isWritable else { return nil }
    }

    /// Whether a text can express it exactly: whether it is in the years 0001 to 9999.
    public var isWritable: Bool { Self.writable.contains(milliseconds) }

    /// The milliseconds of the years 0001 to 9999.
    private static let writable: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000
}

private func append(_ value: Int, digits: Int, to text: inout [UInt8]) {
    if digits > 1 { append(value / 10, digits: digits - 1, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(value % 10))
}

private struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    mutating func number(digits: Int) -> Int? {
        var value: Int = 0
        for _ in 0..<digits {
            guard let digit = nextDigit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func thousandths() -> Int? {
        var value: Int = 0
        var count = 0
        while let digit = nextDigit() {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 3)..<3 { value *= 10 }
        return value
    }

    mutating func offsetMinutes() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2), hours < 24, skip(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private mutating func nextDigit() -> Int? {
        guard position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"),
            digit < 10
        else { return nil }
        position += 1
        return Int(digit)
    }
}
