import BoardKit
import Sync

/// The end of the current service day, at which the next one begins. It is the day's start in the
/// venue's time zone, also on days when clocks change.
///
/// A day without events does not end, so an unused venue has no events.
struct ServiceDayEnd: Sendable {
    /// Whether anything has happened since the day began.
    private var isEventful = false
    /// The end, cached so that the calendar is used once a day rather than at every event. A change
    /// of the settings does not affect a day that has begun.
    var endsAt = Instant(milliseconds: .min)

    /// The start of the next day; `nil` if nothing has happened in the current one.
    var dueAt: Instant? { isEventful ? endsAt : nil }

    /// Whether an event of any board belongs to a later day than the current one.
    func isOver(at event: Event) -> Bool {
        // At the day's end, the clock's events precede the new day, and people's events follow it.
        let isLater = event.at >= endsAt && !(isEventful && event.actor == .clock)
        return isLater || event.kind == Event.dayBeganKind || event.recordsSetBack
    }

    /// Applies an event of any board.
    mutating func note(_ event: Event) { isEventful = event.kind != Event.dayBeganKind }
}

extension ServiceDayEnd {
    package func write(to writer: inout StateWriter) {
        writer.write(isEventful)
        writer.write(endsAt)
    }

    init(from reader: inout StateReader) throws(StateError) {
        isEventful = try reader.read()
        endsAt = try reader.read()
    }
}

extension VenueProfile {
    /// Returns the end of an instant's service day.
    func serviceDayEnd(after instant: Instant) -> Instant {
        VenueClock(timeZone: timeZone).next(dayStart, after: instant)
            ?? instant.adding(milliseconds: 86_400_000)
    }
}
