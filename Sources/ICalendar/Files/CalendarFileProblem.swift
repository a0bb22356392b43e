/// Why nothing of a file can be read.
public enum CalendarFileProblem: Error, Hashable, CaseIterable, Sendable {
    case tooLarge
    case notACalendar
    case notUTF8
    case tooDeep
    case tooManyEvents

    /// A sentence for a person.
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

/// What was odd about an event that was taken.
public enum EventFlag: String, CaseIterable, Sendable {
    /// It had no UID.
    case uid
    /// Nobody knows its time zone.
    case zone
    /// Its rule can't be read, so it happens once.
    case rule
    /// A time as the end of a day; the end's date was taken.
    case end
    /// Its rule does not generate its start, which counts as the first occurrence.
    case start
}
