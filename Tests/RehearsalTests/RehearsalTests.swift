import Testing

@testable import Boards
@testable import Rehearsal

struct RehearsalTests {
    private static let seeds: [UInt64] = [0, 1, 2, 42, .max]

    /// The list's part of an evening, of these arrivals or others.
    private func list(seed: UInt64, _ arrivals: [Arrival]? = nil) -> WaitlistRehearsal {
        let rehearsal =
            arrivals.map { Rehearsal(arrivals: $0, seed: seed) } ?? Rehearsal(seed: seed)
        for case let list as WaitlistRehearsal in rehearsal.parts { return list }
        preconditionFailure("the list has no part")
    }

    /// The acts of each party, in the order of the plan.
    private func courses(
        of list: WaitlistRehearsal
    ) -> [Int: [(second: Int, act: WaitlistRehearsal.Act)]] {
        var courses: [Int: [(second: Int, act: WaitlistRehearsal.Act)]] = [:]
        for step in list.steps {
            courses[step.party, default: []].append((step.second, step.act))
        }
        return courses
    }

    private func details(of list: WaitlistRehearsal) -> [WaitlistRehearsal.Details] {
        list.steps.compactMap { step in
            guard case .arrive(let details) = step.act else { return nil }
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
        #expect(list(seed: seed) == list(seed: seed))
        #expect(Rehearsal(seed: seed).steps == Rehearsal(seed: seed).steps)
        #expect(list(seed: seed) != list(seed: seed &+ 1))
        let arrivals = [Arrival(second: 68_400, size: 2), Arrival(second: 61_200, size: 9)]
        #expect(list(seed: seed, arrivals) == list(seed: seed, arrivals.reversed()))
    }

    @Test func `a part that has an option is played only when it is asked for`() {
        let without = Rehearsal(seed: 1)
        let boards = BoardRegistry.shipped
        let options = zip(boards.names, boards.modules)
            .filter { $0.1.rehearsal?.optionHelp != nil }.map(\.0)
        let with = Rehearsal(seed: 1, with: options)
        let count = without.parts.count
        #expect(!options.isEmpty && with.parts.count == count + options.count)
        // The other parts are the same all the same.
        #expect(with.steps.filter { $0.part < count } == without.steps)
        #expect(with.steps.count > without.steps.count)
    }

    @Test(arguments: seeds)
    func `an evening looks like one`(seed: UInt64) {
        let steps = Rehearsal(seed: seed).steps
        #expect(steps == steps.sorted { $0.second < $1.second })
        let list = self.list(seed: seed)
        let parties = details(of: list)
        #expect((40...70).contains(parties.count))
        let usual = parties.count { (2...4).contains($0.size) }
        #expect(usual * 2 > parties.count)
        let arrivals = list.steps.filter { step in
            if case .arrive = step.act { true } else { false }
        }
        #expect(arrivals.allSatisfy { (17 * 3_600..<22 * 3_600).contains($0.second) })
        let rush = arrivals.count { (18 * 3_600..<20 * 3_600 + 1_800).contains($0.second) }
        #expect(rush * 2 > arrivals.count)
    }

    @Test(arguments: seeds)
    func `every party goes a way that the board allows, one act after another`(seed: UInt64) {
        let arrivals = (0..<600).map { Arrival(second: 60_000 + $0 * 7, size: 1 + $0 % 99) }
        for (_, course) in courses(of: list(seed: seed, arrivals)) {
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
            for step in list(seed: seed).steps {
                counts[String(String(describing: step.act).prefix { $0 != "(" }), default: 0] += 1
            }
            for part in Rehearsal(seed: seed).parts where part is NoticeRehearsal {
                counts["notice", default: 0] += part.seconds.count
            }
        }
        for name in ["arrive", "resize", "ready", "seat", "noShow", "cancel", "undo", "notice"] {
            #expect(counts[name] ?? 0 > 0, "\(name)")
        }
    }

    @Test func `names are of many languages and phones are nobody's`() {
        #expect(GuestNames.count >= 140)
        let parties = (0..<20 as Range<UInt64>).flatMap { details(of: list(seed: $0)) }
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
        #expect(Rehearsal(arrivals: [], seed: 1).steps.isEmpty)
        let one = list(seed: 1, [Arrival(second: 86_000, size: 41)])
        #expect(details(of: one).map(\.size) == [41])
    }

    @Test func `clocks go on after midnight`() {
        for (second, clock) in [(19 * 3_600 + 4 * 60 + 59, "19:04"), (86_400 + 60, "00:01")] {
            #expect(Rehearsal.Step(second: second, part: 0, index: 0).clock == clock)
        }
    }

    @Test func `a speed is a number of times or max`() {
        #expect(RehearsalSpeed("60") == .times(60))
        #expect(RehearsalSpeed("0.5") == .times(0.5))
        #expect(RehearsalSpeed("0") == .max)
        #expect(RehearsalSpeed("max") == .max)
        for text in ["", "-1", "fast", "inf", "nan"] { #expect(RehearsalSpeed(text) == nil) }
    }
}
