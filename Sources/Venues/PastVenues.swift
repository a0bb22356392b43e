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
        var usedAt: Duration
    }

    /// Copies at regular distances, for jumps.
    private var landmarks: [Copy] = []
    /// Copies near the last requests, for steps.
    private var places: [Copy] = []
    private static let landmarkCountMax = 16
    private static let placeCountMax = 8

    var isEmpty: Bool { landmarks.isEmpty && places.isEmpty }
    var count: Int { landmarks.count + places.count }

    /// Returns the copy at a revision, or the nearest one before it; `nil` without one.
    ///
    /// - Parameter record: the venue. Copies with other settings do not count.
    mutating func nearest(to rev: Int, of record: VenueRecord, at now: Duration) -> Venue? {
        let landmark = Self.nearest(to: rev, of: record, in: landmarks)
        let place = Self.nearest(to: rev, of: record, in: places)
        let landmarkRev = landmark.map { landmarks[$0].venue.rev } ?? -1
        if let place, places[place].venue.rev >= landmarkRev {
            places[place].usedAt = now
            return places[place].venue
        }
        guard let landmark else { return nil }
        landmarks[landmark].usedAt = now
        return landmarks[landmark].venue
    }

    private static func nearest(to rev: Int, of record: VenueRecord, in copies: [Copy]) -> Int? {
        copies.indices
            .filter { copies[$0].venue.rev <= rev && copies[$0].venue.record == record }
            .max { copies[$0].venue.rev < copies[$1].venue.rev }
    }

    mutating func keep(_ venue: Venue, isLandmark: Bool, at now: Duration) {
        let copy = Copy(venue: venue, usedAt: now)
        if isLandmark {
            Self.keep(copy, in: &landmarks, countMax: Self.landmarkCountMax)
        } else {
            Self.keep(copy, in: &places, countMax: Self.placeCountMax)
        }
    }

    private static func keep(_ copy: Copy, in copies: inout [Copy], countMax: Int) {
        copies.removeAll {
            $0.venue.rev == copy.venue.rev && $0.venue.record == copy.venue.record
        }
        if copies.count >= countMax,
            let oldest = copies.indices.min(by: { copies[$0].usedAt < copies[$1].usedAt })
        {
            copies.remove(at: oldest)
        }
        copies.append(copy)
    }

    /// Removes the copies that were last used before an instant.
    mutating func letGo(usedBefore instant: Duration) {
        landmarks.removeAll { $0.usedAt < instant }
        places.removeAll { $0.usedAt < instant }
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
