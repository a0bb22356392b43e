/// A day of the week, counted from Monday.
public enum Weekday: Int, CaseIterable, Comparable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The iCalendar code, such as `MO`.
    public var code: String { Self.codes[rawValue] }

    public init?(code: some StringProtocol) {
        guard let place = Self.codes.firstIndex(where: { $0 == code }) else { return nil }
        self.init(rawValue: place)
    }

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
