package import JSON
package import Sync

/// The venues, in the order in which they were made. Venues are never removed.
///
/// Calls block until they have a result, so event loops must not make them.
package protocol VenueRegistry: Sendable {
    /// All venues.
    func venues() throws(StoreError) -> [VenueRecord]
    /// The venues whose journals have at least this number of events.
    func venues(withEvents count: Int) throws(StoreError) -> [VenueRecord]
    /// The venue with this slug, if any.
    func venue(_ slug: String) throws(StoreError) -> VenueRecord?
    /// The venue with this slug and its place, if any.
    func place(of slug: String) throws(StoreError) -> VenuePlace?
    /// The venue's last revision; 0 if it has no events.
    ///
    /// - Throws: `noVenue`, or an error of the disk.
    func lastRev(of venue: String) throws(StoreError) -> Int
    /// Makes a venue with a new epoch and a new key for its guests' tickets.
    ///
    /// - Parameter settings: the initial settings of the boards.
    /// - Throws: `notASlug`, `venueExists`, `lost`, or an error of the disk.
    func makeVenue(
        slug: String, name: String, timeZone: String, settings: JSON, now: Instant
    ) throws(StoreError) -> VenueRecord
    /// Makes a venue with a given journal: all of it or nothing. The epoch and the key of its
    /// tickets are new. The storage must be locked: no server may run on it.
    ///
    /// - Parameter next: returns the events with revisions 1, 2, 3 …, then `nil`. If it throws,
    ///   nothing is written.
    /// - Returns: the last revision.
    /// - Throws: `notASlug`, `venueExists`, `lost`, `discontinuous`; `mutationRecorded` if a
    ///   mutation id occurs twice; or an error of the disk.
    func makeVenue<Failure: Error>(
        slug: String, name: String, timeZone: String, settings: JSON, createdAt: Instant,
        journal next: () throws(Failure) -> JournalEntry?
    ) throws -> Int
}

/// A venue, and the number of venues that were made before it, which never changes.
package struct VenuePlace: Sendable, Equatable {
    package var record: VenueRecord
    package var index: Int

    package init(record: VenueRecord, index: Int) {
        self.record = record
        self.index = index
    }
}

extension VenueRecord {
    /// Creates a venue that is not stored yet, with a new epoch and a new key for its guests'
    /// tickets.
    package init(
        fresh slug: String, name: String, timeZone: String, settings: JSON, createdAt: Instant
    ) throws(StoreError) {
        self.init(
            slug: slug, epoch: try Self.freshEpoch(), name: name, timeZone: timeZone,
            settings: settings, createdAt: createdAt, ticketKey: try Entropy.bytes(32))
    }

    package static func freshEpoch() throws(StoreError) -> String { try Entropy.base36(8) }
}
