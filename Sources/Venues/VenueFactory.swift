package import Boards
import Credentials
package import SignIn
package import Store
package import Sync

/// Puts a venue together: its boards, and the doors to the journal.
package enum VenueFactory {
    /// - Parameter recall: the door to the journal for whoever may wait; without it the venue makes
    ///   inquiries of whoever keeps it.
    /// - Returns: the venue before any event.
    package static func make(
        _ record: VenueRecord, limits: VenueLimits = .standard,
        boards: BoardRegistry = .shipped, pairings: PairingDesk = PairingDesk(),
        roles: DeviceRoles = DeviceRoles(),
        recall: (@Sendable (_ mutationID: String) throws -> RecordedMutation?)? = nil
    ) -> Venue {
        Venue(
            record: record,
            boards: boards.boards(
                for: record, dependencies: boardDependencies(record, pairings, roles)),
            dependencies: VenueDependencies(
                recall: recall, digest: Digests.sha256, startID: RandomID.make()),
            limits: limits)
    }

    private static func boardDependencies(
        _ record: VenueRecord, _ pairings: PairingDesk, _ roles: DeviceRoles
    ) -> BoardDependencies {
        let slug = record.slug
        let key = record.ticketKey
        return BoardDependencies(
            ticket: { Ticket.mint($0, venue: slug, key: key) },
            role: { (device) throws(Rejection) in try roles.role(of: device, in: slug) },
            isWaiting: { code in pairings.isWaiting(code, venue: slug) },
            // The epoch is in it: a restored venue may come to the same id by another way.
            linkSecret: { invitation in
                DerivedSecret.text(
                    for: "tablecast link/\(slug)/\(record.epoch)/\(invitation)", key: key)
            },
            linkPath: linkPath)
    }

    /// Where a browser follows the link with this secret.
    static func linkPath(_ secret: String) -> String { "/in/\(secret)" }

    /// Opens a venue: by its snapshot if there is one that fits, and the events that follow it. If
    /// these are many, a new snapshot is kept, so that it does not take as long again. Waits for the
    /// journal.
    ///
    /// - Parameters:
    ///   - tailEventsMax: how many are not yet many.
    ///   - notice: gets a line for whoever runs the hub when a snapshot is of no use. It is no
    ///     failure: the journal alone makes the same venue.
    /// - Returns: the venue with all that its journal holds.
    package static func open(
        _ record: VenueRecord, journal: any Journal, limits: VenueLimits = .standard,
        boards: BoardRegistry = .shipped, tailEventsMax: Int = .max,
        pairings: PairingDesk = PairingDesk(), roles: DeviceRoles = DeviceRoles(),
        recall: (@Sendable (_ mutationID: String) throws -> RecordedMutation?)? = nil,
        notice: (String) -> Void = { _ in }
    ) throws(StoreError) -> Venue {
        let slug = record.slug
        var venue = make(
            record, limits: limits, boards: boards, pairings: pairings, roles: roles,
            recall: recall)
        do {
            let state = try awaitAnswer { journal.snapshot(of: slug, $0) }
            if let state { try venue.restore(from: state) }
        } catch {
            notice("the snapshot of \(slug) is not used: \(error)")
        }
        let start = venue.replayStart
        try replay(&venue, after: start, from: journal)
        if venue.rev - start > tailEventsMax {
            do {
                try awaitAnswer { [venue] in
                    journal.keepSnapshot(venue.savedState(), of: slug, at: venue.rev, $0)
                }
            } catch {
                notice("no snapshot of \(slug) is kept: \(error)")
            }
        }
        return venue
    }

    /// Brings a venue up to a revision of its journal, or to its end. Waits for the journal.
    static func replay(
        _ venue: inout Venue, after start: Int, through rev: Int? = nil, from journal: any Journal
    ) throws(StoreError) {
        let slug = venue.record.slug
        var position: ReplayPosition? = ReplayPosition(after: start, through: rev)
        try venue.replay { (apply: (Event) -> Void) throws(StoreError) in
            while let here = position {
                let portion = try awaitAnswer { journal.replay(slug, from: here, $0) }
                for event in portion.events { apply(event) }
                position = portion.next
            }
        }
    }
}
