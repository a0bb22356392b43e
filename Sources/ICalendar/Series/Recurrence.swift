/// An occurrence that an RDATE adds.
public struct ExtraDate: Hashable, Sendable {
    public var start: EventTime
    /// The length, or `nil` for that of the series.
    public var length: EventLength?

    public init(start: EventTime, length: EventLength? = nil) {
        self.start = start
        self.length = length
    }
}

/// The time of an occurrence that differs from its series (RECURRENCE-ID).
public struct TimeChange: Hashable, Sendable {
    public var start: EventTime
    public var length: EventLength
    /// Whether the change applies up to the next such change (RANGE=THISANDFUTURE).
    public var isForFollowing: Bool

    public init(start: EventTime, length: EventLength, isForFollowing: Bool = false) {
        self.start = start
        self.length = length
        self.isForFollowing = isForFollowing
    }
}

/// The times of an event, which happens once or as a series.
public struct Recurrence: Sendable {
    public var start: EventTime { didSet { bounds = RuleBounds() } }
    public var length: EventLength
    public var rules: [RecurrenceRule] { didSet { bounds = RuleBounds() } }
    public var dates: [ExtraDate]
    /// The excluded occurrences. A day excludes all occurrences of a timed series on it.
    public var exclusions: Set<OccurrenceKey>
    /// The changed occurrences, by original start.
    public var changes: [OccurrenceKey: EventChange]

    /// The ends of rules with COUNT, computed when first needed.
    private(set) var bounds = RuleBounds()

    public init(
        start: EventTime, length: EventLength, rules: [RecurrenceRule] = [],
        dates: [ExtraDate] = [], exclusions: Set<OccurrenceKey> = [],
        changes: [OccurrenceKey: EventChange] = [:]
    ) {
        self.start = start
        self.length = length
        self.rules = rules
        self.dates = dates
        self.exclusions = exclusions
        self.changes = changes
    }

    /// The maximum number of rules.
    public static let rulesMax = 8
    /// The maximum number of added dates, and of exclusions.
    public static let datesMax = 1_000

    /// Whether the recurrence is within the limits that apply to files.
    public var isWithinLimits: Bool {
        rules.count <= Self.rulesMax && max(dates.count, exclusions.count) <= Self.datesMax
    }

    /// Whether this is a series.
    public var repeats: Bool { !rules.isEmpty || !dates.isEmpty }
}

extension Recurrence: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.start == b.start && a.length == b.length && a.rules == b.rules && a.dates == b.dates
            && a.exclusions == b.exclusions && a.changes == b.changes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(length)
        hasher.combine(rules)
    }
}

/// One occurrence of an event.
public struct Occurrence: Hashable, Sendable {
    /// The original start.
    public var key: OccurrenceKey
    public var start: EventTime
    public var length: EventLength
    /// The start in Unix seconds, which is unambiguous where a local time repeats.
    public var startSeconds: Int64
    /// The exclusive end in Unix seconds.
    public var endSeconds: Int64
    /// The key of the change that applies: its own, or an earlier THISANDFUTURE change.
    public var change: OccurrenceKey?

    /// Returns whether the occurrence overlaps a window. Without a length, its start counts.
    func touches(_ from: Int64, _ to: Int64) -> Bool {
        startSeconds < to
            && (endSeconds > from || (endSeconds == startSeconds && startSeconds >= from))
    }
}

/// The occurrences within a window.
public struct Expansion: Hashable, Sendable {
    public var occurrences: [Occurrence]
    /// Whether there may be more: the limit was exceeded or the budget ran out.
    public var isCapped: Bool
}

/// The budgets for expansions, in steps of about 100 ns.
public enum ExpansionBudget {
    /// The budget for one series and one window.
    public static let window = 40_000
}
