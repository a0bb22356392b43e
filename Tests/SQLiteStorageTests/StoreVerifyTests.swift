import Foundation
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreVerifyTests {
    private let scene = Scene()
    private let store: Store

    init() throws {
        store = try scene.makeStore()
        try store.keep(Sample.batch(1...5))
        try store.keep(Sample.batch(1...2, of: "terrace"))
    }

    /// Returns the faults after a change of the file, despite its triggers.
    private func faults(after sql: String) throws -> [JournalFault] {
        try store.tamper("DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_deleted")
        try store.tamper(sql)
        return try store.verify(venue: "main").faults
    }

    @Test func `a sound journal has no faults`() throws {
        #expect(
            try store.verify(venue: "main") == JournalVerdict(events: 5, lastRev: 5, faults: []))
        #expect(
            try store.verify(venue: "terrace") == JournalVerdict(events: 2, lastRev: 2, faults: []))
        #expect(try store.integrityFaults() == [])
    }

    @Test(arguments: [
        "time = time + 1", "board = 'notice'", "kind = 'edited'", "subject = 'p_9'",
        "actor = 'host:d_5'", "mutation_id = 'other'", "mutation_id = NULL",
        "fingerprint = x'0708'", "fingerprint = NULL", "data = '{}'", "chain = zeroblob(16)",
    ])
    func `one altered column is one fault, or two`(change: String) throws {
        let faults = try faults(after: "UPDATE event SET \(change) WHERE venue = 1 AND rev = 3")
        #expect(faults.first == JournalFault(rev: 3, what: "the checksum does not match"))
        // A link is part of the next event's checksum, too.
        #expect(faults.count == (change.hasPrefix("chain") ? 2 : 1))
        // A replay detects it as well, but not one that begins after it.
        let refusal = StoreError.damaged(
            "the checksum of revision 3 of the venue main does not match")
        #expect(throws: refusal) { try store.replay("main") { _ in } }
        if !change.hasPrefix("chain") { try store.replay("main", after: 3) { _ in } }
    }

    @Test func `finds a missing event`() throws {
        let faults = try faults(after: "DELETE FROM event WHERE venue = 1 AND rev = 3")
        #expect(faults.first == JournalFault(rev: 3, what: "the revision is missing"))
        #expect(throws: StoreError.damaged("revision 3 of the venue main is missing")) {
            try store.replay("main") { _ in }
        }
    }

    @Test func `refuses a journal that has lost its end`() throws {
        _ = try faults(after: "DELETE FROM event WHERE venue = 1 AND rev > 3")
        let refusal = StoreError.cutOff(venue: "main", rev: 3, noted: 5)
        #expect(throws: refusal) { try store.replay("main") { _ in } }
        #expect(refusal.description.contains("tablecast restore"))
        try store.replay("terrace") { _ in }
    }

    @Test func `finds a missing beginning`() throws {
        let faults = try faults(after: "DELETE FROM event WHERE venue = 1 AND rev < 4")
        #expect(faults.first == JournalFault(rev: 1, what: "the revisions up to 3 are missing"))
        #expect(throws: StoreError.damaged("revision 1 of the venue main is missing")) {
            _ = try store.events(of: "main", after: 0, limit: 9, bytesMax: .max)
        }
    }

    @Test func `finds events in the wrong order`() throws {
        let faults = try faults(
            after: """
                UPDATE event SET rev = 100 WHERE venue = 1 AND rev = 3;
                UPDATE event SET rev = 3 WHERE venue = 1 AND rev = 4;
                UPDATE event SET rev = 4 WHERE rev = 100
                """)
        #expect(faults.contains(JournalFault(rev: 3, what: "the revision is missing")))
        #expect(
            faults.contains(JournalFault(rev: 3, what: "the revision follows a later one")))
    }

    @Test func `finds a repeated mutation`() throws {
        let faults = try faults(
            after: """
                DROP INDEX event_by_mutation;
                UPDATE event SET mutation_id = 'm2' WHERE venue = 1 AND rev = 4
                """)
        #expect(faults.contains(JournalFault(rev: 4, what: "the mutation's id occurs twice")))
    }

    @Test func `accepts the reference data that the events mention`() throws {
        for (rev, byte) in [(6, 1), (7, 2)] as [(Int, UInt8)] {
            try store.keep(Sample.batch(rev, keeping: try ReferenceContent([byte])))
        }
        try store.keep(Sample.batch(3, keeping: try ReferenceContent([9]), of: "terrace"))
        #expect(try store.verify().flatMap(\.verdict.faults).isEmpty)
    }

    @Test(arguments: [
        (
            "UPDATE reference SET content = x'03' WHERE venue = 1", 6,
            "the reference data waitlist/stops does not match its digest"
        ),
        (
            "UPDATE reference SET digest = 'ab' WHERE venue = 1", 6,
            "the reference data waitlist/stops does not match its digest"
        ),
        (
            "DELETE FROM reference WHERE venue = 1", 6,
            "the reference data waitlist/stops is missing"
        ),
        (
            "INSERT INTO reference VALUES (1, 'waitlist', 'zips', 'ab', x'01')", 7,
            "there is reference data waitlist/zips that no event mentions"
        ),
    ])
    func `finds damaged, missing or unmentioned reference data`(
        change: String, rev: Int, what: String
    ) throws {
        let content = try ReferenceContent([1])
        try store.keep(Sample.batch(6, keeping: content))
        try store.keep(Sample.batch(7...7))
        #expect(try faults(after: change) == [JournalFault(rev: rev, what: what)])
        if change.contains("content") {
            #expect(throws: StoreError.self) {
                _ = try store.reference(content.digest, ofBoard: "waitlist", in: "main")
            }
        }
    }

    @Test func `finds another epoch`() throws {
        let faults = try faults(after: "UPDATE venue SET epoch = 'other' WHERE id = 1")
        #expect(faults == [JournalFault(rev: 1, what: "the checksum does not match")])
    }

    @Test(arguments: ["", "{", "[]", "{\"name\":\"\u{7}\"}"])
    func `finds unreadable data, and does not return it`(data: String) throws {
        let faults = try faults(
            after: "UPDATE event SET data = '\(data)' WHERE venue = 1 AND rev = 2")
        #expect(faults.contains(JournalFault(rev: 2, what: "the data can't be read")))
        #expect(throws: StoreError.damaged("the data of revision 2 is not a JSON object")) {
            _ = try store.events(of: "main", after: 1, limit: 1, bytesMax: .max)
        }
    }

    @Test(arguments: ["rev = 9223372036854775807", "time = -9223372036854775808"])
    func `finds absurd numbers without trapping`(change: String) throws {
        let faults = try faults(after: "UPDATE event SET \(change) WHERE venue = 1 AND rev = 5")
        #expect(faults.first?.rev == 5)
        #expect(throws: StoreError.self) {
            _ = try store.events(of: "main", after: 4, limit: 9, bytesMax: .max)
        }
    }

    @Test func `reports the first hundred faults`() throws {
        try store.keep(Sample.batch(6...300))
        #expect(try faults(after: "UPDATE event SET kind = 'x'").count == 100)
    }

    @Test func `reports how far a damaged file can be read`() throws {
        try store.keep(Sample.batch(6...2_000))
        store.checkpoint()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: scene.database))
        let size = try file.seekToEnd()
        // Pages of events in the middle, none of the first ones with the tables' roots.
        try file.seek(toOffset: size / 2 / 4096 * 4096)
        try file.write(contentsOf: Data(repeating: 0, count: 4096 * 20))
        try file.close()
        let damaged = try #require(try? Store(folder: scene.folder, creating: false))
        let verdict = try damaged.verify(venue: "main")
        let last = try #require(verdict.faults.last)
        #expect(last.what.hasPrefix("from here on the file can't be read: "), "\(last.what)")
        #expect(last.rev == verdict.lastRev + 1)
        #expect((100..<2_000).contains(verdict.lastRev))
    }

    @Test func `finds a damaged index`() throws {
        try store.tamper(
            """
            PRAGMA writable_schema = ON;
            DELETE FROM sqlite_master WHERE name = 'event_by_rev';
            PRAGMA writable_schema = RESET
            """)
        #expect(try !store.integrityFaults().isEmpty)
    }
}
