import BoardKit
import ICalendar
import JSON
import Sync

/// An event of a calendar, or a series with all its changes, as its events have made it.
struct PlannedEvent: Sendable, Equatable {
    var calendar: CalendarID
    /// Everything that a calendar file can say of it.
    var content: CalendarEvent

    /// The most bytes that an event may take in the journal. One that is split needs them twice,
    /// and no event of the journal is larger than 3 MiB.
    static let bytesMax = 1 << 20

    var repeats: Bool { content.recurrence.repeats }

    /// The details of an occurrence.
    ///
    /// - Parameter change: the change that applies to it, if any.
    func details(_ change: OccurrenceKey?) -> EventDetails {
        change.flatMap { content.changes[$0]?.details } ?? content.details
    }
}
