/// A wall-clock time: a date and a time of day without a time zone.
public struct LocalTime: Hashable, Comparable, Sendable {
    public let date: CivilDate
    /// From 0 to 86399.
    public let secondOfDay: Int

    /// - Parameter secondOfDay: a value outside 0...86399 carries into the date.
    public init(date: CivilDate, secondOfDay: Int = 0) {
        let second = CivilDate.modulo(secondOfDay, 86_400)
        self.date = date.adding(days: (secondOfDay - second) / 86_400)
        self.secondOfDay = second
    }

    /// Parses `2026-05-04T19:30` or `2026-05-04T19:30:15`.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let colon = UInt8(ascii: ":")
        guard bytes.count == 16 || bytes.count == 19, bytes[10] == UInt8(ascii: "T"),
            bytes[13] == colon, bytes.count == 16 || bytes[16] == colon,
            let date = CivilDate(text.prefix(10)),
            let second = Self.secondOfDay(
                bytes[11..<13], bytes[14..<16], bytes.count == 19 ? bytes[17..<19] : [])
        else { return nil }
        self.init(date: date, secondOfDay: second)
    }

    /// Parses `20260504T193000`.
    public init?(compact text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 15, bytes[8] == UInt8(ascii: "T"),
            let date = CivilDate(compact: text.prefix(8)),
            let second = Self.secondOfDay(bytes[9..<11], bytes[11..<13], bytes[13..<15])
        else { return nil }
        self.init(date: date, secondOfDay: second)
    }

    /// A leap second counts as the second before it.
    private static func secondOfDay(
        _ hour: ArraySlice<UInt8>, _ minute: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
    ) -> Int? {
        guard let hour = CivilDate.number(hour), hour < 24,
            let minute = CivilDate.number(minute), minute < 60,
            let second = CivilDate.number(second), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    public static func < (a: Self, b: Self) -> Bool {
        (a.date.dayNumber, a.secondOfDay) < (b.date.dayNumber, b.secondOfDay)
    }
}

extension LocalTime {
    /// Seconds since 1970-01-01T00:00:00 on the same wall clock.
    var wallSeconds: Int64 { Int64(date.dayNumber) * 86_400 + Int64(secondOfDay) }

    init(wallSeconds: Int64) {
        let day = wallSeconds >= 0 ? wallSeconds / 86_400 : (wallSeconds - 86_399) / 86_400
        self.init(
            date: CivilDate(dayNumber: Int(day)), secondOfDay: Int(wallSeconds - day * 86_400))
    }

    /// Returns the time this many seconds later on the wall clock.
    public func adding(seconds: Int64) -> LocalTime {
        LocalTime(wallSeconds: wallSeconds + seconds)
    }

    /// Returns the wall-clock difference in seconds, which ignores changes of the offset.
    public func seconds(since other: LocalTime) -> Int64 { wallSeconds - other.wallSeconds }

    /// The time as `2026-05-04T19:30`, with seconds unless they are 0.
    public var text: String {
        let second = secondOfDay % 60
        return date.text + "T" + CivilDate.digits(secondOfDay / 3600, 2) + ":"
            + CivilDate.digits(secondOfDay / 60 % 60, 2)
            + (second == 0 ? "" : ":" + CivilDate.digits(second, 2))
    }

    /// The time as `20260504T193000`.
    public var compact: String {
        date.compact + "T" + CivilDate.digits(secondOfDay / 3600, 2)
            + CivilDate.digits(secondOfDay / 60 % 60, 2) + CivilDate.digits(secondOfDay % 60, 2)
    }
}
