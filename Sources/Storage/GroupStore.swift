package import Sync

/// An engine with a disk. It appends batches in groups, and reads back a journal whose events are
/// chained by checksums.
package protocol GroupStore: HubStorage {
    /// Called on the thread of the journal's writer before the first batch.
    ///
    /// - Parameter report: receives a line for the operator if something was repaired.
    func beginJournal(report: (String) -> Void)
    /// Appends batches in one transaction.
    ///
    /// - Returns: the outcome of each batch. A batch that does not fit fails alone.
    func append(_ batches: [JournalBatch]) -> [Result<Void, StoreError>]
    /// Returns the last revision of a venue's journal, and the link before its first event.
    ///
    /// - Throws: `cutOff` if the journal was once longer; `noVenue`.
    func end(of venue: String) throws(StoreError) -> (rev: Int, start: [UInt8])
    /// Returns the link of an event; `nil` if the revision does not exist.
    func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8]?
    /// Returns events as `events(of:after:limit:bytesMax:)` does.
    ///
    /// - Parameter check: called with every event, its fingerprint and its link.
    func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        check: ((EventRow, _ fingerprint: [UInt8]?, _ link: [UInt8]) throws -> Void)?
    ) throws(StoreError) -> [Event]
    /// Tells the observer of a change of devices.
    func changed(_ change: IdentityChange)
}

extension GroupStore {
    package func openJournal(report: @escaping @Sendable (String) -> Void) -> any Journal {
        JournalWriter(store: self, report: report)
    }

    package func append(_ batch: JournalBatch) throws(StoreError) { try append([batch])[0].get() }

    package func checkEnd(of venue: String) throws(StoreError) -> Int { try end(of: venue).rev }

    package func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int
    ) throws(StoreError) -> [Event] {
        try events(of: venue, after: rev, limit: limit, bytesMax: bytesMax, check: nil)
    }

    package func replay(
        _ venue: String, from position: ReplayPosition
    ) throws(StoreError) -> ReplayPortion {
        var position = position
        if position.link == nil {
            let end = try end(of: venue)
            position = ReplayPosition(
                after: max(0, position.rev), through: min(position.lastRev ?? end.rev, end.rev))
            position.link = try link(of: venue, at: position.rev) ?? end.start
        }
        guard let lastRev = position.lastRev, var link = position.link, position.rev < lastRev
        else { return ReplayPortion(events: [], next: nil) }
        // A row beyond `bytesMax` is checked with the next portion.
        let events = try events(
            of: venue, after: position.rev,
            limit: min(ReplayPortion.eventsMax, lastRev - position.rev),
            bytesMax: ReplayPortion.bytesMax
        ) { stored, fingerprint, storedLink in
            link = try Chain.link(of: stored, fingerprint: fingerprint, after: link)
            guard storedLink == link else {
                throw StoreError.damaged(
                    "the checksum of revision \(stored.rev) of the venue \(venue) does not match")
            }
        }
        guard !events.isEmpty else {
            throw .damaged("revision \(position.rev + 1) of the venue \(venue) is missing")
        }
        position.rev += events.count
        position.link = link
        return ReplayPortion(events: events, next: position.rev < lastRev ? position : nil)
    }

    package func webhook(of venue: String) throws(StoreError) -> String? {
        do {
            return try secret(OwnSecret.webhook, ofBoard: OwnSecret.board, in: venue).map {
                String(decoding: $0, as: UTF8.self)
            }
        } catch .secretsUnreadable {
            return nil
        }
    }

    /// Whether a batch is in the journal. Final only if it can't be committed any more.
    package func isJournaled(_ batch: JournalBatch) throws(StoreError) -> Bool {
        guard let first = batch.entries.first?.event.rev else { return true }
        let events = try events(
            of: batch.venue, after: first - 1, limit: batch.entries.count, bytesMax: .max)
        return batch.isJournaled(in: events)
    }

    /// Tells the observer of the changes of devices that came with batches.
    package func reportAccess(in batches: [JournalBatch]) {
        for batch in batches {
            // Only few entries have an access, and copying an entry is slow.
            for index in batch.entries.indices {
                guard let access = batch.entries[index].access else { continue }
                if let change = IdentityChange(access, in: batch.venue) { changed(change) }
            }
        }
    }
}

/// A secret of the storage itself. It is stored as if it were a board's.
package enum OwnSecret {
    /// Every board has a name that is not empty.
    package static let board = ""
    package static let webhook = "webhook"

    /// Sets or removes the webhook. The address is sealed, because knowing it suffices to post
    /// alarms.
    package static func settingWebhook(_ address: String?) -> SecretChange {
        SecretChange(name: webhook, value: address.map { Array($0.utf8) })
    }
}
