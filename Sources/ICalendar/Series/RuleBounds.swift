import Locks

/// Where the rules of a series with COUNT end. It is found once: afterwards such a rule skips ahead as
/// any other does.
final class RuleBounds: Sendable {
    enum Bound {
        /// The last occurrence, in wall seconds, or in Unix seconds of a rule below DAILY.
        case last(Int64)
        /// There are more than were counted; the last that was found.
        case beyond(Int64)
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
