/// A reason why a whole file can't be read.
public enum CalendarFileProblem: String, Error, CaseIterable, Sendable {
    case tooLarge = "too_large"
    case notACalendar = "not_a_calendar"
    case notUTF8 = "not_utf8"
    case tooDeep = "too_deep"
    case tooManyEvents = "too_many_events"

    /// The message shown to a person.
    public var text: String {
        switch self {
        case .tooLarge: "The file is larger than 10 MiB"
        case .notACalendar: "The file is not a calendar"
        case .notUTF8: "The file is not UTF-8"
        case .tooDeep: "The file is nested too deeply"
        case .tooManyEvents: "The file has more than 20,000 events"
        }
    }
}

/// An irregularity of an event that was accepted anyway.
public enum EventFlag: String, CaseIterable, Sendable {
    /// The event had no UID.
    case uid
    /// The event's time zone is unknown.
    case zone
    /// The event's rule can't be read, so the event happens once.
    case rule
    /// The end of an all-day event has a time of day. Only its date is used.
    case end
    /// The rule does not generate the start, which counts as the first occurrence.
    case start
}
