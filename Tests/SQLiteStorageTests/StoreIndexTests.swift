import Foundation
import GRDB
import Locks
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreIndexTests {
    private let scene = Scene()
    private let store: Store

    init() throws {
        store = try scene.makeStore()
        try store.keep(Sample.batch(1...5))
        try store.keep(Sample.batch(1...2, of: "terrace"))
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [JournalEntry(event: Sample.event(6), fingerprint: nil)]))
    }

    @Test func `does not change a correct index`() throws {
        #expect(try store.checkIndexes() == [])
    }

    @Test func `recalls a mutation whose index row was lost, and does not apply it twice`()
        throws
    {
        try store.loseIndexRow(ofRev: 3)
        #expect(try store.recall("m3", in: "main") == nil)
        let reports = Monitor<[String]>([])
        let outcomes = Monitor<[Result<Void, StoreError>]>([])
        let writer = JournalWriter(store: store) { line in
            reports.withValue { $0.append(line) }
        }
        let again = JournalEntry(event: Sample.event(7, id: "m3"), fingerprint: [7, 7])
        writer.append(JournalBatch(venue: "main", generation: 0, entries: [again])) { result in
            outcomes.withValue { $0.append(result) }
        }
        writer.stop()
        #expect(
            reports.withValue { $0 } == [
                "the index event_by_mutation did not match the journal, and was rebuilt"
            ])
        guard case .failure(.mutationRecorded(rev: 7)) = outcomes.withValue({ $0.first }) else {
            Issue.record("the mutation was applied twice")
            return
        }
        #expect(try store.recall("m3", in: "main")?.event.rev == 3)
        #expect(try store.integrityFaults() == [])
        try store.keep(Sample.batch(7...7))
    }

    @Test(arguments: ["event_by_mutation", "event_by_rev"])
    func `rebuilds a missing index`(name: String) throws {
        try store.tamper("DROP INDEX \(name)")
        #expect(try store.checkIndexes() == [name])
        #expect(try store.checkIndexes() == [])
        #expect(try store.recall("m3", in: "main")?.event.rev == 3)
        #expect(try store.integrityFaults() == [])
    }

    @Test(arguments: ["event_by_mutation", "event_by_rev"])
    func `reports an index that is missing or lost a row`(
        name: String
    ) throws {
        let index = try #require(JournalIndex(rawValue: name))
        let advice = "; stop the hub and start it again: it rebuilds the index"
        try store.loseIndexRow(ofRev: 3, in: index)
        #expect(
            try store.integrityFaults()
                == ["the index \(name) does not match the journal" + advice])
        try store.tamper("DROP INDEX \(name)")
        #expect(try store.integrityFaults() == ["the index \(name) is missing" + advice])
        // The events themselves are sound, and checking changed nothing.
        #expect(try store.verify(venue: "main").faults == [])
        #expect(try store.checkIndexes() == [name])
        #expect(try store.integrityFaults() == [])
    }

    @Test
    func `does not touch an unreadable index, and accepts no more events`()
        throws
    {
        try store.tamperWithSchema(
            """
            UPDATE sqlite_master SET rootpage =
                (SELECT rootpage FROM sqlite_master WHERE name = 'event')
            WHERE name = 'event_by_mutation'
            """)
        let fault = StoreError.damaged("the index event_by_mutation can't be read")
        #expect(throws: fault) { try store.checkIndexes() }
        #expect(throws: fault) { try store.keep(Sample.batch(7...7)) }
        #expect(try store.verify(venue: "main").events == 6)
        #expect(
            try store.integrityFaults().first
                == "the index event_by_mutation can't be read; put the data folder back from a backup"
        )
    }

    @Test(arguments: [3, 6])
    func `reads an event that its index lost`(rev: Int) throws {
        try store.loseIndexRow(ofRev: rev, in: .byRev)
        let (revs, reports) = try readAtStart()
        #expect(revs == [1, 2, 3, 4, 5, 6])
        #expect(
            reports == ["the index event_by_rev did not match the journal, and was rebuilt"])
        #expect(try store.integrityFaults() == [])
    }

    @Test func `reads the last event although only the table has it`() throws {
        try store.loseIndexRow(ofRev: 6, in: .byRev)
        try FileManager.default.removeItem(atPath: scene.folder + "/tablecast.ends")
        #expect(try readAtStart().revs == [1, 2, 3, 4, 5, 6])
    }

    @Test func `reports an event that the journal itself lacks`() throws {
        try store.tamper("DROP TRIGGER event_is_not_deleted; DELETE FROM event WHERE rev = 3")
        #expect(throws: StoreError.damaged("revision 3 of the venue main is missing")) {
            try readAtStart()
        }
    }

    /// - Returns: the revisions that were read, and the reports on the indexes.
    @discardableResult
    private func readAtStart() throws -> (revs: [Int], reports: [String]) {
        var revs: [Int] = []
        var reports: [String] = []
        try store.withRepairs(
            report: { reports.append($0) },
            { () throws(StoreError) in
                revs = []
                try store.replay("main", after: 0) { revs.append($0.rev) }
            })
        return (revs, reports)
    }

    @Test func `accepts no more events if the journal has a mutation twice`() throws {
        try store.loseIndexRow(ofRev: 3)
        let again = JournalEntry(event: Sample.event(7, id: "m3"), fingerprint: [7, 7])
        try store.keep(JournalBatch(venue: "main", generation: 0, entries: [again]))
        let fault = StoreError.damaged(
            "a mutation or a revision is in the journal twice, and `tablecast verify` says where"
        )
        let reports = Monitor<[String]>([])
        JournalWriter(store: store) { line in reports.withValue { $0.append(line) } }.stop()
        #expect(
            reports.withValue { $0 } == ["the journal's indexes can't be checked: \(fault)"])
        #expect(throws: fault) { try store.keep(Sample.batch(8...8)) }
        #expect(throws: fault) { try store.probe() }
        #expect(
            try store.verify(venue: "main").faults.map(\.what) == ["the mutation's id occurs twice"]
        )
        // The existing events can still be read.
        #expect(try store.lastRev(of: "main") == 7)
    }
}

extension Store {
    /// Removes the row of a revision from an index, as if it had never been written.
    func loseIndexRow(ofRev rev: Int, in index: JournalIndex = .byMutation) throws {
        let condition = (index == .byRev ? " WHERE" : " AND") + " rev <> \(rev)"
        let ofIndex = "WHERE name = '\(index.rawValue)'"
        try tamperWithSchema("UPDATE sqlite_master SET sql = sql || '\(condition)' \(ofIndex)")
        try tamper("REINDEX \(index.rawValue)")
        try tamperWithSchema(
            "UPDATE sqlite_master SET sql = replace(sql, '\(condition)', '') \(ofIndex)")
    }

    func tamperWithSchema(_ sql: String) throws {
        let version = try setting("schema_version") ?? 0
        try tamper(
            """
            PRAGMA writable_schema = ON;
            \(sql);
            PRAGMA schema_version = \(version + 1);
            PRAGMA writable_schema = RESET
            """)
    }
}
