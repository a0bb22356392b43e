import Locks

/// Caches where rules with COUNT end. Once known, such a rule can skip ahead like any other.
final class RuleBounds: Sendable {
    struct Bound {
        /// The last occurrence: wall seconds, or Unix seconds for a zoned rule below DAILY.
        var last: Int64
        /// `false` if counting stopped early. `last` is then the last occurrence found.
        var isExact = true
        /// The steps of counting. Each use is charged, so results don't depend on the cache.
        var steps = 0
    }

    private let bounds = Locked<[Int: Bound]>([:])

    /// - Parameter rule: the index of the rule in its series.
    func bound(of rule: Int, _ find: () -> Bound) -> Bound {
        bounds.with { bounds in
            if let bound = bounds[rule] { return bound }
            let bound = find()
            bounds[rule] = bound
            return bound
        }
    }
}
