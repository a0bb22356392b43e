import JSON

/// The notices of an evening: two or three, for about half an hour each.
struct NoticeRehearsal: RehearsalPart {
    private struct Step {
        var second: Int
        /// The number of the notice in the plan, from 0.
        var notice: Int
        /// What is posted; `nil` if the notice is cleared.
        var text: (words: String, isUrgent: Bool)?
    }

    private static let texts = [
        (words: "The terrace is open tonight.", isUrgent: false),
        (words: "Today's soup: roasted pumpkin.", isUrgent: false),
        (words: "The car at the entrance has its lights on.", isUrgent: true),
        (words: "Please stay near the door: tables are getting free.", isUrgent: false),
        (words: "The kitchen takes its last orders at half past nine.", isUrgent: true),
    ]

    private let steps: [Step]
    /// The ids of the posted notices.
    private var ids: [Int: String] = [:]
    private var postedCount = 0

    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64) {
        var steps: [Step] = []
        if let first = arrivals.first?.second, let last = arrivals.last?.second {
            for notice in 0..<(2 + random.next(below: 2)) {
                let second = first + random.next(below: last - first + 1)
                steps.append(
                    Step(second: second, notice: notice, text: random.pick(from: Self.texts)))
                steps.append(
                    Step(second: second + 1_200 + random.next(below: 1_200), notice: notice))
            }
        }
        self.steps = steps
    }

    var seconds: [Int] { steps.map(\.second) }
    var tally: String { "" }
    var counts: [RehearsalCount] { [RehearsalCount("notices", postedCount)] }

    func mutation(at step: Int) -> RehearsalMutation? {
        if let text = steps[step].text {
            return RehearsalMutation(
                Notices.Action.post.rawValue,
                ["text": .string(text.words), "level": text.isUrgent ? "urgent" : "info"])
        }
        return ids[steps[step].notice].map {
            RehearsalMutation(Notices.Action.clear.rawValue, ["notice": .string($0)])
        }
    }

    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String {
        guard steps[step].text != nil else {
            ids[steps[step].notice] = nil
            return "a notice is cleared"
        }
        ids[steps[step].notice] = result?["notice"]?.text
        postedCount += 1
        return "a notice is posted"
    }

    mutating func rejected(_ step: Int) {}
}
