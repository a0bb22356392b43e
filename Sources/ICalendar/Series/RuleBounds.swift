import Locks

/// Where the rules of a series with COUNT end. It is found once: afterwards such a rule skips ahead as
/// any other does.
final class RuleBounds: Sendable {
    struct Bound {
        /// The last occurrence, in wall seconds, or in Unix seconds of a rule below DAILY.
        var last: Int64
        /// `false` when there are more than were counted; `last` is the last that was found.
        var isExact = true
        /// How many steps it took. They are charged each time, so that what is found within a budget
        /// never depends on what was found before.
        var steps = 0
    }

    private let bounds = Locked<[Int: Bound]>([:])

    /// - Parameter rule: the place of the rule in its series.
    func bound(of rule: Int, _ find: () -> Bound) -> Bound {
        bounds.with { bounds in
            if let bound = bounds[rule] { return bound }
            let bound = find()
            bounds[rule] = bound
            return bound
        }
    }
}
