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

    /// The code of the problem, such as `no_start`.
    public var code: String { description.code }

    /// The message shown to a person, with `{name}` for each of the `values`.
    public var template: String { description.template }

    private var description: (code: String, template: String) {
        switch self {
        case .noStart: ("no_start", "The event has no DTSTART")
        case .badValue: ("bad_value", "{property} is invalid: {value}")
        case .endsBeforeStart: ("ends_before_start", "The event ends before it starts")
        case .addedEndsBeforeStart: ("added_ends_before_start", "RDATE ends before it starts")
        case .zeroInterval: ("zero_interval", "The rule has an INTERVAL of 0")
        case .tooManyRules: ("too_many_rules", "The event has more than 8 rules")
        case .tooManyDates: ("too_many_dates", "The event adds or excludes more than 1,000 dates")
        case .lineTooLong: ("line_too_long", "Line {line} is longer than 64 KiB")
        case .cutOff: ("cut_off", "The event is cut off by the end of the file")
        case .noEnd: ("no_end", "The event has no END")
        case .partWithoutEnd: ("part_without_end", "The event has a part without END")
        case .wrongEnd: ("wrong_end", "The event ends as {name}")
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
