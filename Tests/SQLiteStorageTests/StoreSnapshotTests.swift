import Foundation
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct StoreSnapshotTests {
    private let scene = Scene()
    private let store: Store
    private let state = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    init() throws {
        store = try scene.makeStore()
        try store.keep(Sample.batch(1...20))
        try store.keep(Sample.batch(1...20, of: "terrace"))
    }

    private var file: URL { URL(fileURLWithPath: scene.folder + "/tablecast-main.snapshot") }

    private func kept() throws -> [UInt8]? { try store.snapshot(of: "main").map { Array($0.rest) } }

    @Test func `returns snapshots of many portions, and empty ones`() throws {
        let long = [UInt8](repeating: 7, count: 9 << 20)
        for state in [long, []] {
            try store.keepSnapshot(state, of: "main", at: 3)
            #expect(try kept() == state)
        }
    }

    @Test func `only the owner can read a snapshot, and it leaves no other file`() throws {
        try store.keepSnapshot(state, of: "main", at: 7)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder)
        #expect(names.filter { $0.contains("snapshot") } == ["tablecast-main.snapshot"])
    }

    @Test func `a pipe in its place does not block, and a folder leaves nothing behind`()
        throws
    {
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(throws: SnapshotError.self) { _ = try kept() }
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(throws: SnapshotError.self) {
            try store.keepSnapshot(state, of: "main", at: 7)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder)
        #expect(names.filter { $0.contains("snapshot") } == ["tablecast-main.snapshot"])
    }

    @Test func `refuses a snapshot with any changed byte, or cut off anywhere`() throws {
        try store.keepSnapshot(Array(state.prefix(200)), of: "main", at: 7)
        let whole = try Data(contentsOf: file)
        #expect(whole.count == 280)
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 0x10
            try damaged.write(to: file)
            #expect(throws: SnapshotError.self, "byte \(index)") { _ = try kept() }
        }
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(throws: SnapshotError.self, "\(count) bytes") { _ = try kept() }
        }
        try (whole + [0]).write(to: file)
        #expect(throws: SnapshotError.self) { _ = try kept() }
        try whole.write(to: file)
        #expect(try kept() == Array(state.prefix(200)))
    }

    @Test func `refuses a snapshot of another venue, another journal or a later revision`() throws {
        try store.keepSnapshot(state, of: "terrace", at: 7)
        let other = URL(fileURLWithPath: scene.folder + "/tablecast-terrace.snapshot")
        try FileManager.default.copyItem(at: other, to: file)
        #expect(throws: SnapshotError.self) { _ = try kept() }
        #expect(store.snapshotRev(of: "main") == 0)

        // The same events under another epoch.
        let elsewhere = Scene()
        let second = try elsewhere.makeStore()
        try second.keep(Sample.batch(1...20))
        let moved = elsewhere.folder + "/tablecast-main.snapshot"
        try store.keepSnapshot(state, of: "main", at: 7)
        try FileManager.default.copyItem(atPath: file.path, toPath: moved)
        #expect(throws: SnapshotError.self) { _ = try second.snapshot(of: "main") }

        // The same journal, put back from a backup that lacks the revision.
        try store.keepSnapshot(state, of: "main", at: 20)
        try store.tamper(
            "DROP TRIGGER event_is_not_deleted; DELETE FROM event WHERE venue = 1 AND rev > 19")
        #expect(throws: SnapshotError.self) { _ = try kept() }
        #expect(store.snapshotRev(of: "main") == 0)
    }

    @Test func `stores no snapshot of an unknown revision or venue`() {
        for (venue, rev) in [("main", 21), ("main", 0), ("garden", 1), ("../main", 1)] {
            #expect(throws: SnapshotError.self) {
                try store.keepSnapshot(state, of: venue, at: rev)
            }
        }
        #expect(throws: SnapshotError.self) { _ = try store.snapshot(of: "../main") }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a failure to replace the file keeps the old one`() throws {
        try store.keepSnapshot(state, of: "main", at: 7)
        // A folder stands where the new file would be written.
        try FileManager.default.createDirectory(
            atPath: file.path + ".new", withIntermediateDirectories: false)
        #expect(throws: SnapshotError.self) { try store.keepSnapshot([1], of: "main", at: 8) }
        #expect(try kept() == state)
    }
}
