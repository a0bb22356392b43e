import Sync

/// The weekly opening hours of a place, from the forms `24/7` and day ranges with time ranges of
/// OpenStreetMap's `opening_hours`.
///
/// Hours belong to the day on which they begin, even if they end after midnight. A later rule after
/// a semicolon replaces the hours of its days; one after a comma adds to them.
struct PlaceHours: Sendable, Equatable {
    struct State: Equatable {
        let isOpen: Bool
        /// When it closes next; `nil` if it is closed, or open for the whole next week.
        let closesAt: Instant?
    }

    /// The opening hours of each day from Monday, in minutes since midnight.
    let days: [[Range<Int>]]

    static let minutesPerDay = 24 * 60

    func state(in week: LocalWeek) -> State {
        let today = week.today
        // Hours end at most one day after the day on which they begin. One more day covers clocks
        // that are set back over midnight.
        var closing = week.now
        for day in (today - 2)...(today + 8) {
            for range in days[LocalWeek.weekday(of: day)] {
                let opens = week.instant(day: day, minute: range.lowerBound)
                if opens <= closing {
                    closing = max(closing, week.instant(day: day, minute: range.upperBound))
                }
            }
            if day > today, closing <= week.now { break }
        }
        guard closing > week.now else { return State(isOpen: false, closesAt: nil) }
        let isWithoutEnd = closing >= week.instant(day: today + 7, minute: 0)
        return State(isOpen: true, closesAt: isWithoutEnd ? nil : closing)
    }
}
