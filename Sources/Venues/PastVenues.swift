import Sync

/// Copies of venues in past states, kept for a while. The next revision that somebody looks at is
/// usually near, and is reached from a copy.
///
/// `Venue` is a value type, so the copies share what they have in common.
struct PastVenues {
    /// The number of revisions before a requested one at which a copy is kept, for steps backwards.
    private static let runUp = 64
    /// The maximum number of landmarks on the way through a journal.
    private static let landmarkCount = 8
    private static let landmarkDistanceMin = 1_024
    static let idleTimeout = Duration.seconds(60)

    private struct Copy {
        var venue: Venue
        /// Whether the copy is one of those at regular distances, for jumps. The others are near the
        /// last requests, for steps.
        var isLandmark: Bool
        var usedAt: Duration
    }

    private var copies: [Copy] = []
    private static let landmarkCountMax = 16
    private static let placeCountMax = 8

    var isEmpty: Bool { copies.isEmpty }
    var count: Int { copies.count }

    /// Returns the copy at a revision, or the nearest one before it; `nil` without one.
    ///
    /// - Parameter record: the venue. Copies with other settings do not count.
    mutating func nearest(to rev: Int, of record: VenueRecord, at now: Duration) -> Venue? {
        let nearest = copies.indices
            .filter { copies[$0].venue.rev <= rev && copies[$0].venue.record == record }
            .max { copies[$0].venue.rev < copies[$1].venue.rev }
        guard let nearest else { return nil }
        copies[nearest].usedAt = now
        return copies[nearest].venue
    }

    mutating func keep(_ venue: Venue, isLandmark: Bool, at now: Duration) {
        copies.removeAll {
            $0.isLandmark == isLandmark && $0.venue.rev == venue.rev
                && $0.venue.record == venue.record
        }
        let alike = copies.indices.filter { copies[$0].isLandmark == isLandmark }
        if alike.count >= (isLandmark ? Self.landmarkCountMax : Self.placeCountMax),
            let oldest = alike.min(by: { copies[$0].usedAt < copies[$1].usedAt })
        {
            copies.remove(at: oldest)
        }
        copies.append(Copy(venue: venue, isLandmark: isLandmark, usedAt: now))
    }

    /// Removes the copies that were last used before an instant.
    mutating func letGo(usedBefore instant: Duration) {
        copies.removeAll { $0.usedAt < instant }
    }

    /// Returns the revisions at which copies are kept on the way from one revision to a later one.
    /// The last is the destination.
    ///
    /// - Parameter end: the last revision of the journal.
    static func stops(
        after start: Int, through rev: Int, end: Int
    ) -> [(rev: Int, isLandmark: Bool)] {
        guard start < rev else { return [] }
        var distance = landmarkDistanceMin
        while distance * landmarkCount < end { distance *= 2 }
        var stops = stride(from: (start / distance + 1) * distance, to: rev, by: distance)
            .map { (rev: $0, isLandmark: true) }
        if rev - runUp > stops.last?.rev ?? start {
            stops.append((rev: rev - runUp, isLandmark: false))
        }
        stops.append((rev: rev, isLandmark: false))
        return stops
    }
}
