public import ICalendar

/// What is merged on its own.
public enum MergeField: String, Sendable, CaseIterable {
    case title, location, description
    /// Start, end, zone and whether it is all day.
    case when
    /// RRULE and RDATE.
    case `repeat`
    /// Whether one occurrence happens.
    case exclusion
    case status
    case isPrivate = "private"
    case isFree = "free"
    /// One side has deleted what the other has edited.
    case deleted
}

/// The value of a field at one side.
public enum MergeValue: Sendable, Hashable {
    case text(String?)
    case when(EventTime, EventLength)
    case rules([RecurrenceRule], [ExtraDate])
    case flag(Bool)
    case status(EventStatus?)
    /// What the side that has edited it has; `nil` at the side that has deleted it.
    case event(CalendarEvent?)
    /// Likewise for one occurrence.
    case change(EventChange?)
}

/// Two edits of one field that can't both stand.
public struct MergeIssue: Sendable, Hashable {
    /// The occurrence that it is about; `nil` for the event, or the whole series.
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
