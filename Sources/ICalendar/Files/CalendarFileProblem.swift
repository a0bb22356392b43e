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

/// An event of a file that was not taken.
public struct Refusal: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    public var line: Int
    public var uid: String?
    /// A sentence for a person.
    public var problem: String

    public init(line: Int, uid: String?, problem: String) {
        self.line = line
        self.uid = uid
        self.problem = problem
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
