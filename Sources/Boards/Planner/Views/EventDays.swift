import BoardKit
import ICalendar

/// The days that an occurrence touches, in the venue's time zone.
struct EventDays: Sendable, Equatable {
    let first: CivilDate
    /// Inclusive. What ends at midnight is not on the next day, and what has no length is on its
    /// day.
    let last: CivilDate

    /// - Parameter end: exclusive, in Unix seconds.
    init(start: EventTime, length: EventLength, end: Int64, in zone: Zone) {
        guard !start.isAllDay else {
            first = start.date
            last = first.adding(days: max(length.days, 1) - 1)
            return
        }
        let startSeconds = start.seconds(floatingIn: zone)
        first = zone.local(of: startSeconds).date
        last = end > startSeconds ? max(first, zone.local(of: end - 1).date) : first
    }

    func touches(_ days: ClosedRange<CivilDate>) -> Bool {
        first <= days.upperBound && last >= days.lowerBound
    }
}
