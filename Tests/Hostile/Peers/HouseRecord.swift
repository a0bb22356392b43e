import Client

/// What the good clients of a house have seen.
struct HouseRecord {
    struct Arrival {
        var rev: Int
        var at: ContinuousClock.Instant
        /// Of the screen's copy, after it.
        var hash: String
    }

    struct Mutation {
        var at: ContinuousClock.Instant
        /// Once it was answered.
        var rev: Int?
    }

    /// By their ids.
    var mutations: [String: Mutation] = [:]
    /// By screen, in the order of their revisions.
    var arrivals: [[Arrival]]
    /// Of whoever asked for a page: when, and how long the answer took.
    var pages: [(at: ContinuousClock.Instant, duration: Duration)] = []
    /// All that should not have happened.
    var mishaps: [String] = []
    var liveCount = 0

    init(screenCount: Int) { arrivals = Array(repeating: [], count: screenCount) }

    var lastRev: Int { mutations.values.compactMap(\.rev).max() ?? 0 }

    /// Whether every mutation is answered, and every screen shows the last one.
    var isSettled: Bool {
        mutations.values.allSatisfy { $0.rev != nil }
            && arrivals.allSatisfy { ($0.last?.rev ?? 0) >= lastRev }
    }

    /// From a mutation's begin to its arrival on each of the screens.
    func roundTrips(from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant)
        -> [Duration]
    {
        let sent = mutations.values.filter { $0.at >= begin && $0.at < end }
            .compactMap { mutation in mutation.rev.map { ($0, mutation.at) } }
        return arrivals.flatMap { arrivals in
            let times = Dictionary(
                arrivals.map { ($0.rev, $0.at) }, uniquingKeysWith: { first, _ in first })
            return sent.compactMap { rev, at in times[rev].map { at.duration(to: $0) } }
        }
    }

    /// How many diffs did not come to a screen that was there.
    var missingDiffCount: Int {
        arrivals.reduce(0) { count, arrivals in
            let seen = Set(arrivals.map(\.rev))
            let first = arrivals.first?.rev ?? 0
            let missing = mutations.values.compactMap(\.rev).filter {
                $0 > first && !seen.contains($0)
            }
            return count + missing.count
        }
    }
}
