import Boards
import Store
import Sync

/// Puts a venue together: its boards, and the doors to the journal.
enum VenueFactory {
    /// - Returns: the venue before any event.
    static func make(
        _ record: VenueRecord, store: Store, limits: VenueLimits = .standard,
        pairings: PairingDesk = PairingDesk()
    ) -> Venue {
        let slug = record.slug
        let key = record.ticketKey
        let waitlist = Waitlist(venue: record) { party in
            Ticket.mint(party, venue: slug, key: key)
        }
        let doors = VenueDoors(
            recall: { mutationID in
                try store.recall(mutationID, in: slug).map {
                    RecalledMutation(event: $0.event, fingerprint: $0.fingerprint)
                }
            },
            digest: Digests.sha256)
        let house = House(venue: record, doors: houseDoors(record, store, pairings))
        return Venue(
            record: record, boards: [waitlist, Notices(), house], doors: doors, limits: limits)
    }

    private static func houseDoors(
        _ record: VenueRecord, _ store: Store, _ pairings: PairingDesk
    ) -> HouseDoors {
        let slug = record.slug
        let key = record.ticketKey
        return HouseDoors(
            role: { (device) throws(Rejection) in
                do {
                    return try store.device(device, in: slug)?.role
                } catch {
                    throw Rejection(
                        .unavailable, "The list of devices can't be read; nothing has changed")
                }
            },
            isWaiting: { code in pairings.isWaiting(code, venue: slug) },
            // The epoch is in it: a restored venue may come to the same id by another way.
            linkSecret: { invitation in
                DerivedSecret.text(
                    for: "tablecast link/\(slug)/\(record.epoch)/\(invitation)", key: key)
            },
            linkPath: { secret in "/in/\(secret)" })
    }

    /// Opens a venue: by its snapshot if there is one that fits, and the events that follow it. If
    /// these are many, a new snapshot is kept, so that it does not take as long again.
    ///
    /// - Parameters:
    ///   - tailEventsMax: how many are not yet many.
    ///   - notice: gets a line for whoever runs the hub when a snapshot is of no use. It is no
    ///     failure: the journal alone makes the same venue.
    /// - Returns: the venue with all that its journal holds.
    static func open(
        _ record: VenueRecord, store: Store, limits: VenueLimits = .standard,
        tailEventsMax: Int = .max, pairings: PairingDesk = PairingDesk(),
        notice: (String) -> Void = { _ in }
    ) throws(StoreError) -> Venue {
        let slug = record.slug
        var venue = make(record, store: store, limits: limits, pairings: pairings)
        do {
            if let state = try store.snapshot(of: slug) { try venue.restore(from: state) }
        } catch {
            notice("the snapshot of \(slug) is not used: \(error)")
        }
        let rev = venue.rev
        try venue.replay { (body: (Event) -> Void) throws(StoreError) in
            try store.replay(slug, after: rev, body)
        }
        if venue.rev - rev > tailEventsMax, let state = venue.savedState() {
            do {
                try store.keepSnapshot(state, of: slug, at: venue.rev)
            } catch {
                notice("no snapshot of \(slug) is kept: \(error)")
            }
        }
        return venue
    }
}
