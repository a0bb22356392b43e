import Foundation
import GRDB
import JSON
import MemoryStorage
import Storage
import Sync

@testable import SQLiteStorage

/// A folder that is removed with the test, and helpers that this room's tests share.
final class Scene {
    /// The data folder.
    let folder: String
    /// The folder around it, for files that do not belong to the store.
    let around: String

    init() {
        around =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)").path
        folder = around + "/data"
        try? FileManager.default.createDirectory(
            atPath: around, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: around) }

    var database: String { folder + "/tablecast.sqlite" }

    /// Returns the content of a file; empty without a file. Does not read an empty file, because
    /// Foundation would leak memory.
    static func content(ofFile path: String) -> Data {
        size(of: path) > 0 ? FileManager.default.contents(atPath: path) ?? Data() : Data()
    }

    /// Returns the size of a file in bytes; 0 without a file.
    static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// A store with the venues `main` and `terrace`.
    func makeStore() throws -> Store {
        let store = try Store(folder: folder, creating: true)
        for slug in ["main", "terrace"] {
            _ = try store.makeVenue(
                slug: slug, name: "Trattoria", timeZone: "Europe/Rome",
                settings: ["labels": "first_initial"],
                now: Sample.now)
        }
        return store
    }
}

extension Store {
    /// Returns the device that a token signs in now.
    func device(withToken secret: String, now: Instant) throws -> Device? {
        let device = try device(withToken: TokenDigest(of: secret))
        return device.flatMap { $0.isForgotten(at: now) ? nil : $0 }
    }

    /// Writes one batch, without the writer's thread.
    func keep(_ batch: JournalBatch) throws {
        for outcome in append([batch]) { try outcome.get() }
    }

    func replay(
        _ venue: String, after rev: Int = 0, through lastRev: Int? = nil, _ body: (Event) -> Void
    ) throws(StoreError) {
        var position: ReplayPosition? = ReplayPosition(after: rev, through: lastRev)
        while let here = position {
            let portion = try replay(venue, from: here)
            for event in portion.events { body(event) }
            position = portion.next
        }
    }

    func verify(venue: String) throws -> JournalVerdict {
        guard let found = try verify().first(where: { $0.venue == venue }) else {
            throw StoreError.noVenue(slug: venue)
        }
        return found.verdict
    }

    /// Restores one venue.
    func restore(
        _ slug: String, of backup: BackupFile, as name: String?, includingDevices: Bool
    ) throws -> RestoredVenue {
        let wanted = VenueToRestore(slug, as: name)
        return try restore([wanted], of: backup, includingDevices: includingDevices)[0]
    }

    /// Runs SQL, like a person with a tool for SQLite.
    func tamper(_ sql: String) throws {
        try withWriter { db in try db.execute(sql: sql) }
    }

    func setting(_ pragma: String) throws -> Int? {
        try withWriter { db in
            try Int.fetchOne(db, sql: "PRAGMA \(pragma)")
        }
    }

    /// Simulates a disk with room for this many more bytes, rounded to pages.
    func leaveRoom(bytes: Int) throws {
        let pages = try setting("page_count") ?? 0
        try tamper("PRAGMA max_page_count = \(pages + bytes / 4096)")
    }
}
