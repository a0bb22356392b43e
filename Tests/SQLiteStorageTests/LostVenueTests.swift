import Foundation
import JSON
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

/// Lost venues, as detected by the notes beside the database.
@Suite struct LostVenueTests {
    private let scene = Scene()
    /// The folder of a hub after `kill -9`: everything is still in the log.
    private let crashed: String

    private var database: String { crashed + "/tablecast.sqlite" }
    private var log: String { database + "-wal" }

    init() throws {
        crashed = scene.around + "/crashed"
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...5))
        try store.keep(Sample.batch(1...2, of: "terrace"))
        try FileManager.default.copyItem(atPath: scene.folder, toPath: crashed)
    }

    /// Returns the content of a file; empty without a file. Does not read an empty file, because
    /// Foundation would leak memory.
    private func content(_ path: String) -> Data {
        guard Scene.size(of: path) > 0 else { return Data() }
        return (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
    }

    private func flip(byte: Int, of path: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(byte))
        let old = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: UInt64(byte))
        try file.write(contentsOf: [old ^ 1])
        try file.close()
    }

    @Test func `opens a folder with a complete log unchanged`() throws {
        let store = try Store(folder: crashed, creating: true)
        #expect(try store.verify().map(\.verdict.lastRev) == [5, 2])
        try store.checkVenues()
    }

    enum Loss: CaseIterable {
        case log, database, content, everything
    }

    @Test(arguments: Loss.allCases)
    func `does not restart a database that has lost everything`(loss: Loss) throws {
        switch loss {
        case .log: try FileManager.default.removeItem(atPath: log)
        case .database: try FileManager.default.removeItem(atPath: database)
        case .content: try Data().write(to: URL(fileURLWithPath: database))
        case .everything:
            for path in [database, log] { try FileManager.default.removeItem(atPath: path) }
        }
        let left = content(log)
        for creating in [true, false] {
            #expect(throws: StoreError.lost(venueCount: 2, eventCount: 7)) {
                _ = try Store(folder: crashed, creating: creating)
            }
        }
        #expect(content(log) == left)
        // Moving the notes away permits a new start.
        try FileManager.default.removeItem(atPath: crashed + "/tablecast.ends")
        #expect(try Store(folder: crashed, creating: true).venues() == [])
    }

    @Test(arguments: [10, 40, 4_096])
    func `refuses and keeps a log that one flipped bit hides`(byte: Int) throws {
        try flip(byte: byte, of: log)
        let left = try Data(contentsOf: URL(fileURLWithPath: log))
        for _ in 0..<2 {
            #expect(throws: StoreError.lost(venueCount: 2, eventCount: 7)) {
                _ = try Store(folder: crashed, creating: true)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == left)
        }
        // After the bit is corrected, everything is readable again.
        try flip(byte: byte, of: log)
        #expect(
            try Store(folder: crashed, creating: false).verify().map(\.verdict.lastRev) == [5, 2])
    }

    /// Makes the store of a hub that was killed after a venue was added, and lost its log.
    private func storeWithoutItsLastVenue() throws -> Store {
        do {
            let store = try Store(folder: crashed, creating: false)
            store.checkpoint()
            _ = try store.makeVenue(
                slug: "roof", name: "Roof", timeZone: "UTC", settings: ["labels": "full"],
                now: Sample.now)
            try store.keep(Sample.batch(1...3, of: "roof"))
            for name in ["tablecast.sqlite", "tablecast.ends"] {
                try FileManager.default.copyItem(
                    atPath: crashed + "/" + name, toPath: scene.around + "/" + name)
            }
        }
        try FileManager.default.removeItem(atPath: crashed)
        try FileManager.default.createDirectory(
            atPath: crashed, withIntermediateDirectories: false)
        for name in ["tablecast.sqlite", "tablecast.ends"] {
            try FileManager.default.moveItem(
                atPath: scene.around + "/" + name, toPath: crashed + "/" + name)
        }
        return try Store(folder: crashed, creating: true)
    }

    @Test func `detects a lost venue, and gives its number to no other`() throws {
        let backup = scene.around + "/backup"
        _ = try Store(folder: scene.folder, creating: false).backUp(to: backup, replacing: false)
        let store = try storeWithoutItsLastVenue()
        let refusal = StoreError.lost(venueCount: 1, eventCount: 3)
        #expect(throws: refusal) { try store.checkVenues() }
        #expect(throws: refusal) {
            _ = try store.makeVenue(
                slug: "bar", name: "Bar", timeZone: "UTC", settings: ["labels": "full"],
                now: Sample.now)
        }
        #expect(throws: refusal) {
            _ = try store.makeVenue(
                slug: "bar", name: "Bar", timeZone: "UTC", settings: ["labels": "full"],
                createdAt: Sample.now
            ) { nil }
        }
        #expect(throws: refusal) {
            _ = try store.restore(
                "main", of: BackupFile(backup), as: "bar", includingDevices: false)
        }
        // A backup is not replaced by one with less in it.
        #expect(throws: refusal) { _ = try store.backUp(to: backup, replacing: true) }
        // The other venues accept events.
        try store.keep(Sample.batch(6...7))
        #expect(try store.verify().map(\.verdict.faults) == [[], []])
        #expect(
            refusal.description
                == "Nothing is left in the data folder of a venue with 3 events. Put back what is "
                + "missing (all files of the data folder belong together), or a backup into a new "
                + "folder. To go on without them, move tablecast.ends away.")
    }

    @Test(arguments: ["tablecast.sqlite", "tablecast.sqlite-wal", ""])
    func `stores nothing in a file that was moved away`(name: String) throws {
        let store = try Store(folder: crashed, creating: false)
        try store.keep(Sample.batch(6...6))
        try store.probe()
        try FileManager.default.moveItem(
            atPath: crashed + "/" + name, toPath: scene.around + "/away")
        let path = name.isEmpty ? database : crashed + "/" + name
        #expect(throws: StoreError.takenAway(path: path)) { try store.keep(Sample.batch(7...7)) }
        #expect(throws: StoreError.takenAway(path: path)) { try store.probe() }
        // After the same file is put back, appending continues.
        try FileManager.default.moveItem(
            atPath: scene.around + "/away", toPath: crashed + "/" + name)
        try store.keep(Sample.batch(7...7))
        #expect(try store.verify(venue: "main").lastRev == 7)
    }
}
