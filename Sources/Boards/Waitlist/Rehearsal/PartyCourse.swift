/// Plans one party's evening, from its arrival until it is seated or leaves.
///
/// Times never decrease, and a mistake is undone before anything else happens to the party, because
/// an undo depends on that.
struct PartyCourse {
    private let party: Int
    private let arrival: Arrival
    /// How many parties arrived in the half hour before.
    private let busyness: Int
    private var second: Int
    private var steps: [WaitlistRehearsal.Step] = []

    init(party: Int, arrival: Arrival, busyness: Int) {
        self.party = party
        self.arrival = arrival
        self.busyness = busyness
        second = arrival.second
    }

    mutating func steps(using random: inout SplitMix64) -> [WaitlistRehearsal.Step] {
        add(.arrive(details(using: &random)))
        if random.chance(percent: 6) {
            second += 20 + random.next(below: 60)
            add(.resize(otherSize(using: &random)))
        }
        let readyAt = max(second + 120, arrival.second + wait(using: &random))
        if random.chance(percent: 5) { readyBySlip(before: readyAt, using: &random) }
        let fate = random.next(below: 100)
        if fate < 5 {
            second += 10 + random.next(below: readyAt - second)
            add(.cancel)
            return steps
        }
        second = readyAt
        add(.ready)
        if random.chance(percent: 4) { seatBySlip(using: &random) }
        if fate < 12 {
            second += 480 + random.next(below: 420)
            add(.noShow)
        } else {
            second += 60 + random.next(below: 300)
            add(.seat(table: table(using: &random)))
        }
        return steps
    }

    private mutating func add(_ act: WaitlistRehearsal.Act) {
        steps.append(WaitlistRehearsal.Step(second: second, party: party, act: act))
    }

    /// Returns the wait in seconds. It grows with the number of recent arrivals and the size of the
    /// party.
    private func wait(using random: inout SplitMix64) -> Int {
        let crowd = min(busyness, 12) * 120
        let table = min(max(0, arrival.size - 4), 8) * 90
        return 240 + random.next(below: 720) + crowd + table
    }

    /// Calls this party to a table that was meant for another, and takes it back.
    private mutating func readyBySlip(before end: Int, using random: inout SplitMix64) {
        second += 10 + random.next(below: end - second - 70)
        add(.ready)
        second += 5 + random.next(below: 35)
        add(.undo)
    }

    /// Seats the party before it is at the table, and takes it back.
    private mutating func seatBySlip(using random: inout SplitMix64) {
        second += 10 + random.next(below: 30)
        add(.seat(table: table(using: &random)))
        second += 5 + random.next(below: 25)
        add(.undo)
    }

    private func table(using random: inout SplitMix64) -> String {
        String(1 + random.next(below: 30))
    }

    private func otherSize(using random: inout SplitMix64) -> Int {
        let change = random.chance(percent: 60) ? 1 : -1
        let size = arrival.size + change
        return (1...99).contains(size) ? size : arrival.size - change
    }

    private func details(using random: inout SplitMix64) -> WaitlistRehearsal.Details {
        let phone = GuestNames.phone(using: &random)
        return WaitlistRehearsal.Details(
            name: GuestNames.draw(using: &random), size: arrival.size,
            phone: random.chance(percent: 40) ? phone : nil,
            notes: random.chance(percent: 15) ? random.pick(from: Self.notes) : nil,
            tags: random.chance(percent: 15) ? [random.pick(from: Self.tags)] : [])
    }

    private static let notes = [
        "By the window, if there is a table", "Allergic to nuts", "It is a birthday",
        "Waits at the bar", "With a pram", "Has to leave by nine",
    ]
    private static let tags = ["high chair", "terrace", "quiet", "regular", "wheelchair", "dog"]
}
