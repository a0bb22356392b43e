public import ICalendar

/// A unit of merging.
public enum MergeField: String, Sendable, CaseIterable {
    case title, location, description
    /// The start, length, zone, and whether the event is all-day.
    case when
    /// RRULE and RDATE.
    case `repeat`
    /// Whether one occurrence is excluded.
    case exclusion
    case status
    case isPrivate = "private"
    case isFree = "free"
    /// One side has deleted an event that the other has edited.
    case deleted
}

/// The value of a field on one side.
public enum MergeValue: Sendable, Hashable {
    case text(String?)
    case when(EventTime, EventLength)
    case rules([RecurrenceRule], [ExtraDate])
    case flag(Bool)
    case status(EventStatus?)
    /// The edited event; `nil` on the side that deleted it.
    case event(CalendarEvent?)
    /// The edited occurrence; `nil` on the side that deleted it.
    case change(EventChange?)
}

/// A conflict: two incompatible edits of one field.
public struct MergeIssue: Sendable, Hashable {
    /// The occurrence; `nil` for the event or the whole series.
    public var at: OccurrenceKey?
    public var field: MergeField
    public var ours: MergeValue
    public var theirs: MergeValue

    public init(at: OccurrenceKey?, field: MergeField, ours: MergeValue, theirs: MergeValue) {
        self.at = at
        self.field = field
        self.ours = ours
        self.theirs = theirs
    }
}
