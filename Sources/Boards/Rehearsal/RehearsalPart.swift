public import JSON

/// What a host does on one board during an evening that is played for show: the plan, and what has
/// come of it so far.
public protocol RehearsalPart: Sendable {
    /// What it plays, as a sentence, if it is only played when an option asks for it. The option is
    /// called as the board: `--<board>`.
    static var optionHelp: String? { get }

    /// Whether it does what only an owner may do.
    static var needsOwner: Bool { get }

    /// The view that it has to know before it can plan.
    static var view: String? { get }

    /// Plans an evening. The same arrivals, document and numbers always give the same plan.
    ///
    /// - Parameters:
    ///   - arrivals: who comes when, in the order of time.
    ///   - document: that of `view`; `nil` without one.
    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64)

    /// When each step happens, in seconds since the midnight before the evening.
    var seconds: [Int] { get }

    /// The mutation to ask for at a step. Returns `nil` if the thing that it acts on does not
    /// exist.
    func mutation(at step: Int) -> RehearsalMutation?

    /// Records that the mutation of a step was accepted.
    ///
    /// - Returns: a line that describes the step, without anybody's name.
    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String

    /// Records that the mutation of a step was rejected.
    mutating func rejected(_ step: Int)

    /// The current state in a few words; empty if there is nothing to say.
    var tally: String { get }

    /// The results so far, in the order in which a summary lists them.
    var counts: [RehearsalCount] { get }
}

extension RehearsalPart {
    public static var optionHelp: String? { nil }
    public static var needsOwner: Bool { false }
    public static var view: String? { nil }
}

public struct RehearsalMutation: Sendable {
    public let action: String
    public let arguments: [String: JSON]

    init(_ action: String, _ arguments: [String: JSON]) {
        self.action = action
        self.arguments = arguments
    }
}

/// How often something was done: `seated 42`.
public struct RehearsalCount: Sendable, Equatable {
    public let name: String
    public let number: Int

    init(_ name: String, _ number: Int) {
        self.name = name
        self.number = number
    }
}
