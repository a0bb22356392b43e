/// One party's evening, from the door to the table or away.
///
/// Times only ever grow, and a slip is taken back before anything else happens to the party: an undo
/// depends on that.
struct PartyCourse {
    private let party: Int
    private let arrival: Arrival
    /// How many came in the half hour before.
    private let busyness: Int
    private var second: Int
    private var steps: [Rehearsal.Step] = []

    init(party: Int, arrival: Arrival, busyness: Int) {
        self.party = party
        self.arrival = arrival
        self.busyness = busyness
        second = arrival.second
    }

    mutating func steps(using random: inout SplitMix64) -> [Rehearsal.Step] {
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

    private mutating func add(_ act: Rehearsal.PartyAct) {
        steps.append(Rehearsal.Step(second: second, act: .party(party, act)))
    }

    /// In seconds: longer the more have come, and the larger the table that is needed.
    private func wait(using random: inout SplitMix64) -> Int {
        let crowd = min(busyness, 12) * 120
        let table = min(max(0, arrival.size - 4), 8) * 90
        return 240 + random.next(below: 720) + crowd + table
    }

    /// Another party's table was meant.
    private mutating func readyBySlip(before end: Int, using random: inout SplitMix64) {
        second += 10 + random.next(below: end - second - 70)
        add(.ready)
        second += 5 + random.next(below: 35)
        add(.undo)
    }

    /// They were not at the table yet.
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

    private func details(using random: inout SplitMix64) -> Rehearsal.PartyDetails {
        // +1 201 555 0100 to 0199 belong to nobody: they are kept for fiction.
        let phone = "+12015550\(100 + random.next(below: 100))"
        return Rehearsal.PartyDetails(
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
