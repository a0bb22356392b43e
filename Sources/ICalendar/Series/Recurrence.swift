/// An occurrence that an RDATE adds.
public struct ExtraDate: Hashable, Sendable {
    public var start: EventTime
    /// Its own length; `nil` for that of the series.
    public var length: EventLength?

    public init(start: EventTime, length: EventLength? = nil) {
        self.start = start
        self.length = length
    }
}

/// When an occurrence that differs from its series happens (RFC 5545 RECURRENCE-ID).
public struct TimeChange: Hashable, Sendable {
    public var start: EventTime
    public var length: EventLength
    /// Whether the following occurrences move with it (RANGE=THISANDFUTURE), up to the next such change.
    public var isForFollowing: Bool

    public init(start: EventTime, length: EventLength, isForFollowing: Bool = false) {
        self.start = start
        self.length = length
        self.isForFollowing = isForFollowing
    }
}

/// When an event happens: once, or as a series.
public struct Recurrence: Sendable {
    public var start: EventTime { didSet { bounds = RuleBounds() } }
    public var length: EventLength
    public var rules: [RecurrenceRule] { didSet { bounds = RuleBounds() } }
    public var dates: [ExtraDate]
    /// The occurrences that don't happen. A day also excludes what a series of times has on it.
    public var exclusions: Set<OccurrenceKey>
    /// The occurrences that differ, by their original starts.
    public var changes: [OccurrenceKey: TimeChange]

    /// Where rules with COUNT end, found when it is first needed.
    private(set) var bounds = RuleBounds()

    public init(
        start: EventTime, length: EventLength, rules: [RecurrenceRule] = [],
        dates: [ExtraDate] = [], exclusions: Set<OccurrenceKey> = [],
        changes: [OccurrenceKey: TimeChange] = [:]
    ) {
        self.start = start
        self.length = length
        self.rules = rules
        self.dates = dates
        self.exclusions = exclusions
        self.changes = changes
    }

    /// The most rules of a series.
    public static let rulesMax = 8
    /// The most dates that a series adds, and the most that it excludes.
    public static let datesMax = 1_000

    /// Whether it has no more of anything than a file may give it.
    public var isWithinLimits: Bool {
        rules.count <= Self.rulesMax && max(dates.count, exclusions.count) <= Self.datesMax
    }

    /// Whether it is a series.
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

/// One time that an event happens.
public struct Occurrence: Hashable, Sendable {
    /// Its original start.
    public var key: OccurrenceKey
    public var start: EventTime
    public var length: EventLength
    /// Unix seconds. They count where a local time occurs twice.
    public var startSeconds: Int64
    /// Unix seconds, exclusive.
    public var endSeconds: Int64
    /// The change whose fields it has: its own, or one for the following occurrences too.
    public var change: OccurrenceKey?

    /// Whether a part of it lies within a time. What has no length counts where it begins.
    func touches(_ from: Int64, _ to: Int64) -> Bool {
        startSeconds < to
            && (endSeconds > from || (endSeconds == startSeconds && startSeconds >= from))
    }
}

/// The occurrences within a time.
public struct Expansion: Hashable, Sendable {
    public var occurrences: [Occurrence]
    /// Whether there are more than could be found within the budget, or than were asked for.
    public var isCapped: Bool
}

/// How many steps an expansion may take. A step takes about 100 ns.
public enum ExpansionBudget {
    /// For one series and one window.
    public static let window = 40_000
}
