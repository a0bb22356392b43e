import Testing

@testable import Client

struct RehearsalTests {
    private static let seeds: [UInt64] = [0, 1, 2, 42, .max]

    /// The acts of each party, in the order of the plan.
    private func courses(
        of steps: [Rehearsal.Step]
    ) -> [Int: [(second: Int, act: Rehearsal.PartyAct)]] {
        var courses: [Int: [(second: Int, act: Rehearsal.PartyAct)]] = [:]
        for step in steps {
            if case .party(let party, let act) = step.act {
                courses[party, default: []].append((step.second, act))
            }
        }
        return courses
    }

    private func details(of steps: [Rehearsal.Step]) -> [Rehearsal.PartyDetails] {
        steps.compactMap { step in
            guard case .party(_, .arrive(let details)) = step.act else { return nil }
            return details
        }
    }

    @Test func `the generator gives the published numbers`() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        // From the reference implementation at prng.di.unimi.it.
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test(arguments: seeds)
    func `the same seed is the same evening, another is another`(seed: UInt64) {
        #expect(Rehearsal.plan(seed: seed) == Rehearsal.plan(seed: seed))
        #expect(Rehearsal.plan(seed: seed) != Rehearsal.plan(seed: seed &+ 1))
        let arrivals = [Arrival(second: 68_400, size: 2), Arrival(second: 61_200, size: 9)]
        let plan = Rehearsal.plan(arrivals: arrivals, seed: seed)
        #expect(plan == Rehearsal.plan(arrivals: arrivals.reversed(), seed: seed))
    }

    @Test(arguments: seeds)
    func `an evening looks like one`(seed: UInt64) {
        let steps = Rehearsal.plan(seed: seed)
        #expect(steps == steps.sorted { $0.second < $1.second })
        let parties = details(of: steps)
        #expect((40...70).contains(parties.count))
        let usual = parties.count { (2...4).contains($0.size) }
        #expect(usual * 2 > parties.count)
        let arrivals = steps.filter { step in
            if case .party(_, .arrive) = step.act { true } else { false }
        }
        #expect(arrivals.allSatisfy { (17 * 3_600..<22 * 3_600).contains($0.second) })
        let rush = arrivals.count { (18 * 3_600..<20 * 3_600 + 1_800).contains($0.second) }
        #expect(rush * 2 > arrivals.count)
    }

    @Test(arguments: seeds)
    func `every party goes a way that the board allows, one act after another`(seed: UInt64) {
        let arrivals = (0..<600).map { Arrival(second: 60_000 + $0 * 7, size: 1 + $0 % 99) }
        for (_, course) in courses(of: Rehearsal.plan(arrivals: arrivals, seed: seed)) {
            var standings = ["waiting"]
            var last: Int?
            for (index, (second, act)) in course.enumerated() {
                #expect(last.map { $0 < second } ?? true)
                last = second
                let standing = standings.last
                switch act {
                case .arrive: #expect(index == 0)
                case .resize(let size):
                    #expect(standing == "waiting")
                    #expect((1...99).contains(size))
                case .ready:
                    #expect(standing == "waiting")
                    standings.append("ready")
                case .seat, .noShow:
                    #expect(standing == "ready")
                    standings.append("gone")
                case .cancel:
                    #expect(standing == "waiting")
                    standings.append("gone")
                case .undo:
                    // What it takes back has to be the act right before it.
                    #expect(standings.count > 1)
                    standings.removeLast()
                }
            }
            #expect(standings.last == "gone")
        }
    }

    @Test func `there are slips, edits, no-shows, cancellations and notices`() {
        var counts: [String: Int] = [:]
        for seed in Self.seeds {
            for step in Rehearsal.plan(seed: seed) {
                let name = String(describing: step.act).prefix { $0 != "(" }
                counts[String(name), default: 0] += 1
                if case .party(_, let act) = step.act {
                    counts[String(String(describing: act).prefix { $0 != "(" }), default: 0] += 1
                }
            }
        }
        for name in ["arrive", "resize", "ready", "seat", "noShow", "cancel", "undo", "notice"] {
            #expect(counts[name] ?? 0 > 0, "\(name)")
        }
    }

    @Test func `names are of many languages and phones are nobody's`() {
        #expect(GuestNames.count >= 140)
        let parties = (0..<20 as Range<UInt64>).flatMap { details(of: Rehearsal.plan(seed: $0)) }
        #expect(Set(parties.map(\.name)).count > 300)
        #expect(parties.allSatisfy { (1...80).contains($0.name.count) })
        let scalars = Set(parties.flatMap(\.name.unicodeScalars))
        for sample in ["é", "Ł", "م", "נ", "さ", "王", "지", "А", "Ν", "अ"] as [Unicode.Scalar] {
            #expect(scalars.contains(sample), "\(sample)")
        }
        for phone in parties.compactMap(\.phone) {
            #expect(phone.hasPrefix("+120155501") && phone.utf8.count == 12)
        }
    }

    @Test func `few arrivals, or none, are an evening too`() {
        #expect(Rehearsal.plan(arrivals: [], seed: 1).isEmpty)
        let one = Rehearsal.plan(arrivals: [Arrival(second: 86_000, size: 41)], seed: 1)
        #expect(details(of: one).map(\.size) == [41])
    }

    @Test func `clocks go on after midnight`() {
        #expect(
            Rehearsal.Step(second: 19 * 3_600 + 4 * 60 + 59, act: .notice(0, .clear)).clock
                == "19:04")
        #expect(Rehearsal.Step(second: 86_400 + 60, act: .notice(0, .clear)).clock == "00:01")
    }

    @Test func `a speed is a number of times or max`() {
        #expect(RehearsalSpeed("60") == .times(60))
        #expect(RehearsalSpeed("0.5") == .times(0.5))
        #expect(RehearsalSpeed("0") == .max)
        #expect(RehearsalSpeed("max") == .max)
        for text in ["", "-1", "fast", "inf", "nan"] { #expect(RehearsalSpeed(text) == nil) }
    }
}
