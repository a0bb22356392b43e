import JSON
import Sync
import Testing

@testable import Venues

@Suite struct PastVenuesTests {
    private static func venue(at rev: Int, name: String = "Trattoria") -> Venue {
        let record = VenueRecord(
            slug: "main", epoch: "e", name: name, timeZone: "UTC", settings: ["labels": "full"],
            createdAt: Instant(milliseconds: 0), ticketKey: [])
        var venue = Venue(
            record: record, boards: [],
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }))
        venue.replay { body in
            guard rev > 0 else { return }
            body(
                Event(
                    rev: rev, at: Instant(milliseconds: 1), board: "none", kind: "k",
                    subject: "s", data: [:], actor: "clock",
                    mutationID: nil))
        }
        return venue
    }

    private static let record = venue(at: 0).record

    @Test func `returns the nearest copy at or before a revision`() {
        var past = PastVenues()
        #expect(past.nearest(to: 5, of: Self.record, at: .zero) == nil)
        past.keep(Self.venue(at: 100), isLandmark: true, at: .zero)
        past.keep(Self.venue(at: 150), isLandmark: false, at: .zero)
        past.keep(Self.venue(at: 160, name: "Bar"), isLandmark: false, at: .zero)
        #expect(past.nearest(to: 99, of: Self.record, at: .zero) == nil)
        #expect(past.nearest(to: 149, of: Self.record, at: .zero)?.rev == 100)
        #expect(past.nearest(to: 150, of: Self.record, at: .zero)?.rev == 150)
        #expect(past.nearest(to: 170, of: Self.record, at: .zero)?.rev == 150)
        let renamed = Self.venue(at: 0, name: "Bar").record
        #expect(past.nearest(to: 170, of: renamed, at: .zero)?.rev == 160)
    }

    @Test func `keeps a limited number of copies, and releases unused ones`() {
        var past = PastVenues()
        for rev in 1...100 {
            past.keep(Self.venue(at: rev), isLandmark: rev % 2 == 0, at: .seconds(rev))
        }
        #expect(past.count == 24)
        past.keep(Self.venue(at: 99), isLandmark: false, at: .seconds(101))
        #expect(past.count == 24)
        _ = past.nearest(to: 90, of: Self.record, at: .seconds(200))
        past.letGo(usedBefore: .seconds(150))
        #expect(past.count == 1)
        past.letGo(usedBefore: .seconds(201))
        #expect(past.isEmpty)
    }

    @Test(arguments: [
        (0, 0, 100), (0, 1, 1), (0, 64, 100), (0, 65, 100), (10, 5_000, 100_000),
        (99_000, 100_000, 100_000), (0, 100_000, 100_000), (7, 7, 7), (0, 1_024, 2_000),
        (0, 3_000_000, 3_000_000),
    ])
    func `the way to a revision has a few stops in order, the last at that revision`(
        start: Int, rev: Int, end: Int
    ) {
        let stops = PastVenues.stops(after: start, through: rev, end: end).map(\.rev)
        #expect(stops == stops.sorted())
        #expect(Set(stops).count == stops.count)
        #expect(stops.allSatisfy { $0 > start && $0 <= rev })
        #expect(stops.last == (start < rev ? rev : nil))
        #expect(stops.count <= 10)
    }
}
