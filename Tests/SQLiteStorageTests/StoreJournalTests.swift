import JSON
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreJournalTests {
    private let scene = Scene()

    @Test func `returns events unchanged`() throws {
        let store = try scene.makeStore()
        let event = Event(
            rev: 1, at: Sample.now, board: "notice", kind: "posted", subject: "n_1",
            data: [
                "text": "<b>“Ciao”</b>, 世界 👨‍👩‍👧 \u{0} \n \u{202E}", "until": JSON.null,
                "level": "urgent",
                "half": 0.5, "deep": [[["x": [true, false, 1e300]]]],
            ], actor: "owner:d_1", mutationID: "0d9c-_")
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [
                    JournalEntry(event: event, fingerprint: [1, 2, 3]),
                    JournalEntry(event: Sample.event(2), fingerprint: nil),
                ]))
        #expect(
            try store.events(of: "main", after: 0, limit: 9, bytesMax: .max) == [
                event, Sample.event(2),
            ])
        #expect(
            try store.recall("0d9c-_", in: "main")
                == RecordedMutation(event: event, fingerprint: [1, 2, 3]))
    }

    @Test func `permits other calls during a replay`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        var found = 0
        try store.replay("main") { event in
            let recorded = try? store.recall(event.mutationID ?? "", in: "main")
            let next = try? store.events(of: "main", after: event.rev - 1, limit: 1, bytesMax: 1)
            if recorded?.event == event, next == [event] { found += 1 }
        }
        #expect(found == 3)
    }

    @Test func `limits events by count and by size`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...9))
        func revs(after rev: Int, limit: Int, bytesMax: Int) throws -> [Int] {
            try store.events(of: "main", after: rev, limit: limit, bytesMax: bytesMax).map(\.rev)
        }
        let size = Sample.event(1).data.canonical.count
        #expect(try revs(after: 0, limit: 4, bytesMax: .max) == [1, 2, 3, 4])
        #expect(try revs(after: 7, limit: 4, bytesMax: .max) == [8, 9])
        #expect(try revs(after: 9, limit: 4, bytesMax: .max) == [])
        #expect(try revs(after: .max, limit: .max, bytesMax: .max) == [])
        #expect(try revs(after: -5, limit: 1, bytesMax: .max) == [1])
        #expect(try revs(after: .min, limit: -1, bytesMax: .min) == [])
        #expect(try revs(after: 2, limit: 9, bytesMax: 3 * size) == [3, 4, 5])
        #expect(try revs(after: 2, limit: 9, bytesMax: 3 * size - 1) == [3, 4])
        #expect(try revs(after: 2, limit: 9, bytesMax: .min) == [3])
    }

    @Test func `the file refuses to change or delete an event`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        #expect(throws: (any Error).self) { try store.tamper("UPDATE event SET kind = 'x'") }
        #expect(throws: (any Error).self) { try store.tamper("DELETE FROM event") }
        #expect(try store.verify(venue: "main").faults == [])
    }

    @Test func `a look-up uses an index`() throws {
        let store = try scene.makeStore()
        let plan = try store.lookUp { db in
            let rows = try db.query(
                """
                EXPLAIN QUERY PLAN SELECT 1 FROM event
                WHERE venue = (SELECT id FROM venue WHERE slug = 'main') AND mutation_id = 'm1'
                """)
            var lines: [String] = []
            while try rows.next() { lines.append(try rows.text(3)) }
            return lines
        }
        #expect(plan.contains { $0.contains("event_by_mutation") })
        #expect(!plan.contains { $0.contains("SCAN") })
    }

    /// Otherwise a disk that refuses writes would count as ready.
    @Test func `a probe of the disk is a write`() throws {
        let store = try scene.makeStore()
        let log = scene.database + "-wal"
        store.checkpoint()
        #expect(Scene.size(of: log) == 0)
        try store.probe()
        #expect(Scene.size(of: log) > 0)
        let again = try Store(folder: scene.folder, creating: false)
        #expect(try again.venues() == store.venues())
    }
}
