/// Why an event of a file is not taken.
public enum EventProblem: Error, Hashable, Sendable {
    case noStart
    /// - Parameter value: at most the first 40 characters.
    case badValue(property: String, value: String)
    case endsBeforeStart
    /// An occurrence of RDATE ends before it starts.
    case addedEndsBeforeStart
    case zeroInterval
    case tooManyRules
    /// By RDATE or by EXDATE.
    case tooManyDates
    /// - Parameter line: its number in the file.
    case lineTooLong(line: Int)
    case cutOff
    case noEnd
    case partWithoutEnd
    /// - Parameter name: the component whose end stands there; at most 24 characters.
    case wrongEnd(name: String)

    /// A sentence for a person, with `{name}` for each of the `values`.
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

    /// Names the kind of problem: `no_start`.
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

    /// One of each kind.
    public static let samples: [EventProblem] = [
        .noStart, .badValue(property: "", value: ""), .endsBeforeStart, .addedEndsBeforeStart,
        .zeroInterval, .tooManyRules, .tooManyDates, .lineTooLong(line: 0), .cutOff, .noEnd,
        .partWithoutEnd, .wrongEnd(name: ""),
    ]
}

/// An event of a file that was not taken.
public struct RefusedEvent: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    public var line: Int
    public var uid: String?
    /// What it is called, at most the first 200 characters, and when it begins, as far as that can be read.
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
