/// A reason why an event of a file is refused.
public enum EventProblem: Error, Hashable, Sendable {
    case noStart
    /// - Parameter value: at most the first 40 characters.
    case badValue(property: String, value: String)
    case endsBeforeStart
    /// An occurrence of RDATE ends before it starts.
    case addedEndsBeforeStart
    case zeroInterval
    case tooManyRules
    /// The event has too many RDATEs or EXDATEs.
    case tooManyDates
    /// - Parameter line: the line number in the file.
    case lineTooLong(line: Int)
    case cutOff
    case noEnd
    case partWithoutEnd
    /// - Parameter name: the component named by the END line, at most 24 characters.
    case wrongEnd(name: String)

    /// The message shown to a person, with `{name}` for each of the `values`.
    public var template: String {
        switch self {
        case .noStart: "The event has no DTSTART"
        case .badValue: "{property} is invalid: {value}"
        case .endsBeforeStart: "The event ends before it starts"
        case .addedEndsBeforeStart: "RDATE ends before it starts"
        case .zeroInterval: "The rule has an INTERVAL of 0"
        case .tooManyRules: "The event has more than 8 rules"
        case .tooManyDates: "The event adds or excludes more than 1,000 dates"
        case .lineTooLong: "Line {line} is longer than 64 KiB"
        case .cutOff: "The event is cut off by the end of the file"
        case .noEnd: "The event has no END"
        case .partWithoutEnd: "The event has a part without END"
        case .wrongEnd: "The event ends as {name}"
        }
    }

    /// The code of the problem, such as `no_start`.
    public var code: String {
        switch self {
        case .noStart: "no_start"
        case .badValue: "bad_value"
        case .endsBeforeStart: "ends_before_start"
        case .addedEndsBeforeStart: "added_ends_before_start"
        case .zeroInterval: "zero_interval"
        case .tooManyRules: "too_many_rules"
        case .tooManyDates: "too_many_dates"
        case .lineTooLong: "line_too_long"
        case .cutOff: "cut_off"
        case .noEnd: "no_end"
        case .partWithoutEnd: "part_without_end"
        case .wrongEnd: "wrong_end"
        }
    }

    public var values: [String: String] {
        switch self {
        case .badValue(let property, let value): ["property": property, "value": value]
        case .lineTooLong(let line): ["line": String(line)]
        case .wrongEnd(let name): ["name": name]
        default: [:]
        }
    }

    /// One problem of each kind.
    public static let samples: [EventProblem] = [
        .noStart, .badValue(property: "", value: ""), .endsBeforeStart, .addedEndsBeforeStart,
        .zeroInterval, .tooManyRules, .tooManyDates, .lineTooLong(line: 0), .cutOff, .noEnd,
        .partWithoutEnd, .wrongEnd(name: ""),
    ]
}

/// An event of a file that was refused.
public struct RefusedEvent: Hashable, Sendable {
    /// The line on which the event begins, from 1.
    public var line: Int
    public var uid: String?
    /// The title, at most 200 characters, if it can be read.
    public var title: String?
    public var start: EventTime?
    public var problem: EventProblem

    public init(
        line: Int, uid: String?, title: String? = nil, start: EventTime? = nil,
        problem: EventProblem
    ) {
        self.line = line
        self.uid = uid
        self.title = title
        self.start = start
        self.problem = problem
    }
}
