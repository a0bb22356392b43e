import Foundation
import GRDB
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreRestoreTests {
    private let scene = Scene()
    private let other = Scene()
    private let store: Store
    private let restored: Store
    private let backup: BackupFile

    init() throws {
        store = try scene.makeStore()
        try store.keep(Sample.batch(1...5))
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [JournalEntry(event: Sample.event(6), fingerprint: nil)]))
        try store.keep(Sample.batch(1...2, of: "terrace"))
        let path = scene.around + "/backup"
        _ = try store.backUp(to: path, replacing: false)
        backup = try BackupFile(path)
        restored = try Store(folder: other.folder, creating: true)
    }

    private func events(_ store: Store, of venue: String = "main") throws -> [Event] {
        try store.events(of: venue, after: 0, limit: 99, bytesMax: .max)
    }

    @Test func `restores a whole venue with a new epoch`() throws {
        let venue = try restored.restore("main", of: backup, as: nil, includingDevices: true)
        var expected = try #require(store.venues().first)
        #expect(venue.record.epoch != expected.epoch)
        #expect(venue.record.epoch.utf8.count == 8)
        expected.epoch = venue.record.epoch
        #expect(try restored.venues() == [expected])
        #expect(venue == RestoredVenue(record: expected, lastRev: 6, deviceCount: 0))
        #expect(try events(restored) == events(store))
        // Mutation ids are known too, so that a repeated mutation is answered and not carried out
        // again.
        #expect(try restored.recall("m3", in: "main") == store.recall("m3", in: "main"))
        #expect(
            try restored.verify(venue: "main")
                == JournalVerdict(events: 6, lastRev: 6, faults: []))
        try restored.keep(Sample.batch(7...7))
    }

    @Test func `restores reference data with its events, also to a copy`() throws {
        let content = try ReferenceContent([1, 2, 3])
        try store.keep(Sample.batch(7, keeping: content))
        let path = scene.around + "/with-references"
        _ = try store.backUp(to: path, replacing: false)
        let backup = try BackupFile(path)
        for name in ["main", "copy"] {
            _ = try restored.restore(
                [VenueToRestore("main", as: name)], of: backup, includingDevices: false)
            #expect(
                try restored.reference(content.digest, ofBoard: "waitlist", in: name) == content)
            #expect(try restored.verify(venue: name).faults.isEmpty)
        }
        // A changed backup restores nothing.
        let file = try DatabaseQueue(path: path)
        try file.write { db in try db.execute(sql: "UPDATE reference SET content = x'09'") }
        #expect(throws: StoreError.self) {
            _ = try restored.restore("main", of: backup, as: "third", includingDevices: false)
        }
        #expect(try restored.venues().map(\.slug) == ["main", "copy"])
    }

    @Test func `restores secrets sealed, and opens them with their key`() throws {
        let entry = JournalEntry(
            event: Sample.event(7), fingerprint: nil,
            secrets: [SecretChange(name: "c_3/token", value: [1, 2])])
        try store.keep(JournalBatch(venue: "main", generation: 0, entries: [entry]))
        let path = scene.around + "/sealed"
        _ = try store.backUp(to: path, replacing: false)
        let backup = try BackupFile(path)
        _ = try restored.restore("main", of: backup, as: nil, includingDevices: true)
        #expect(throws: StoreError.self) {
            try restored.secret("c_3/token", ofBoard: "waitlist", in: "main")
        }
        #expect(try restored.secretCounts(of: "main") == (1, 1))
        try FileManager.default.copyItem(atPath: store.keyPath, toPath: restored.keyPath)
        #expect(try restored.secret("c_3/token", ofBoard: "waitlist", in: "main") == [1, 2])
        // A copy beside it has no secrets.
        _ = try restored.restore("main", of: backup, as: "copy", includingDevices: false)
        #expect(try restored.secretCounts(of: "copy") == (0, 0))
    }

    @Test func `notes the end of a restored journal`() throws {
        _ = try restored.restore("main", of: backup, as: nil, includingDevices: true)
        try restored.tamper(
            "DROP TRIGGER event_is_not_deleted; DELETE FROM event WHERE rev = 6")
        #expect(try restored.verify(venue: "main").faults.map(\.rev) == [6])
    }

    @Test func `restores valid tokens, but not revoked ones`() throws {
        let token = try store.issueToken(
            role: .display, name: "TV", venue: "main", now: Sample.now)
        let lost = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        let elsewhere = try store.issueToken(
            role: .host, name: nil, venue: "terrace", now: Sample.now)
        #expect(try store.revoke(device: lost.device.id, now: Sample.now))
        let link = try store.issueLink(
            role: .host, venue: "main", now: Sample.now, lifetimeSeconds: 60)
        let path = scene.around + "/with-devices"
        _ = try store.backUp(to: path, replacing: false)
        let backup = try BackupFile(path)
        let venue = try restored.restore("main", of: backup, as: nil, includingDevices: true)
        #expect(venue.deviceCount == 1)
        #expect(try restored.device(withToken: token.secret, now: Sample.now) == token.device)
        #expect(try restored.device(withToken: lost.secret, now: Sample.now) == nil)
        #expect(try restored.device(withToken: elsewhere.secret, now: Sample.now) == nil)
        guard case .unknown = try restored.redeemLink(link, now: Sample.now) else {
            Issue.record("a link came back")
            return
        }
        // A device that exists already is not changed.
        let copy = try restored.restore("main", of: backup, as: "copy", includingDevices: true)
        #expect(copy.deviceCount == 0)
        #expect(try restored.device(withToken: token.secret, now: Sample.now)?.venue == "main")
        let bare = try restored.restore("terrace", of: backup, as: nil, includingDevices: false)
        #expect(bare.deviceCount == 0)
        #expect(try restored.hasDevice(in: "terrace") == false)
    }

    @Test func `a copy has another slug, beside the original`() throws {
        _ = try store.restore("main", of: backup, as: "copy", includingDevices: false)
        #expect(try store.venues().map(\.slug) == ["main", "terrace", "copy"])
        #expect(try events(store, of: "copy") == events(store))
        #expect(try store.verify().flatMap(\.verdict.faults) == [])
    }

    @Test func `changes no existing venue, and invents none`() throws {
        let before = try store.venues()
        #expect(throws: StoreError.venueExists(slug: "main")) {
            try store.restore("main", of: backup, as: nil, includingDevices: true)
        }
        #expect(throws: StoreError.notASlug) {
            try store.restore("main", of: backup, as: "Main Hall", includingDevices: true)
        }
        #expect(
            throws: StoreError.notInBackup(slug: "bar", known: ["main", "terrace"])
        ) { try store.restore("bar", of: backup, as: nil, includingDevices: true) }
        #expect(try store.venues() == before)
    }

    @Test(arguments: [
        (
            "UPDATE event SET data = '{}' WHERE venue = 1 AND rev = 4", 4,
            "the checksum does not match"
        ),
        ("DELETE FROM event WHERE venue = 1 AND rev = 2", 2, "the revision is missing"),
        (
            "UPDATE event SET time = 9223372036854775807 WHERE id = 1", 1,
            "the column time has an unexpected value"
        ),
    ])
    func `restores nothing of a damaged backup`(change: String, rev: Int, what: String) throws {
        try store.tamper(
            """
            DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_deleted;
            \(change)
            """)
        let raw = try BackupFile(scene.database)
        #expect(
            throws: StoreError.notABackup(
                path: scene.database, reason: "it is damaged: revision \(rev): \(what)")
        ) { try restored.restore("main", of: raw, as: nil, includingDevices: true) }
        #expect(try restored.venues() == [])
        // The other venue is sound.
        #expect(
            try restored.restore("terrace", of: raw, as: nil, includingDevices: true).lastRev == 2)
    }

    @Test func `restores several venues together, or none of them`() throws {
        let all = [VenueToRestore("main"), VenueToRestore("terrace")]
        try store.tamper(
            """
            DROP TRIGGER event_is_not_changed;
            UPDATE event SET data = '{}' WHERE venue = 2 AND rev = 2
            """)
        let damaged = try BackupFile(scene.database)
        #expect(throws: StoreError.self) {
            try restored.restore(all, of: damaged, includingDevices: true)
        }
        #expect(try restored.venues() == [])
        let venues = try restored.restore(all, of: backup, includingDevices: true)
        #expect(venues.map(\.record.slug) == ["main", "terrace"])
        #expect(venues.map(\.lastRev) == [6, 2])
        #expect(Set(venues.map(\.record.epoch)).count == 2)
        #expect(try restored.verify().flatMap(\.verdict.faults) == [])
    }

    @Test func `restores nothing without room`() throws {
        try restored.leaveRoom(bytes: 0)
        let long = String(repeating: "long ", count: 20_000)
        try store.keep(Sample.batch(7...9, name: long))
        let path = scene.around + "/long"
        _ = try store.backUp(to: path, replacing: false)
        #expect(throws: StoreError.full) {
            try restored.restore(
                "main", of: BackupFile(path), as: nil, includingDevices: true)
        }
        try restored.tamper("PRAGMA max_page_count = 1000000")
        #expect(try restored.venues() == [])
    }
}
