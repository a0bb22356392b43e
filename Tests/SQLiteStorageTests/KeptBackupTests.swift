import Foundation
import GRDB
import JSON
import MemoryStorage
import Storage
import Sync
import TestSupport
import Testing

@testable import SQLiteStorage

/// A backup that a program with this schema wrote, read unchanged.
@Suite struct KeptBackupTests {
    private let scene = Scene()
    private var backup: String { scene.around + "/backup" }

    /// Writes the backup to a file.
    private func write(_ path: String, _ change: String = "") throws {
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        let sql = String(
            decoding: try VectorFile.bytes("store/kept-backup.sql"), as: UTF8.self)
        let file = try DatabaseQueue(path: path)
        try file.writeWithoutTransaction { db in try db.execute(sql: sql + change) }
        try file.close()
    }

    private static let kinds = [
        "added", "added", "readied", "seated", "undone", "posted", "moved",
    ]

    @Test func `opens a folder with all its data, and continues its journal`() throws {
        try write(scene.database)
        let store = try Store(folder: scene.folder, creating: false)
        #expect(try store.setting("user_version") == 7)
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
        #expect(try store.integrityFaults().isEmpty)
        let device = try store.device(
            withToken: "L4LN8BPcVCUMivf0cPbWft2AFiJbMdq7", now: Sample.now)
        #expect(device?.role == .host)
        #expect(device?.name == "The bar")
        #expect(device?.presence == .away)
        let browser = try store.device(
            withToken: "EWNOoeGRXyymTz70QcwI0ICF6wG2IlA0", now: Sample.now)
        #expect(browser?.isBrowser == true)
        let effect = try #require(try store.waitingEffects(after: 0, limit: 2).first)
        #expect(effect.tryCount == 3 && effect.target == "webhook" && effect.outcome == nil)
        #expect(try store.secretCounts(of: "main") == (1, 1))
        try store.keep(
            JournalBatch(
                venue: "main", generation: 0,
                entries: [JournalEntry(event: Sample.event(8, id: "m-8"), fingerprint: [1])]))
        #expect(
            try store.verify(venue: "main") == JournalVerdict(events: 8, lastRev: 8, faults: []))
    }

    @Test func `restores a backup`() throws {
        try write(backup)
        let file = try BackupFile(backup)
        #expect(try file.isUnchanged())
        let store = try Store(folder: scene.folder, creating: true)
        try store.lock()
        let restored = try store.restore("main", of: file, as: nil, includingDevices: true)
        #expect(restored.lastRev == 7 && restored.deviceCount == 2)
        let events = try store.events(of: "main", after: 0, limit: 100, bytesMax: .max)
        #expect(events.map(\.kind) == Self.kinds)
    }

    @Test func `refuses folders and backups from before this schema, without changing them`() throws
    {
        try write(scene.database, "PRAGMA user_version = 6")
        try write(backup, "PRAGMA user_version = 6")
        let before = [scene.database, backup].map(Scene.content(ofFile:))
        #expect(throws: StoreError.tooOld) { _ = try Store(folder: scene.folder, creating: false) }
        #expect(
            "\(StoreError.tooOld)"
                == "This folder was made by a version before 0.1; export it with that version.")
        let reason = "it was made by a version before 0.1; restore and export it with that version"
        #expect(throws: StoreError.notABackup(path: backup, reason: reason)) {
            _ = try BackupFile(backup)
        }
        #expect([scene.database, backup].map(Scene.content(ofFile:)) == before)
    }
}
