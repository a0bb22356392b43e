package import BoardKit
import Credentials
package import SignIn
package import Storage
package import Sync

/// Creates venues with their boards, and brings them up to date from the journal.
package enum VenueFactory {
    /// Creates a venue in its state before any event.
    ///
    /// - Parameter recall: looks up a mutation id in the journal, and may block. Without it, the
    ///   venue makes inquiries instead.
    package static func make(
        _ record: VenueRecord, limits: VenueLimits = .standard,
        boards: BoardRegistry, pairings: PairingDesk = PairingDesk(),
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
            // A restored venue may use the same id for another invitation, so include the epoch.
            linkSecret: { invitation in
                DerivedSecret.text(
                    for: "tablecast link/\(slug)/\(record.epoch)/\(invitation)", key: key)
            },
            linkPath: linkPath,
            content: { bytes, reading in
                ReferenceContent(
                    bytes, digest: Digests.hexadecimal(Digests.sha256(bytes)), reading: reading)
            })
    }

    static func linkPath(_ secret: String) -> String { "/in/\(secret)" }

    /// Opens a venue from its snapshot, if valid, the events after it, and the reference data that
    /// its boards' state mentions. If there are many events, makes a new snapshot, so that the next
    /// start is faster. Blocks until the journal has answered.
    ///
    /// - Parameters:
    ///   - tailEventsMax: the number of events after the snapshot above which a new one is made.
    ///   - isWanted: whether to continue; called between portions of the journal.
    ///   - notice: called with a line for the hub's operator if a snapshot can't be used or made,
    ///     or if reference data can't be used. Without a snapshot, the journal alone is sufficient.
    /// - Returns: the venue with all events of its journal.
    /// - Throws: `stopped` if it is no longer wanted, or an error of the journal.
    package static func open(
        _ record: VenueRecord, journal: any EventStore, limits: VenueLimits = .standard,
        boards: BoardRegistry, tailEventsMax: Int = .max,
        pairings: PairingDesk = PairingDesk(), roles: DeviceRoles = DeviceRoles(),
        recall: (@Sendable (_ mutationID: String) throws -> RecordedMutation?)? = nil,
        isWanted: () -> Bool = { true }, notice: (String) -> Void = { _ in }
    ) throws(StoreError) -> Venue {
        let slug = record.slug
        var venue = make(
            record, limits: limits, boards: boards, pairings: pairings, roles: roles,
            recall: recall)
        do {
            if let state = try journal.snapshot(of: slug) { try venue.restore(from: state) }
        } catch {
            notice("the snapshot of \(slug) is not used: \(error)")
        }
        let start = venue.replayStart
        try replay(&venue, after: start, from: journal, isWanted: isWanted)
        let problems = venue.supplyReferences { digest, board in
            try journal.reference(digest, ofBoard: board, in: slug)
        }
        for problem in problems { notice("\(slug): \(problem)") }
        if venue.rev - start > tailEventsMax {
            do {
                try journal.keepSnapshot(venue.savedState(), of: slug, at: venue.rev)
                venue.tail = JournalTail()
            } catch {
                notice("no snapshot of \(slug) is kept: \(error)")
            }
        }
        return venue
    }

    /// Replays the journal up to a revision, or to its end. Blocks until the journal has answered.
    static func replay(
        _ venue: inout Venue, after start: Int, through rev: Int? = nil,
        from journal: any EventStore,
        isWanted: () -> Bool = { true }
    ) throws(StoreError) {
        let slug = venue.record.slug
        var position: ReplayPosition? = ReplayPosition(after: start, through: rev)
        try venue.replay { (apply: (Event) -> Void) throws(StoreError) in
            while let here = position {
                guard isWanted() else { throw .stopped }
                let portion = try journal.replay(slug, from: here)
                for event in portion.events { apply(event) }
                position = portion.next
            }
        }
    }
}
