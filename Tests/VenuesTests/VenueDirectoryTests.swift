import Foundation
import JSON
import SQLiteStorage
import Storage
import Sync
import TestSupport
import Testing

@testable import Venues

@Suite struct VenueDirectoryTests {
    @Test func `each venue always has the same loop, and loops get venues in turn`() throws {
        let loops = (0..<3).map { _ in LoopVenuesHandle { _ in } }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try Store(folder: folder, creating: true)
        let slugs = (0..<7).map { "venue-\($0)" }
        for slug in slugs {
            _ = try store.makeVenue(
                slug: slug, name: "V", timeZone: "UTC", settings: ["labels": "full"],
                now: Instant(milliseconds: 0))
        }
        let known = VenueDirectory(try store.venues(), registry: store, loops: loops)
        // A directory that looks the venues up one by one, in another order.
        let learned = VenueDirectory([], registry: store, loops: loops)
        for slug in slugs.reversed() {
            #expect(learned.mayLackRecord(of: slug))
            let absent = try awaitAnswer { learned.lookUp([slug, "attic"], $0) }
            #expect(absent == ["attic"])
        }
        for (index, slug) in slugs.enumerated() {
            #expect(known.loopIndex(of: slug) == index % 3)
            #expect(learned.loopIndex(of: slug) == index % 3)
        }
        #expect(!known.mayLackRecord(of: "No slug"))
    }
}
