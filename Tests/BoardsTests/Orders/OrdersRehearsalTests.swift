import JSON
import Sync
import TestSupport
import Testing

@testable import Boards

/// The board's part in a rehearsal, played on a venue in memory.
@Suite struct OrdersRehearsalTests {
    private static let seeds: [UInt64] = [0, 1, 2, 42, .max]

    private static func part(
        seed: UInt64, _ arrivals: [Arrival]? = nil, menu: JSON? = nil
    ) -> OrdersRehearsal {
        var random = SplitMix64(seed: seed)
        let arrivals = arrivals ?? Arrival.evening(using: &random)
        return OrdersRehearsal(arrivals: arrivals, document: menu, using: &random)
    }

    /// An evening as a player plays it, and what came of it.
    private struct Evening {
        var bench: OrdersBench
        var part: OrdersRehearsal
        var reports: [String] = []
        var rejections: [RejectCode] = []
        var skippedCount = 0

        /// So that it is later than the venue, and over before the next service day.
        private static let midnight = OrdersBench.start.adding(milliseconds: -16 * 3_600_000)

        init(seed: UInt64, _ arrivals: [Arrival]? = nil, on bench: OrdersBench = OrdersBench()) {
            self.bench = bench
            part = OrdersRehearsalTests.part(seed: seed, arrivals, menu: bench.menu)
        }

        /// - Parameter others: what somebody else does before a step.
        mutating func play(
            others: (inout OrdersBench, OrdersRehearsal.Act) -> Void = { _, _ in }
        ) {
            let order = part.seconds.enumerated().sorted {
                ($0.element, $0.offset) < ($1.element, $1.offset)
            }
            for (step, second) in order {
                bench.now = max(
                    bench.now, Self.midnight.adding(milliseconds: Int64(second) * 1_000))
                others(&bench, part.steps[step].act)
                guard let asked = part.mutation(at: step) else {
                    skippedCount += 1
                    continue
                }
                do throws(Rejection) {
                    let result = try bench.ask(asked.action, asked.arguments)
                    reports.append(part.accepted(step, rev: bench.rev, result: result))
                } catch {
                    rejections.append(error.code)
                    part.rejected(step)
                }
            }
        }

        func count(_ name: String) -> Int {
            part.counts.first { $0.name == name }?.number ?? 0
        }

        /// Expects that no tab is open, and that those that were closed are paid.
        func expectEverythingPaid() {
            expectEqual(bench.hosts["tabs"]?.members?.isEmpty, true)
            expectEqual(bench.kitchen["rounds"]?.members?.isEmpty, true)
            expectEqual(bench.pickup["tabs"]?.members?.isEmpty, true)
            let closed = (bench.hosts["gone"]?.members ?? [:]).filter { $1["status"] == "closed" }
            expectEqual(closed.count, count("closed"))
            for (tab, row) in closed {
                #expect(row["total"] == row["paid"] && row["total"]?.integer ?? 0 > 0, "\(tab)")
            }
        }
    }

    @Test(arguments: seeds)
    func `a whole service is played without a refusal, and every tab ends paid`(
        seed: UInt64
    ) throws {
        var evening = Evening(seed: seed)
        evening.play()
        #expect(evening.rejections.isEmpty && evening.skippedCount == 0)
        evening.expectEverythingPaid()
        expectEqual(evening.reports.count, evening.part.steps.count)
        expectEqual(evening.part.tally, "0 open tabs")
        #expect(evening.count("tabs") > 50 && evening.count("rounds") > evening.count("tabs"))
    }

    @Test func `the menu that it makes has sections, stations, allergens and English texts`() {
        var evening = Evening(seed: 3, [Arrival(second: 68_400, size: 2)])
        evening.play()
        #expect(evening.rejections.isEmpty && evening.skippedCount == 0)
        let menu = evening.bench.menu
        let dishes = menu["dishes"]?.members ?? [:]
        let sections = menu["sections"]?.members ?? [:]
        #expect(sections.count == 5 && dishes.count == 24)
        for row in Array(sections.values) + Array(dishes.values) {
            expectEqual(row["texts"]?["en"]?["name"]?.text?.isEmpty, false)
        }
        expectEqual(Set(sections.values.compactMap { $0["station"]?.text }).count, 4)
        #expect(dishes.values.count { $0["allergens"] != nil } > 12)
        #expect(dishes.values.allSatisfy { $0["left"] == nil })
    }

    @Test(arguments: seeds)
    func `a dish runs low, sells out, and is there again`(seed: UInt64) {
        var evening = Evening(seed: seed)
        var left: [Int] = []
        evening.play { bench, act in
            guard case .stock = act else { return }
            left += bench.menu["dishes"]?.members?.values.compactMap { $0["left"]?.integer } ?? []
        }
        // None is counted before it runs low, and none is left when there is plenty again.
        expectEqual(left, [0])
    }

    @Test(arguments: seeds)
    func `the same seed is the same service, another is another`(seed: UInt64) {
        expectEqual(Self.part(seed: seed), Self.part(seed: seed))
        #expect(Self.part(seed: seed) != Self.part(seed: seed &+ 1))
    }

