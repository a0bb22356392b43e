import Foundation
import JSON
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

/// What the note beside the database tells of venues that the database knows nothing of.
@Suite struct LostVenueTests {
    private let scene = Scene()
    /// As a hub's folder is after `kill -9`: all is in the log still.
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

    /// Nothing where there is no file. One that is empty is not read: Foundation would leak by it.
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

    @Test func `a folder whose log is whole is opened as it was`() throws {
        let store = try Store(folder: crashed, creating: true)
        #expect(try store.verify().map(\.verdict.lastRev) == [5, 2])
        try store.checkVenues()
    }

    enum Loss: CaseIterable {
        case log, database, content, everything
    }

    @Test(arguments: Loss.allCases)
    func `a database that has lost everything is not begun anew`(loss: Loss) throws {
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
        // Whoever means it can.
        try FileManager.default.removeItem(atPath: crashed + "/tablecast.ends")
        #expect(try Store(folder: crashed, creating: true).venues() == [])
    }

    @Test(arguments: [10, 40, 4_096])
    func `a log with a flipped bit that hides all is refused, and kept`(byte: Int) throws {
        try flip(byte: byte, of: log)
        let left = try Data(contentsOf: URL(fileURLWithPath: log))
        for _ in 0..<2 {
            #expect(throws: StoreError.lost(venueCount: 2, eventCount: 7)) {
                _ = try Store(folder: crashed, creating: true)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == left)
        }
        // The bit put right, all is there again.
        try flip(byte: byte, of: log)
        #expect(
            try Store(folder: crashed, creating: false).verify().map(\.verdict.lastRev) == [5, 2])
    }

    /// A hub that was killed after a venue had been added, and lost its log.
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

    @Test func `a venue that is gone is noticed, and nobody takes its place`() throws {
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
        // A good backup does not give way to one that has less.
        #expect(throws: refusal) { _ = try store.backUp(to: backup, replacing: true) }
        // The others go on.
        try store.keep(Sample.batch(6...7))
        #expect(try store.verify().map(\.verdict.faults) == [[], []])
        #expect(
            refusal.description
                == "Nothing is left in the data folder of a venue with 3 events. Put back what is "
                + "missing (all files of the data folder belong together), or a backup into a new "
                + "folder. To go on without them, move tablecast.ends away.")
    }

    @Test(arguments: ["tablecast.sqlite", "tablecast.sqlite-wal", ""])
    func `nothing is kept in a file that has no name any more`(name: String) throws {
        let store = try Store(folder: crashed, creating: false)
        try store.keep(Sample.batch(6...6))
        try store.probe()
        try FileManager.default.moveItem(
            atPath: crashed + "/" + name, toPath: scene.around + "/away")
        let path = name.isEmpty ? database : crashed + "/" + name
        #expect(throws: StoreError.takenAway(path: path)) { try store.keep(Sample.batch(7...7)) }
        #expect(throws: StoreError.takenAway(path: path)) { try store.probe() }
        // The very file put back, it goes on.
        try FileManager.default.moveItem(
            atPath: scene.around + "/away", toPath: crashed + "/" + name)
        try store.keep(Sample.batch(7...7))
        #expect(try store.verify(venue: "main").lastRev == 7)
    }
}
