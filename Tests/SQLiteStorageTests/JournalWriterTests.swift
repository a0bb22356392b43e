import Dispatch
import Foundation
import JSON
import Locks
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

extension JournalWriter {
    /// Appends a batch, and waits for the outcome.
    func keep(_ batch: JournalBatch) async -> Result<Void, StoreError> {
        await withCheckedContinuation { continuation in
            append(batch) { continuation.resume(returning: $0) }
        }
    }

    /// Appends several batches while the thread is blocked, so that they share one transaction.
    ///
    /// - Parameter opening: a batch whose completion blocks the thread.
    func keepTogether(
        _ batches: [JournalBatch], after opening: JournalBatch
    ) async -> [Result<Void, StoreError>] {
        let gate = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            append(opening) { _ in
                continuation.resume()
                gate.wait()
            }
        }
        return await withCheckedContinuation { continuation in
            let outcomes = Monitor<[Result<Void, StoreError>]>([])
            for batch in batches {
                append(batch) { outcome in
                    let all = outcomes.withValue { outcomes in
                        outcomes.append(outcome)
                        return outcomes
                    }
                    if all.count == batches.count { continuation.resume(returning: all) }
                }
            }
            gate.signal()
        }
    }
}

/// Returns the error of an outcome, for comparison.
private func reason(_ outcome: Result<Void, StoreError>) -> StoreError? {
    guard case .failure(let reason) = outcome else { return nil }
    return reason
}

@Suite struct JournalWriterTests {
    private let scene = Scene()
    private let store: Store

    init() throws { store = try scene.makeStore() }

    private func revs(_ venue: String = "main", in store: Store? = nil) throws -> [Int] {
        var revs: [Int] = []
        try (store ?? self.store).replay(venue) { revs.append($0.rev) }
        return revs
    }

    @Test func `a completed batch is in the files at that moment`() async throws {
        let writer = JournalWriter(store: store)
        #expect(reason(await writer.keep(Sample.batch(1...50))) == nil)
        // The state after a power failure: the files are copied while the store is in use and never
        // closed.
        let copy = Scene()
        try FileManager.default.copyItem(atPath: scene.folder, toPath: copy.folder)
        let restored = try Store(folder: copy.folder, creating: false)
        #expect(try revs(in: restored) == Array(1...50))
        #expect(
            try restored.verify(venue: "main")
                == JournalVerdict(events: 50, lastRev: 50, faults: []))
        withExtendedLifetime(writer) {}
    }

    @Test func `a batch that does not continue the journal fails alone`() async throws {
        let writer = JournalWriter(store: store)
        let hole = JournalBatch(
            venue: "main", generation: 0,
            entries: [Sample.event(3), Sample.event(5)].map {
                JournalEntry(event: $0, fingerprint: nil)
            })
        let outcomes = await writer.keepTogether(
            [
                Sample.batch(2...2), Sample.batch(4...4), hole, Sample.batch(1...2, of: "terrace"),
                Sample.batch(2...2), Sample.batch(1...1, of: "attic"), Sample.batch(3...4),
                Sample.batch(5...5),
            ], after: Sample.batch(1...1))
        #expect(
            outcomes.map(reason) == [
                nil, .discontinuous(expected: 3, found: 4), .discontinuous(expected: 4, found: 5),
                nil, .discontinuous(expected: 3, found: 2), .noVenue(slug: "attic"), nil, nil,
            ])
        #expect(try revs() == Array(1...5))
        #expect(try revs("terrace") == [1, 2])
        #expect(try store.verify(venue: "main").faults == [])
    }

    @Test func `a batch with a recorded mutation fails alone`() async throws {
        let writer = JournalWriter(store: store)
        let repeated = JournalBatch(
            venue: "main", generation: 0,
            entries: [
                JournalEntry(event: Sample.event(3, id: "new"), fingerprint: []),
                JournalEntry(event: Sample.event(4, id: "m1"), fingerprint: []),
            ])
        let outcomes = await writer.keepTogether(
            [
                Sample.batch(2...2), repeated, Sample.batch(1...2, of: "terrace"),
                Sample.batch(5...5), Sample.batch(3...4),
            ], after: Sample.batch(1...1))
        #expect(
            outcomes.map(reason) == [
                nil, .mutationRecorded(rev: 4), nil, .discontinuous(expected: 3, found: 5), nil,
            ])
        #expect(try revs() == Array(1...4))
        #expect(try store.recall("new", in: "main") == nil)
        #expect(try store.verify(venue: "main").faults == [])
    }

    @Test func `accepts an empty batch`() async throws {
        let writer = JournalWriter(store: store)
        let nothing = JournalBatch(venue: "main", generation: 0, entries: [])
        #expect(reason(await writer.keep(nothing)) == nil)
    }

    @Test func `stopping writes waiting batches and refuses later ones`() async throws {
        let writer = JournalWriter(store: store)
        let kept = Monitor(0)
        for rev in 1...100 {
            writer.append(Sample.batch(rev...rev)) { outcome in
                if case .success = outcome { kept.withValue { $0 += 1 } }
            }
        }
        writer.stop()
        #expect(kept.withValue { $0 } == 100)
        #expect(reason(await writer.keep(Sample.batch(101...101))) == .stopped)
        writer.stop()
        #expect(try revs() == Array(1...100))
    }

    @Test func `a completion may stop the writer`() async {
        let writer = JournalWriter(store: store)
        await withCheckedContinuation { continuation in
            writer.append(Sample.batch(1...1)) { _ in
                writer.stop()
                continuation.resume()
            }
        }
        #expect(reason(await writer.keep(Sample.batch(2...2))) == .stopped)
    }

    @Test func `many threads append while another command signs devices in`() async throws {
        let slugs = (0..<4).map { "hall-\($0)" }
        for slug in slugs {
            _ = try store.makeVenue(
                slug: slug, name: "", timeZone: "UTC", settings: ["labels": "full"], now: Sample.now
            )
        }
        let other = try Store(folder: scene.folder, creating: false)
        let writer = JournalWriter(store: store)
        let failures = Monitor<[StoreError]>([])
        DispatchQueue.concurrentPerform(iterations: 5) { index in
            for round in 1...100 {
                if index < slugs.count {
                    writer.append(Sample.batch(round...round, of: slugs[index])) { outcome in
                        if let reason = reason(outcome) {
                            failures.withValue { $0.append(reason) }
                        }
                    }
                } else if round % 5 == 0 {
                    do throws(StoreError) {
                        _ = try other.issueToken(
                            role: .display, name: nil, venue: "main", now: Sample.now)
                    } catch {
                        failures.withValue { $0.append(error) }
                    }
                }
            }
        }
        writer.stop()
        #expect(failures.withValue { $0 } == [])
        for slug in slugs {
            #expect(
                try store.verify(venue: slug)
                    == JournalVerdict(events: 100, lastRev: 100, faults: []))
        }
    }
}
