import JSON
import MemoryStorage
import Storage
import Sync
import Testing

/// The contract of the list of venues, for every engine.
@Suite struct VenueRegistryContractTests {
    private struct Refusal: Error {}

    /// Returns the events one after the other.
    private func make(_ storage: any HubStorage, slug: String = "new", _ events: [Event]) throws
        -> Int
    {
        var rest = events[...]
        return try storage.makeVenue(
            slug: slug, name: "New", timeZone: "UTC", settings: ["labels": "number"],
            createdAt: Sample.now
        ) { rest.popFirst().map { JournalEntry(event: $0, fingerprint: nil) } }
    }

    @Test(arguments: EngineKind.allCases) func `makes a venue with its journal`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let storage = engine.storage
        let events = [Sample.event(1, id: "a"), Sample.event(2), Sample.event(3, id: "b")]
        #expect(try make(storage, events) == 3)
        let kept = try engine.storage.events(of: "new", after: 0, limit: 9, bytesMax: .max)
        #expect(kept == events)
        #expect(try storage.verify().flatMap(\.verdict.faults) == [])
        let venue = try #require(storage.venues().last)
        #expect(
            venue.slug == "new" && venue.name == "New" && venue.settings == ["labels": "number"])
        #expect(venue.epoch.utf8.count == 8 && venue.ticketKey.count == 32)
        #expect(try make(storage, slug: "empty", []) == 0)
        #expect(try storage.lastRev(of: "empty") == 0)
    }

    @Test(arguments: EngineKind.allCases) func `an invalid journal leaves nothing behind`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let storage = engine.storage
        let before = try storage.venues()
        #expect(throws: StoreError.discontinuous(expected: 2, found: 3)) {
            _ = try make(storage, [Sample.event(1), Sample.event(3)])
        }
        #expect(throws: StoreError.mutationRecorded(rev: 2)) {
            _ = try make(storage, [Sample.event(1, id: "a"), Sample.event(2, id: "a")])
        }
        #expect(throws: StoreError.venueExists(slug: "main")) {
            _ = try make(storage, slug: "main", [])
        }
        #expect(throws: StoreError.notASlug) { _ = try make(storage, slug: "A B", []) }
        var first: JournalEntry? = JournalEntry(event: Sample.event(1), fingerprint: nil)
        #expect(throws: Refusal.self) {
            _ = try storage.makeVenue(
                slug: "new", name: "", timeZone: "UTC", settings: ["labels": "full"],
                createdAt: Sample.now
            ) { () throws(Refusal) in
                guard let entry = first else { throw Refusal() }
                first = nil
                return entry
            }
        }
        #expect(try storage.venues() == before)
    }

    @Test(arguments: EngineKind.allCases) func `returns venues as they were made`(
        kind: EngineKind
    ) throws {
        let engine = try kind.make()
        let made = try engine.storage.makeVenue(
            slug: "caffe", name: "Caffè “L’Étoile” ✨", timeZone: "Europe/Rome",
            settings: ["boards": ["waitlist"], "labels": "initials"], now: Sample.now)
        let all = try engine.another().venues()
        #expect(all.map(\.slug) == ["main", "terrace", "caffe"] && all.last == made)
        #expect(try engine.another().place(of: "caffe") == VenuePlace(record: made, index: 2))
        #expect(made.epoch.utf8.count == 8 && made.ticketKey.count == 32)
        #expect(Set(all.map(\.epoch)).count == 3 && Set(all.map(\.ticketKey)).count == 3)
    }

    @Test(arguments: EngineKind.allCases) func `one hub at a time can lock the storage`(
        kind: EngineKind
    ) throws {
        let engine = try kind.make()
        try engine.storage.lock()
        try engine.storage.lock()
        let other = try engine.another()
        #expect(throws: StoreError.self) { try other.lock() }
        #expect(try other.venues().count == 2)
    }
}
