import Foundation
import GRDB
import JSON
import MemoryStorage
import Storage
import Sync

@testable import SQLiteStorage

/// A folder that goes away with the test, and what the tests of this room have in common.
final class Scene {
    /// The data folder.
    let folder: String
    /// The one it stands in, for what is not the store's.
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

    /// What a file holds; nothing if there is none. Foundation leaks what it allocates to read an
    /// empty one.
    static func content(ofFile path: String) -> Data {
        size(of: path) > 0 ? FileManager.default.contents(atPath: path) ?? Data() : Data()
    }

    /// How many bytes a file has; 0 where there is none.
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
    /// The device that a token signs in now.
    func device(withToken secret: String, now: Instant) throws -> Device? {
        let device = try device(withToken: TokenDigest(of: secret))
        return device.flatMap { $0.isForgotten(at: now) ? nil : $0 }
    }

    /// Writes one batch, past the writer's thread.
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

    /// One venue, by itself.
    func restore(
        _ slug: String, of backup: BackupFile, as name: String?, includingDevices: Bool
    ) throws -> RestoredVenue {
        let wanted = VenueToRestore(slug, as: name)
        return try restore([wanted], of: backup, includingDevices: includingDevices)[0]
    }

    /// What somebody with a tool for SQLite could do to the file.
    func tamper(_ sql: String) throws {
        try withWriter { db in try db.execute(sql: sql) }
    }

    func setting(_ pragma: String) throws -> Int? {
        try withWriter { db in
            try Int.fetchOne(db, sql: "PRAGMA \(pragma)")
        }
    }

    /// As if the disk had room for so many bytes more, to the page.
    func leaveRoom(bytes: Int) throws {
        let pages = try setting("page_count") ?? 0
        try tamper("PRAGMA max_page_count = \(pages + bytes / 4096)")
    }
}
