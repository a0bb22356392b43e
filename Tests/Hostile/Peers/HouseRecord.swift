import Client

/// The observations of the good clients of a house.
struct HouseRecord {
    struct Arrival {
        var rev: Int
        var at: ContinuousClock.Instant
        /// The hash of the screen's copy after the change.
        var hash: String
    }

    struct Mutation {
        var at: ContinuousClock.Instant
        /// The revision, once the mutation was answered.
        var rev: Int?
    }

    /// The mutations by their ids.
    var mutations: [String: Mutation] = [:]
    /// The changes by screen, in the order of their revisions.
    var arrivals: [[Arrival]]
    /// When pages were requested, and how long the answers took.
    var pages: [(at: ContinuousClock.Instant, duration: Duration)] = []
    /// Everything that should not have happened.
    var mishaps: [String] = []
    var liveCount = 0

    init(screenCount: Int) { arrivals = Array(repeating: [], count: screenCount) }

    var lastRev: Int { mutations.values.compactMap(\.rev).max() ?? 0 }

    /// Whether every mutation is answered, and every screen shows the last one.
    var isSettled: Bool {
        mutations.values.allSatisfy { $0.rev != nil }
            && arrivals.allSatisfy { ($0.last?.rev ?? 0) >= lastRev }
    }

    /// Returns the times from the beginning of a mutation to its arrival, for all screens.
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

    /// The number of diffs that did not reach a connected screen.
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
