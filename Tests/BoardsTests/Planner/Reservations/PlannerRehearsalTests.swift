import JSON
import Sync
import TestSupport
import Testing

@testable import Boards

/// The board's part in a rehearsal, played on a venue in memory.
@Suite struct PlannerRehearsalTests {
    private static let seeds: [UInt64] = [0, 1, 2, 42, .max]
    /// In Madrid, before the bench begins.
    private static let midnight = Instant(milliseconds: 1_777_845_600_000)

    private static func part(seed: UInt64, _ agenda: JSON? = PlannerBench().agenda)
        -> PlannerRehearsal
    {
        var random = SplitMix64(seed: seed)
        let arrivals = Arrival.evening(using: &random)
        return PlannerRehearsal(arrivals: arrivals, document: agenda, using: &random)
    }

    /// Plays a part as a player does.
    ///
    /// - Parameter look: sees the bench after each step.
    /// - Returns: the refusals.
    private func play(
        _ part: inout PlannerRehearsal, on bench: inout PlannerBench,
        look: (PlannerBench, PlannerRehearsal.Act) -> Void = { _, _ in }
    ) -> [String] {
        var refusals: [String] = []
        let order = part.seconds.enumerated().sorted {
            ($0.element, $0.offset) < ($1.element, $1.offset)
        }
        for (step, second) in order {
            bench.now = max(bench.now, Self.midnight.adding(milliseconds: Int64(second) * 1_000))
            guard let asked = part.mutation(at: step) else {
                refusals.append("nothing for \(part.steps[step].act)")
                continue
            }
            do throws(Rejection) {
                let result = try bench.ask(
                    asked.action, asked.arguments, by: PlannerBench.owner)
                _ = part.accepted(step, rev: bench.rev, result: result)
                look(bench, part.steps[step].act)
            } catch {
                refusals.append("\(asked.action): \(error.code)")
                part.rejected(step)
            }
        }
        return refusals
    }

    @Test(arguments: seeds)
    func `an evening is played without a refusal, and nobody stays expected`(seed: UInt64) throws {
        var (bench, part) = (PlannerBench(), Self.part(seed: seed))
        expectEqual(play(&part, on: &bench), [])
        expectEqual(part.tally, "0 reservations to come")
        let rows = bench.service("2026-05-04")["reservations"]?.members?.values.map { $0 } ?? []
        #expect(rows.count > 5 && rows.count == part.bookings.count)
        let gone = ["seated", "cancelled", "no_show"]
        #expect(rows.allSatisfy { gone.contains($0["status"]?.text ?? "") })
        #expect(rows.contains { $0["status"] == "seated" })
    }

    @Test func `televisions show the events and the reservations while it is played`() {
        var (bench, part) = (PlannerBench(), Self.part(seed: 1))
        var labels: Set<String> = []
        _ = play(&part, on: &bench) { bench, _ in
            labels.formUnion(
                bench.agenda["agenda"]?.members?.values.compactMap { $0["label"]?.text } ?? [])
        }
        #expect(labels.isSuperset(of: ["Live music", "Team briefing", "Wine delivery"]))
        #expect(labels.isSuperset(of: part.bookings.map(\.name)))
        let titles = bench.week("2026-05-04")["occurrences"]?.members?.values.compactMap {
            $0["title"]?.text
        }
        #expect(Set(titles ?? []).count == 5 && titles?.count == 11)
        // As the owner had it.
        #expect(bench.calendars["calendars"]?["reservations"]?["display"] == "off")
    }

    @Test func `what is refused is not asked about again, and without a day nothing is asked for`()
        throws
    {
        var (bench, part) = (PlannerBench(), Self.part(seed: 1))
        let owner = PlannerBench.owner
        try bench.ask("house.configure", ["hours": ["TU": [["12:00", "15:00"]]]], by: owner)
        let refusals = play(&part, on: &bench)
        expectEqual(refusals.count { $0 == "planner.reserve: conflict" }, part.bookings.count)
        expectEqual(part.counts.first { $0.name == "arrived" }?.number, 0)
        #expect(Self.part(seed: 1, nil).steps.isEmpty)
    }
}
