import Foundation
import GRDB
import JSON
import Locks
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreBackupTests {
    private let scene = Scene()

    private var backup: String { scene.around + "/backup" }

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    private func makeFullStore() throws -> Store {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...5))
        try store.keep(Sample.batch(1...2, of: "terrace"))
        return store
    }

    @Test func `a backup has all venues, and only its owner can read it`() throws {
        let store = try makeFullStore()
        let verdicts = try store.backUp(to: backup, replacing: false)
        #expect(verdicts.map(\.venue) == ["main", "terrace"])
        #expect(verdicts.map(\.verdict.lastRev) == [5, 2])
        #expect(try mode(backup) == 0o600)
        let file = try BackupFile(backup)
        #expect(try file.venues() == store.venues())
        #expect(try file.integrityFaults() == [])
        #expect(try file.verify().map(\.verdict) == store.verify().map(\.verdict))
        // Reading it left no files beside it.
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.around)
        #expect(names.filter { $0.hasPrefix("backup") } == ["backup"])
    }

    @Test func `a backup has each concurrent batch as a whole or not at all`() async throws {
        let store = try makeFullStore()
        let writer = JournalWriter(store: store)
        let done = Monitor(0)
        for index in 0..<200 {
            writer.append(Sample.batch((6 + 2 * index)...(7 + 2 * index))) { _ in
                done.withValue { $0 += 1 }
            }
        }
        var last = 5
        var path = 0
        while done.withValue({ $0 }) < 200 {
            path += 1
            let verdicts = try store.backUp(to: "\(backup)-\(path)", replacing: false)
            let rev = try #require(verdicts.first?.verdict.lastRev)
            #expect(rev >= last && rev % 2 == 1)
            last = rev
        }
        #expect(try store.backUp(to: backup, replacing: false).first?.verdict.lastRev == 405)
    }

    @Test func `replaces an existing file only on request`() throws {
        let store = try makeFullStore()
        try Data("precious".utf8).write(to: URL(fileURLWithPath: backup))
        #expect(throws: StoreError.fileExists(path: backup)) {
            try store.backUp(to: backup, replacing: false)
        }
        #expect(try String(contentsOfFile: backup, encoding: .utf8) == "precious")
        _ = try store.backUp(to: backup, replacing: true)
        #expect(try BackupFile(backup).venues().count == 2)
        #expect(try mode(backup) == 0o600)
    }

    @Test func `a journal without its end replaces no backup, but can be backed up elsewhere`()
        throws
    {
        let store = try makeFullStore()
        _ = try store.backUp(to: backup, replacing: false)
        try store.tamper(
            "DROP TRIGGER event_is_not_deleted; DELETE FROM event WHERE venue = 1 AND rev > 3")
        #expect(throws: StoreError.cutOff(venue: "main", rev: 3, noted: 5)) {
            try store.backUp(to: backup, replacing: true)
        }
        #expect(try BackupFile(backup).verify().map(\.verdict.lastRev) == [5, 2])
        let verdicts = try store.backUp(to: backup + "-left", replacing: true)
        #expect(
            verdicts.map(\.verdict.faults) == [
                [
                    JournalFault(
                        rev: 4, what: "the revisions up to 5 are missing, though they were written")
                ], [],
            ])
        #expect(try BackupFile(backup + "-left").verify().map(\.verdict.lastRev) == [3, 2])
    }

    @Test func `refuses places where no file can be`() throws {
        let store = try makeFullStore()
        let folder = scene.around + "/folder"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        for path in [folder, "/dev/null", scene.around + "/none/backup", scene.database + "/b"] {
            #expect {
                try store.backUp(to: path, replacing: true)
            } throws: { error in
                guard case .fileNotWritable(path, _) = error as? StoreError else { return false }
                return true
            }
        }
    }

    @Test func `a backup stays unchanged when it is read`() throws {
        let store = try makeFullStore()
        _ = try store.issueToken(role: .host, name: "Bar", venue: "main", now: Sample.now)
        _ = try store.backUp(to: backup, replacing: false)
        #expect(try BackupFile(backup).isUnchanged())
        _ = try BackupFile(backup).verify()
        #expect(try BackupFile(backup).isUnchanged())
    }

    @Test(arguments: [
        """
        INSERT INTO device (id, venue, role, token_hash, created_at)
        VALUES ('d_evil00', 1, 'owner', x'00', 0)
        """,
        "UPDATE device SET role = 'owner'",
        "UPDATE venue SET ticket_key = zeroblob(32) WHERE id = 2",
        "INSERT INTO pin VALUES (1, 'x')",
        "INSERT INTO link VALUES (x'00', 1, 'owner', 0, 9, NULL, NULL, NULL)",
        "DROP TRIGGER event_is_not_changed",
        "CREATE TABLE more (text TEXT)",
        "DELETE FROM backup_checksum",
        "UPDATE backup_checksum SET digest = zeroblob(32)",
    ])
    func `any change of a backup invalidates its checksum`(change: String) throws {
        let store = try makeFullStore()
        _ = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        _ = try store.backUp(to: backup, replacing: false)
        let file = try DatabaseQueue(path: backup)
        try file.write { db in try db.execute(sql: change) }
        try file.close()
        #expect(try BackupFile(backup).isUnchanged() == false)
    }

    @Test func `a folder that began as a backup is an ordinary store`() throws {
        let store = try makeFullStore()
        _ = try store.backUp(to: backup, replacing: false)
        let other = Scene()
        try FileManager.default.createDirectory(
            atPath: other.folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: backup, toPath: other.database)
        let second = try Store(folder: other.folder, creating: false)
        try second.keep(Sample.batch(6...6))
        #expect(try BackupFile(other.database).isUnchanged() == false)
        _ = try second.backUp(to: backup, replacing: true)
        #expect(try BackupFile(backup).isUnchanged())
    }

    @Test func `a damaged journal does not replace a sound backup`() throws {
        let store = try makeFullStore()
        _ = try store.backUp(to: backup, replacing: false)
        let before = try Data(contentsOf: URL(fileURLWithPath: backup))
        try store.tamper(
            """
            DROP TRIGGER event_is_not_changed; UPDATE event SET kind = 'x' WHERE id = 3
            """)
        #expect(
            throws: StoreError.damaged("main, revision 3: the checksum does not match")
        ) { try store.backUp(to: backup, replacing: true) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == before)
        #expect(!FileManager.default.fileExists(atPath: backup + ".partial"))
    }

    @Test func `overwrites what a killed command has left`() throws {
        let store = try makeFullStore()
        try Data(repeating: 0x20, count: 100_000)
            .write(to: URL(fileURLWithPath: backup + ".partial"))
        _ = try store.backUp(to: backup, replacing: false)
        #expect(try BackupFile(backup).venues().count == 2)
        #expect(!FileManager.default.fileExists(atPath: backup + ".partial"))
    }

    @Test(arguments: ["tablecast.sqlite", "tablecast.sqlite-wal", "tablecast.ends", "backup"])
    func `refuses every path among the hub's own files`(name: String) throws {
        let store = try makeFullStore()
        try FileManager.default.createSymbolicLink(
            atPath: scene.around + "/link", withDestinationPath: scene.folder)
        for folder in [scene.folder, scene.folder + "/.", scene.around + "/link"] {
            let path = "\(folder)/\(name)"
            let refusal = StoreError.fileNotWritable(
                path: path, reason: "it is in the data folder, where the hub keeps its own files")
            #expect(throws: refusal) { _ = try store.backUp(to: path, replacing: true) }
        }
        #expect(try store.verify(venue: "main").faults.isEmpty)
    }

    @Test func `refuses a second writer of the same file`() throws {
        _ = try scene.makeStore()
        let first = try NewFile(backup, replacing: false)
        #expect(
            throws: StoreError.fileNotWritable(
                path: backup, reason: "another command is writing it")
        ) { _ = try NewFile(backup, replacing: false) }
        try first.write(Array("whole".utf8))
        try first.finish()
        #expect(try String(contentsOfFile: backup, encoding: .utf8) == "whole")
    }

    @Test func `an abandoned file leaves nothing behind`() throws {
        _ = try scene.makeStore()
        do { try NewFile(backup, replacing: false).write([1]) }
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.around)
        #expect(names.filter { $0.hasPrefix("backup") } == [])
    }

    @Test func `accepts a file name that looks like an address`() throws {
        let store = try makeFullStore()
        let folder = scene.around + "/file:x?mode=memory"
        _ = try store.backUp(to: folder, replacing: false)
        #expect(try BackupFile(folder).venues().count == 2)
    }

    @Test(arguments: ["", "not a database", String(repeating: "not a database ", count: 1000)])
    func `refuses a file that is not a backup`(content: String) throws {
        _ = try scene.makeStore()
        try Data(content.utf8).write(to: URL(fileURLWithPath: backup))
        #expect {
            _ = try BackupFile(backup)
        } throws: { error in
            guard case .notABackup(backup, _) = error as? StoreError else { return false }
            return true
        }
    }

    @Test func `refuses a missing file, a folder and a later version`() throws {
        let store = try scene.makeStore()
        #expect(
            throws: StoreError.notABackup(path: backup, reason: "No such file or directory")
        ) { _ = try BackupFile(backup) }
        #expect(throws: StoreError.notABackup(path: scene.folder, reason: "it is not a file")) {
            _ = try BackupFile(scene.folder)
        }
        try store.tamper("PRAGMA user_version = 99")
        _ = try DatabaseQueue(path: scene.database).vacuum(into: backup)
        #expect(
            throws: StoreError.notABackup(
                path: backup, reason: "it was written by a later version of Tablecast")
        ) { _ = try BackupFile(backup) }
    }

    @Test func `reports damage to a backup`() throws {
        let store = try makeFullStore()
        _ = try store.backUp(to: backup, replacing: false)
        let whole = try Data(contentsOf: URL(fileURLWithPath: backup))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: backup))
        do throws(StoreError) {
            let file = try BackupFile(backup)
            let faults = try file.integrityFaults()
            #expect(!faults.isEmpty)
        } catch {
            guard case .notABackup(backup, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
