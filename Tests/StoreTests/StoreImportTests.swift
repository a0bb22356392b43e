import JSON
import Sync
import Testing

@testable import Store

@Suite struct StoreImportTests {
    private struct Refusal: Error {}

    private let scene = Scene()

    /// Gives the events one after the other.
    private func make(_ store: Store, slug: String = "new", _ events: [Event]) throws -> Int {
        var rest = events[...]
        return try store.makeVenue(
            slug: slug, name: "New", timeZone: "UTC", settings: ["labels": "number"],
            createdAt: Scene.now
        ) { rest.popFirst().map { JournalEntry(event: $0, fingerprint: nil) } }
    }

    @Test func `a venue is made with its journal`() throws {
        let store = try scene.makeStore()
        let events = [Scene.event(1, id: "a"), Scene.event(2), Scene.event(3, id: "b")]
        #expect(try make(store, events) == 3)
        #expect(try store.events(of: "new", after: 0, limit: 9, bytesMax: .max) == events)
        #expect(try store.verify().flatMap(\.verdict.faults) == [])
        let venue = try #require(store.venues().last)
        #expect(
            venue.slug == "new" && venue.name == "New" && venue.settings == ["labels": "number"])
        #expect(venue.epoch.utf8.count == 8 && venue.ticketKey.count == 32)
        #expect(try make(store, slug: "empty", []) == 0)
        #expect(try store.lastRev(of: "empty") == 0)
    }

    @Test func `what does not fit leaves nothing behind`() throws {
        let store = try scene.makeStore()
        let before = try store.venues()
        #expect(throws: StoreError.discontinuous(expected: 2, found: 3)) {
            _ = try make(store, [Scene.event(1), Scene.event(3)])
        }
        #expect(throws: StoreError.mutationRecorded(rev: 2)) {
            _ = try make(store, [Scene.event(1, id: "a"), Scene.event(2, id: "a")])
        }
        #expect(throws: StoreError.venueExists(slug: "main")) {
            _ = try make(store, slug: "main", [])
        }
        #expect(throws: StoreError.notASlug) { _ = try make(store, slug: "A B", []) }
        var first: JournalEntry? = JournalEntry(event: Scene.event(1), fingerprint: nil)
        #expect(throws: Refusal.self) {
            _ = try store.makeVenue(
                slug: "new", name: "", timeZone: "UTC", settings: ["labels": "full"],
                createdAt: Scene.now
            ) { () throws(Refusal) in
                guard let entry = first else { throw Refusal() }
                first = nil
                return entry
            }
        }
        #expect(try store.venues() == before)
    }
}
