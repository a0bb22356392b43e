import Foundation
import GRDB
import JSON
import Locks
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreTests {
    private let scene = Scene()

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `only the owner can read a new folder and its files`() throws {
        let store = try scene.makeStore()
        try store.lock()
        #expect(try mode(scene.folder) == 0o700)
        for file in try FileManager.default.contentsOfDirectory(atPath: scene.folder) {
            #expect(try mode(scene.folder + "/" + file) == 0o600, "\(file)")
        }
    }

    @Test func `makes missing folders above the data folder`() throws {
        let path = scene.folder + "/a/b/"
        _ = try Store(folder: path, creating: true)
        #expect(FileManager.default.fileExists(atPath: scene.folder + "/a/b/tablecast.sqlite"))
    }

    @Test func `flushes every transaction`() throws {
        let store = try scene.makeStore()
        #expect(try store.setting("synchronous") == 2)
        #expect(try store.setting("foreign_keys") == 1)
        #expect(try store.setting("busy_timeout") == 5000)
        let mode = try store.read { db in
            try String.fetchOne(db, sql: "PRAGMA journal_mode")
        }
        #expect(mode == "wal")
    }

    @Test func `reports a missing folder, and makes it only on request`() {
        #expect(throws: StoreError.missing(path: scene.folder)) {
            _ = try Store(folder: scene.folder, creating: false)
        }
        #expect(!FileManager.default.fileExists(atPath: scene.folder))
    }

    @Test func `an empty folder has no journal`() throws {
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        #expect(throws: StoreError.missing(path: scene.folder)) {
            _ = try Store(folder: scene.folder, creating: false)
        }
    }

    @Test func `reports a file in place of the folder`() throws {
        try Data().write(to: URL(fileURLWithPath: scene.folder))
        for creating in [true, false] {
            #expect(
                throws: StoreError.folderNotWritable(
                    path: scene.folder, reason: "it is a file, not a folder")
            ) { _ = try Store(folder: scene.folder, creating: creating) }
        }
    }

    @Test func `reports a folder below a file`() throws {
        try Data().write(to: URL(fileURLWithPath: scene.folder))
        let path = scene.folder + "/data"
        #expect(throws: StoreError.folderNotWritable(path: path, reason: "Not a directory")) {
            _ = try Store(folder: path, creating: true)
        }
    }

    @Test func `reports another user's folder`() async {
        await #expect(processExitsWith: .success) {
            let scene = Scene()
            _ = try scene.makeStore()
            chmod(scene.folder, 0o500)
            // Permissions of a folder apply to everyone but the superuser.
            if geteuid() == 0 { seteuid(65_534) }
            var found: StoreError?
            do throws(StoreError) {
                _ = try Store(folder: scene.folder, creating: true)
            } catch {
                found = error
            }
            if getuid() == 0 { seteuid(0) }
            chmod(scene.folder, 0o700)
            guard
                found == .folderNotWritable(path: scene.folder, reason: "Permission denied")
            else { exit(1) }
        }
    }

    @Test func `an empty file, as left by a crash, becomes a store`() throws {
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: scene.database))
        #expect(throws: StoreError.missing(path: scene.folder)) {
            _ = try Store(folder: scene.folder, creating: false)
        }
        #expect(try scene.makeStore().venues().count == 2)
    }

    @Test(arguments: ["not a database", String(repeating: "not a database ", count: 1000)])
    func `does not touch a file that is not a database`(content: String) throws {
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        let file = URL(fileURLWithPath: scene.database)
        try Data(content.utf8).write(to: file)
        #expect(
            throws: StoreError.notAStore(
                path: scene.database, reason: "it is not an SQLite database")
        ) { _ = try Store(folder: scene.folder, creating: true) }
        #expect(try Data(contentsOf: file) == Data(content.utf8))
    }

    @Test(arguments: ["CREATE TABLE song (title)", "PRAGMA application_id = 7"])
    func `does not touch another program's database`(sql: String) throws {
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        do {
            let other = try DatabaseQueue(path: scene.database)
            try other.writeWithoutTransaction { db in try db.execute(sql: sql) }
            try other.close()
        }
        let file = URL(fileURLWithPath: scene.database)
        let before = try Data(contentsOf: file)
        #expect(
            throws: StoreError.notAStore(
                path: scene.database, reason: "it is another program's database")
        ) { _ = try Store(folder: scene.folder, creating: true) }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func `refuses a file of a later version`() throws {
        try scene.makeStore().tamper("PRAGMA user_version = 99")
        #expect(throws: StoreError.tooNew(found: 99, known: Schema.version)) {
            _ = try Store(folder: scene.folder, creating: false)
        }
    }

    @Test func `one server at a time can lock the folder`() throws {
        var first: Store? = try scene.makeStore()
        try first?.lock()
        try first?.lock()
        let second = try Store(folder: scene.folder, creating: false)
        #expect(throws: StoreError.inUse(path: scene.folder)) { try second.lock() }
        _ = try second.venues()
        first = nil
        try second.lock()
    }

    /// SQLite before 3.51.3 may damage a file to which two processes write at the same moment.
    @Test func `processes that share the folder write one after another`() throws {
        let store = try scene.makeStore()
        let other = try FolderLock(path: scene.folder + "/tablecast.turn")
        let isAlone = try store.write { _ in try !other.take() }
        #expect(try isAlone && other.take())
        let isWritten = DispatchSemaphore(value: 0)
        Thread {
            let isAlone = try? store.write { _ in try !other.take() }
            #expect(isAlone == true)
            isWritten.signal()
        }.start()
        other.release()
        isWritten.wait()
    }

    /// A descriptor that is closed twice may belong to another thread by then.
    @Test func `a refused lock closes no other thread's file`() throws {
        let first = try scene.makeStore()
        try first.lock()
        let second = try Store(folder: scene.folder, creating: false)
        let isOver = Monitor(false)
        let lost = Monitor(0)
        let isDone = DispatchSemaphore(value: 0)
        Thread {
            while !isOver.withValue({ $0 }) {
                let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                if close(descriptor) != 0 { lost.withValue { $0 += 1 } }
            }
            isDone.signal()
        }.start()
        for _ in 0..<5_000 {
            #expect(throws: StoreError.inUse(path: scene.folder)) { try second.lock() }
        }
        isOver.withValue { $0 = true }
        isDone.wait()
        #expect(lost.withValue { $0 } == 0)
    }

    @Test(arguments: [
        StoreError.folderNotWritable(path: "/data", reason: "no"), .inUse(path: "/data"),
        .notAStore(path: "/data", reason: "no"), .tooOld, .tooNew(found: 2, known: 1),
        .disk("I/O error"),
        .full, .missing(path: "/data"), .damaged("revision 3 is missing"), .busy,
        .noVenue(slug: "main"), .venueExists(slug: "main"), .notASlug,
        .discontinuous(expected: 2, found: 3), .mutationRecorded(rev: 2), .stopped, .cryptography,
        .fileExists(path: "/backup"), .fileNotWritable(path: "/backup", reason: "no"),
        .notABackup(path: "/backup", reason: "no"), .notInBackup(slug: "main", known: ["bar"]),
    ])
    func `an error is one line that says what to do`(error: StoreError) {
        let line = "\(error)"
        #expect(!line.contains("\n") && !line.contains("  ") && line.hasSuffix("."))
        #expect(line.contains(". ") || line.contains("; "))
    }

    @Test(
        arguments: [
            (3_040_001, "3.40.1", true), (3_044_005, "3.44.5", true), (3_044_006, "3.44.6", false),
            (3_045_000, "3.45.0", true), (3_050_006, "3.50.6", true), (3_050_007, "3.50.7", false),
            (3_051_002, "3.51.2", true), (3_051_003, "3.51.3", false), (3_053_000, "3.53.0", false),
        ] as [(Int32, String, Bool)])
    func `warns of releases of SQLite that need turns to write`(
        number: Int32, name: String, isToldOf: Bool
    ) {
        let text = SQLiteRelease(number: number).advice
        #expect(text.hasPrefix(name))
        #expect(text.contains("at once") == isToldOf)
    }
}