    @Test func `there is something of everything`() {
        var counts: [String: Int] = [:]
        for seed in Self.seeds {
            for step in Self.part(seed: seed).steps {
                counts[String(String(describing: step.act).prefix { $0 != "(" }), default: 0] += 1
                switch step.act {
                case .open(_, .takeaway): counts["takeaway", default: 0] += 1
                case .add(_, _, let wish):
                    if wish.notes != nil { counts["notes", default: 0] += 1 }
                    if wish.person != nil { counts["person", default: 0] += 1 }
                    if wish.quantity > 1 { counts["several", default: 0] += 1 }
                case .pay(_, let payment):
                    counts["by \(payment.method)", default: 0] += 1
                    if payment.tip != nil { counts["tip", default: 0] += 1 }
                    switch payment.part {
                    case .equal(1): counts["the rest", default: 0] += 1
                    case .equal: counts["part", default: 0] += 1
                    case .person: counts["own share", default: 0] += 1
                    case .lines: counts["lines", default: 0] += 1
                    }
                default: break
                }
            }
        }
        for name in [
            "addSection", "addDish", "stock", "open", "add", "place", "move", "cancel", "merge",
            "split", "pay", "close", "takeaway", "notes", "person", "several", "by cash", "by card",
            "by other", "tip", "the rest", "part", "own share", "lines",
        ] {
            #expect(counts[name] ?? 0 > 0, "\(name)")
        }
    }

    @Test(arguments: seeds)
    func `the kitchen takes as long as a kitchen does`(seed: UInt64) {
        var placed: [Int: Int] = [:]
        var minutes: [Int] = []
        for step in Self.part(seed: seed).steps {
            switch step.act {
            case .place(_, let lines): for line in lines { placed[line] = step.second }
            case .move(.done, _, let lines):
                minutes += lines.compactMap { placed[$0] }.map { (step.second - $0) / 60 }
            default: break
            }
        }
        minutes.sort()
        #expect(minutes.first ?? 0 >= 1)
        #expect((4...20).contains(minutes[minutes.count / 2]))
        #expect(minutes.last ?? 0 < 60)
    }

    @Test func `on a menu that is there it adds nothing, and gives back what it counts`() throws {
        var bench = OrdersBench()
        let soups = try bench.section("Soups", ["station": "stove"])
        for name in ["Leek", "Onion"] { try bench.dish(name, 600, in: soups) }
        let rare = try bench.dish("Truffle", 3_000, in: soups)
        try bench.ask("stock", ["dish": .string(rare), "left": 4])
        try bench.dish("Water", 0, in: soups)
        try bench.section("Empty")
        let menu = bench.menu
        var evening = Evening(seed: 5, on: bench)
        evening.play()
        #expect(evening.rejections.isEmpty && evening.skippedCount == 0)
        evening.expectEverythingPaid()
        expectEqual(evening.bench.menu, menu)
        expectEqual(evening.bench.events.count { $0.kind.hasSuffix("stocked") }, 3)
    }

    @Test func `the only dish of a menu does not run low`() throws {
        var bench = OrdersBench()
        try bench.dish("Leek", 600, in: bench.section("Soups"))
        var evening = Evening(seed: 5, on: bench)
        evening.play()
        #expect(evening.rejections.isEmpty && evening.skippedCount == 0)
        evening.expectEverythingPaid()
        #expect(!evening.bench.events.contains { $0.kind.hasSuffix("stocked") })
    }

    @Test func `when others cancel all tabs in the middle, it goes on`() {
        var evening = Evening(seed: 1)
        var count = 0
        evening.play { bench, _ in
            count += 1
            guard count == 800 else { return }
            for tab in (bench.hosts["tabs"]?.members ?? [:]).keys {
                _ = try? bench.ask("cancel", ["tab": .string(tab), "reason": "A fire alarm"])
            }
        }
        #expect(!evening.rejections.isEmpty)
        #expect(Set(evening.rejections).isSubset(of: [.conflict, .notFound]))
        #expect(evening.count("closed") > 20)
        // Those that had paid a part could not be cancelled, and were not disturbed.
        evening.expectEverythingPaid()
    }

    @Test func `what depends on something that was refused is left out`() {
        let part = Self.part(seed: 1, [Arrival(second: 68_400, size: 8)])
        for (step, planned) in part.steps.enumerated() {
            switch planned.act {
            case .addSection, .open: #expect(part.mutation(at: step) != nil)
            default: expectNil(part.mutation(at: step), "\(planned.act)")
            }
        }
    }

    @Test func `no report has anybody's name or phone`() {
        var evening = Evening(seed: 7)
        evening.play()
        let text = evening.reports.joined(separator: "\n")
        #expect(text.contains("tab 1 opens") && text.contains(" pays"))
        for step in evening.part.steps {
            switch step.act {
            case .open(_, .takeaway(let name, let phone)):
                #expect(!text.contains(name) && !text.contains(phone))
            case .add(_, _, let wish): #expect(wish.person.map(text.contains) != true)
            default: break
            }
        }
    }

    @Test func `very large parties fit, and without arrivals nothing happens`() {
        #expect(Self.part(seed: 1, []).steps.isEmpty)
        let arrivals = (0..<12).map { Arrival(second: 61_200 + $0 * 300, size: 99) }
        var evening = Evening(seed: 9, arrivals)
        evening.play()
        #expect(evening.rejections.isEmpty && evening.skippedCount == 0)
        evening.expectEverythingPaid()
    }
}
