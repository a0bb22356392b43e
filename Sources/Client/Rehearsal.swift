/// An evening's service, planned: who arrives when, how long they wait, and what the host does about
/// it, slips included.
///
/// A plan is a pure function of its seed (and of the arrivals, where those are given): the same
/// evening every time. `RehearsalPlayer` plays it.
public enum Rehearsal {
    /// One thing that the host does.
    public struct Step: Sendable, Equatable {
        /// Seconds since the midnight before the evening; may go beyond the next.
        public var second: Int
        public var act: Act

        /// The time on the restaurant's clock: `19:04`.
        public var clock: String {
            let minutes = second / 60 % 1_440
            return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        }

        private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    }

    public enum Act: Sendable, Equatable {
        /// With a party of the plan, counted from 0.
        case party(Int, PartyAct)
        /// With a notice of the plan, counted from 0.
        case notice(Int, NoticeAct)
    }

    public enum PartyAct: Sendable, Equatable {
        case arrive(PartyDetails)
        /// They are more or fewer than they said.
        case resize(Int)
        case ready
        case seat(table: String)
        case noShow
        case cancel
        /// Takes back what was last done with this party.
        case undo
    }

    public enum NoticeAct: Sendable, Equatable {
        case post(text: String, isUrgent: Bool)
        case clear
    }

    /// What a party says of itself.
    public struct PartyDetails: Sendable, Equatable {
        public var name: String
        public var size: Int
        /// One of those numbers that are kept for fiction.
        public var phone: String?
        public var notes: String?
        public var tags: [String]
    }

    /// An evening from 17:00 on, with about fifty parties; the steps in the order of time.
    public static func plan(seed: UInt64) -> [Step] {
        var random = SplitMix64(seed: seed)
        return plan(arrivals: Arrival.evening(using: &random), using: &random)
    }

    /// The evening of these arrivals; the steps in the order of time.
    public static func plan(arrivals: [Arrival], seed: UInt64) -> [Step] {
        var random = SplitMix64(seed: seed)
        return plan(arrivals: arrivals.sorted { $0.second < $1.second }, using: &random)
    }

    private static func plan(
        arrivals: [Arrival], using random: inout SplitMix64
    ) -> [Step] {
        var steps: [Step] = []
        var firstOfLateArrivals = 0
        for (index, arrival) in arrivals.enumerated() {
            while arrivals[firstOfLateArrivals].second < arrival.second - 1_800 {
                firstOfLateArrivals += 1
            }
            var course = PartyCourse(
                party: index, arrival: arrival, busyness: index - firstOfLateArrivals)
            steps += course.steps(using: &random)
        }
        if let first = arrivals.first, let last = arrivals.last {
            steps += NoticeCourse.steps(from: first.second, to: last.second, using: &random)
        }
        // By place too: what is sorted must not depend on whether the sort is stable.
        return steps.enumerated()
            .sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
            .map(\.element)
    }
}
