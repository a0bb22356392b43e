import Foundation
import GRDB
import JSON
import Sync
import TestSupport
import Testing

@testable import Store

/// Whatever version wrote a data folder, this one opens it with all that is in it. A step in
/// `Schema.steps` comes with the file that the program before it left, as SQL: `version-1.sql`, ….
@Suite struct MigrationTests {
    private let scene = Scene()

    /// The versions before this one; while there is none, the first.
    static let versions = Array(1..<max(2, Schema.steps.count))

    private static func vector(_ version: Int) throws -> String {
        String(decoding: try VectorFile.bytes("store/version-\(version).sql"), as: UTF8.self)
    }

    /// Makes the file as the program of that version left it.
    private func makeFile(version: Int) throws {
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        let file = try DatabaseQueue(path: scene.database)
        try file.writeWithoutTransaction { db in try db.execute(sql: Self.vector(version)) }
        try file.close()
    }

    private func version(of file: DatabaseQueue) throws -> Int? {
        try file.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }
    }

    private static let kinds = [
        "added", "added", "readied", "seated", "undone", "posted", "moved",
    ]

    @Test(arguments: versions)
    func `a folder of an earlier version opens with all that is in it`(version: Int) throws {
        try makeFile(version: version)
        let store = try Store(folder: scene.folder, creating: false)
        #expect(try store.setting("user_version") == Schema.steps.count)
        let record = try #require(try store.venues().first)
        #expect(record.slug == "main")
        #expect(record.epoch == "5hc9d247")
        #expect(record.name == "Trattoria da Ada")
        #expect(record.timeZone == "Europe/Rome")
        #expect(record.settings == ["labels": "first_initial"])
        #expect(record.ticketKey.count == 32)
        let events = try store.events(of: "main", after: 0, limit: 100, bytesMax: .max)
        #expect(events.map(\.kind) == Self.kinds)
        #expect(events.first?.data["name"] == "Ada Lovelace")
        #expect(events.map(\.mutationID) == (1...7).map { "m-\($0)" })
        #expect(try store.recall("m-2", in: "main")?.event == events[1])
        #expect(try store.verify(venue: "main").faults.isEmpty)
        #expect(try store.integrityFaults().isEmpty)
        let device = try store.device(withToken: "L4LN8BPcVCUMivf0cPbWft2AFiJbMdq7", now: Scene.now)
        #expect(device?.role == .host)
        #expect(device?.name == "The bar")
        #expect(device?.presence == .away)
        if version == 1 { return }
        let browser = try store.device(
            withToken: "EWNOoeGRXyymTz70QcwI0ICF6wG2IlA0", now: Scene.now)
        #expect(browser?.isBrowser == true)
        if version < 4 { return }
        let effect = try #require(try store.waitingEffects(after: 0, limit: 2).first)
        #expect(effect.tryCount == 3 && effect.target == "webhook" && effect.outcome == nil)
        if version < 5 { return }
        #expect(try store.secretCounts(of: "main") == (1, 1))
    }

    @Test(arguments: versions)
    func `the journal of an earlier version goes on where it was`(version: Int) throws {
        try makeFile(version: version)
        let store = try Store(folder: scene.folder, creating: false)
        let event = Scene.event(8, id: "m-8")
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [JournalEntry(event: event, fingerprint: [1])]))
        #expect(throws: StoreError.mutationRecorded(rev: 9)) {
            try store.keep(
                JournalBatch(
                    venue: "main", generation: 0,
                    entries: [JournalEntry(event: Scene.event(9, id: "m-3"), fingerprint: [1])]))
        }
        #expect(
            try store.verify(venue: "main") == JournalVerdict(events: 8, lastRev: 8, faults: []))
        // Opened once more, nothing is left to do.
        #expect(try Store(folder: scene.folder, creating: false).lastRev(of: "main") == 8)
    }

    @Test(arguments: 0...2)
    func `each file takes the steps that it has not taken, in order`(taken: Int) throws {
        let steps = [
            "CREATE TABLE song (title TEXT)", "ALTER TABLE song ADD COLUMN length INTEGER",
            "INSERT INTO song VALUES ('Norma', 9)",
        ]
        let file = try DatabaseQueue()
        try file.write { db in
            for step in steps[..<taken] { try db.execute(sql: step) }
            try db.execute(sql: "PRAGMA user_version = \(taken)")
        }
        try file.write { db in try Schema.migrate(db, steps: steps) }
        #expect(try version(of: file) == 3)
        let length = try file.read { db in try Int.fetchOne(db, sql: "SELECT length FROM song") }
        #expect(length == 9)
    }

    @Test func `a step that fails leaves the file as it was`() throws {
        try makeFile(version: 1)
        let file = try DatabaseQueue(path: scene.database)
        let steps = Schema.steps + ["CREATE TABLE song (title TEXT)", "CREATE TABLE venue (x)"]
        #expect(throws: DatabaseError.self) {
            try file.write { db in try Schema.migrate(db, steps: steps) }
        }
        #expect(try version(of: file) == 1)
        let hasSong = try file.read { db in try db.tableExists("song") }
        #expect(!hasSong)
        try file.close()
        #expect(try Store(folder: scene.folder, creating: false).lastRev(of: "main") == 7)
    }
}
