import Boards
import Store
import Sync

/// Puts a venue together: its boards, and the doors to the journal.
enum VenueFactory {
    /// - Returns: the venue before any event.
    static func make(
        _ record: VenueRecord, store: Store, limits: VenueLimits = .standard
    ) -> Venue {
        let slug = record.slug
        let key = record.ticketKey
        let waitlist = Waitlist(venue: record) { party in
            Ticket.mint(party: party, venue: slug, key: key)
        }
        let doors = VenueDoors(
            recall: { mutationID in
                try store.recall(mutationID, in: slug).map {
                    RecalledMutation(event: $0.event, fingerprint: $0.fingerprint)
                }
            },
            digest: Digests.sha256)
        return Venue(
            record: record, boards: [waitlist, Notices()], doors: doors, limits: limits)
    }

    /// - Returns: the venue with all that its journal holds.
    static func open(
        _ record: VenueRecord, store: Store, limits: VenueLimits = .standard
    ) throws(StoreError) -> Venue {
        var venue = make(record, store: store, limits: limits)
        try venue.replay { (body: (Event) -> Void) throws(StoreError) in
            try store.replay(record.slug, body)
        }
        return venue
    }
}
