/// Those who share a tab in a rehearsal's plan: a table, or somebody who takes food away.
struct ServiceVisit {
    /// A line that was ordered, and not cancelled.
    struct Line {
        let number: Int
        let person: String?
        let station: String
    }

    let kind: TabKind
    /// When they begin their next round or, after the last one, ask for the bill.
    var second: Int
    /// How many order.
    let size: Int
    /// Who is named in the baskets; empty if nobody is.
    let persons: [String]
    /// The courses of each round to come.
    var rounds: [[Int]]
    /// Whether they have their first round at the bar, on a tab of its own.
    var startsAtBar = false
    /// The number of their table.
    var table: Int?
    var tab: Int?
    var lines: [Line] = []

    /// A party that sits down a while after it has arrived.
    init(_ arrival: Arrival, using random: inout SplitMix64) {
        kind = .table
        // A tab has room for 200 lines.
        size = min(arrival.size, Self.sizeMax)
        startsAtBar = random.chance(percent: 6)
        second =
            arrival.second
            + (startsAtBar ? 120 + random.next(below: 300) : 900 + random.next(below: 900))
        var names: [String] = []
        if random.chance(percent: 60) {
            for _ in 0..<min(size, Self.personsMax) {
                let name = GuestNames.draw(using: &random)
                if !names.contains(name) { names.append(name) }
            }
        }
        persons = names
        rounds = random.pick(from: Self.usualRounds)
        if startsAtBar { rounds.insert([0], at: 0) }
    }

    /// Somebody who takes food away, and orders at this second.
    init(takeawayAt second: Int, using random: inout SplitMix64) {
        kind = .takeaway
        self.second = second
        size = 1 + random.next(below: 3)
        persons = []
        rounds = [[0, 1]]
    }

    private static let usualRounds = [
        [[0, 1]], [[0, 0, 1], [2]], [[0, 0, 1], [2]], [[0, 0], [1], [2]],
    ]
    private static let sizeMax = 20
    private static let personsMax = 6
}
