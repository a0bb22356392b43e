import JSON
import Sync
import TestBoards
import TestSupport
import Testing

/// Random planners in use, checked against invariants.
@Suite struct PlannerPropertyTests {
    /// Returns the names of the documents that differ.
    private func differences(_ one: [String: JSON], _ other: [String: JSON]) -> [String] {
        Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }

    @Test(arguments: 1...3)
    func `keeps every watched document equal to a rebuilt one and consistent with the others`(
        seed: UInt64
    ) throws {
        var walk = PlannerWalk(seed: seed)
        var count = 0
        for _ in 1...240 where walk.step() {
            count += 1
            // Checks a few views in turn, because any may have changed.
            let isTurn = count.isMultiple(of: 6)
            let views = PlannerWalk.days.views.enumerated().filter {
                isTurn || $0.offset % 5 == count % 5
            }
            expectEqual(
                walk.bench.wrongDocuments(views.map(\.element)), [],
                "revision \(walk.bench.rev): \(walk.last)")
            guard count.isMultiple(of: 3) else { continue }
            let faults = PlannerModel(walk.bench, of: PlannerWalk.days).faults
            expectEqual(faults, [], "revision \(walk.bench.rev): \(walk.last)")
        }
        #expect(count > 80)
        expectEqual(walk.bench.watched.count, PlannerWalk.days.views.count)
    }

    @Test(arguments: 11...12)
    func `rebuilds the same documents from the same events and from a saved state`(
        seed: UInt64
    ) throws {
        var walk = PlannerWalk(seed: seed)
        for number in 1...400 {
            _ = walk.step()
            guard number.isMultiple(of: 80) else { continue }
            let expected = walk.bench.watchedDocuments
            let state = walk.bench.venue.savedState()
            for other in [walk.bench.replayed(), try walk.bench.restored()] {
                expectEqual(differences(other.documentsAnew, expected), [], "\(walk.bench.rev)")
                expectEqual(other.venue.savedState(), state, "\(walk.bench.rev)")
            }
        }
    }

    @Test(arguments: [21, 23])
    func `restores every document by undo and redo`(seed: UInt64) throws {
        var walk = PlannerWalk(seed: seed)
        var before = walk.bench.watchedDocuments
        var count = 0
        for _ in 1...200 where walk.step() {
            let after = walk.bench.watchedDocuments
            defer { before = after }
            let event = try #require(walk.bench.events.last)
            guard event.board == "planner", event.kind != "configured" else { continue }
            var bench = walk.bench
            // A reservation with a party, or in a full quarter hour, may refuse to be undone.
            guard (try? bench.undo()) != nil else { continue }
            expectEqual(
                differences(bench.watchedDocuments, before), [],
                "revision \(event.rev): \(walk.last)")
            #expect(throws: Never.self, "revision \(event.rev): \(walk.last)") {
                try bench.undo()
            }
            expectEqual(
                differences(bench.watchedDocuments, after), [],
                "revision \(event.rev): \(walk.last)")
            count += 1
        }
        #expect(count > 50)
    }

    @Test(arguments: 31...32)
    func `changes no occurrence's time by a split without other changes`(seed: UInt64) throws {
        var walk = PlannerWalk(seed: seed)
        var count = 0
        for _ in 1...220 where walk.step() {
            let occurrences = PlannerModel(walk.bench, of: PlannerWalk.days).occurrences.values
                .filter { $0.row["at"] != nil }.sorted { $0.key < $1.key }
            guard !occurrences.isEmpty else { continue }
            let one = occurrences[walk.number(0...occurrences.count - 1)]
            var bench = walk.bench
            let before = times(bench, [one.event])
            let new = try bench.edit(
                one.event, ["description": "Split"], at: one.row["at"]?.text, scope: "following")
            expectEqual(
                times(bench, [one.event, new ?? one.event]), before,
                "revision \(bench.rev): \(one.key)")
            count += 1
        }
        #expect(count > 50)
    }

    /// Returns the times of events, by the keys of their occurrences.
    private func times(_ bench: PlannerBench, _ events: Set<String>) -> [String] {
        bench.watchedDocuments.filter { $0.key.hasPrefix("week") }
            .flatMap { name, week in
                (week["occurrences"]?.members?.values.map { $0 } ?? []).compactMap { row in
                    guard events.contains(row["event"]?.text ?? "") else { return nil }
                    let parts = ["at", "start", "end", "firstDay", "lastDay"].map {
                        // A series with one occurrence left still has keys.
                        row[$0]?.text ?? ""
                    }
                    return ([name] + parts).joined(separator: " ")
                }
            }
            .sorted()
    }

    @Test(arguments: 41...42)
    func `exceeds the limit of a quarter hour only with an override`(seed: UInt64) throws {
        var walk = PlannerWalk(seed: seed)
        var count = 0
        for _ in 1...300 where walk.step() {
            let (action, arguments) = walk.last
            let isJudged = arguments["start"] != nil || arguments["size"] != nil
            guard ["reserve", "rebook"].contains(action), isJudged,
                arguments["override"] != true, let event = walk.bench.events.last
            else { continue }
            let model = PlannerModel(walk.bench, of: PlannerWalk.days)
            let found = model.bookings.first { $0.id == event.subject }
            guard let booking = found, booking.row["override"] == nil else { continue }
            let quarter = Instant(milliseconds: booking.start / 900_000 * 900_000)
            for day in PlannerWalk.days.days {
                let slot = walk.bench.kept("planner/service?date=\(day)")["slots"]?[
                    quarter.description]
                let limit = slot?["limit"]?.integer ?? .max
                #expect(slot?["covers"]?.integer ?? 0 <= limit, "revision \(event.rev)")
            }
            count += 1
        }
        #expect(count > 10)
    }

    @Test func `covers every kind of request`() {
        var accepted: [String: Int] = [:]
        for seed in 1...3 as ClosedRange<UInt64> {
            var walk = PlannerWalk(seed: seed)
            for _ in 1...350 { _ = walk.step() }
            accepted.merge(walk.accepted) { $0 + $1 }
        }
        for verb in Set(PlannerRequests.verbs) { #expect(accepted[verb] ?? 0 > 0, "\(verb)") }
    }
}
