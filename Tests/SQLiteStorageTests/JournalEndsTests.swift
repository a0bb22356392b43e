import Foundation
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

/// Journals that were cut off, as detected by the note beside the database.
@Suite struct JournalEndsTests {
    private let scene = Scene()

    private var notePath: String { scene.folder + "/tablecast.ends" }

    /// Deletes the events after a revision, despite the triggers.
    private func cutOff(_ store: Store, after rev: Int, of venue: Int = 1) throws {
        try store.tamper(
            """
            DROP TRIGGER IF EXISTS event_is_not_deleted;
            DELETE FROM event WHERE venue = \(venue) AND rev > \(rev)
            """)
    }

    @Test(arguments: [
        (4, JournalFault(rev: 5, what: "the revision is missing, though it was written")),
        (
            2,
            JournalFault(
                rev: 3, what: "the revisions up to 5 are missing, though they were written")
        ),
        (
            0,
            JournalFault(
                rev: 1, what: "the revisions up to 5 are missing, though they were written")
        ),
    ])
    func `finds the place where an end was cut off`(rev: Int, fault: JournalFault) throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...5))
        try store.keep(Sample.batch(1...2, of: "terrace"))
        try cutOff(store, after: rev)
        #expect(try store.verify(venue: "main").faults == [fault])
        #expect(try store.verify(venue: "terrace").faults == [])
        let all = try store.verify()
        #expect(all.map(\.venue) == ["main", "terrace"])
        #expect(all.map(\.verdict.faults) == [[fault], []])
    }

    /// The state after the database alone is copied, without its log.
    @Test func `finds a database that was put back without its log`() throws {
        do {
            let store = try scene.makeStore()
            try store.keep(Sample.batch(1...3))
            try store.tamper("PRAGMA wal_checkpoint(TRUNCATE)")
            let early = try Data(contentsOf: URL(fileURLWithPath: scene.database))
            try store.keep(Sample.batch(4...9))
            try early.write(to: URL(fileURLWithPath: scene.folder + "/early"))
        }
        for file in ["tablecast.sqlite", "tablecast.sqlite-wal", "tablecast.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: scene.folder + "/" + file)
        }
        try FileManager.default.moveItem(
            atPath: scene.folder + "/early", toPath: scene.database)
        let store = try Store(folder: scene.folder, creating: false)
        #expect(
            try store.verify(venue: "main").faults == [
                JournalFault(
                    rev: 4, what: "the revisions up to 9 are missing, though they were written")
            ])
        // The loss stays known until the journal has passed that point.
        try store.keep(Sample.batch(4...6, name: "Bo"))
        #expect(try store.verify(venue: "main").faults.map(\.rev) == [7])
        try store.keep(Sample.batch(7...9, name: "Bo"))
        #expect(
            try store.verify(venue: "main").faults == [
                JournalFault(
                    rev: 9, what: "the events up to here differ from those first written")
            ])
        try store.keep(Sample.batch(10...10))
        #expect(try store.verify(venue: "main").faults == [])
    }

    @Test func `another command detects a loss in what this one wrote`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        let other = try Store(folder: scene.folder, creating: false)
        try other.keep(Sample.batch(4...5))
        try cutOff(store, after: 4)
        #expect(try store.verify(venue: "main").faults.map(\.rev) == [5])
    }

    @Test func `an outdated or missing note is not a fault`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        let early = try Data(contentsOf: URL(fileURLWithPath: notePath))
        #expect(early.count == 64)
        try store.keep(Sample.batch(4...5))
        // The state that a power failure may leave.
        try early.write(to: URL(fileURLWithPath: notePath))
        #expect(try store.verify(venue: "main").faults == [])
        try FileManager.default.removeItem(atPath: notePath)
        #expect(try store.verify(venue: "main").faults == [])
    }

    @Test func `ignores an unreadable note, and rewrites it`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        let note = Array(try Data(contentsOf: URL(fileURLWithPath: notePath)))
        for damaged in [Array(note.prefix(63)), [], Array(repeating: 0xFF, count: 64)] {
            try Data(damaged).write(to: URL(fileURLWithPath: notePath))
            #expect(try store.verify(venue: "main").faults == [])
        }
        for index in 0..<56 {
            var flipped = note
            flipped[index] ^= 1
            try Data(flipped).write(to: URL(fileURLWithPath: notePath))
            #expect(try store.verify(venue: "main").faults == [])
        }
        let again = try Store(folder: scene.folder, creating: false)
        try again.keep(Sample.batch(4...4))
        try cutOff(store, after: 3)
        #expect(try store.verify(venue: "main").faults.map(\.rev) == [4])
    }

    @Test func `ignores a note of another epoch`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        try cutOff(store, after: 0)
        try store.tamper("UPDATE venue SET epoch = 'other' WHERE id = 1")
        #expect(try store.verify(venue: "main").faults == [])
    }

    @Test func `a note that can't be written stops no append`() throws {
        let store = try scene.makeStore()
        try FileManager.default.createDirectory(
            atPath: notePath, withIntermediateDirectories: false)
        try store.keep(Sample.batch(1...3))
        #expect(try store.verify(venue: "main").faults == [])
        #expect(try store.lastRev(of: "main") == 3)
    }
}
