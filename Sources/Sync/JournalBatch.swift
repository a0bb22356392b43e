/// Events that go to the journal together, or not at all.
public struct JournalBatch: Sendable {
    /// The slug of the venue, the one of all the events.
    public var venue: String
    /// The venue's own count, by which it tells what it handed over before it took events back from
    /// what it handed over after. The writer does not look at it.
    public var generation: Int
    /// Of consecutive revisions.
    public var entries: [JournalEntry]

    public init(venue: String, generation: Int, entries: [JournalEntry]) {
        self.venue = venue
        self.generation = generation
        self.entries = entries
    }
}

/// An event on its way to the journal.
public struct JournalEntry: Sendable {
    public var event: Event
    /// What tells the mutation from another with the same id; `nil` when time brought the event
    /// about.
    public var fingerprint: [UInt8]?
    /// What is done in the same transaction; `nil` for nearly all.
    public var access: AccessChange?

    public init(event: Event, fingerprint: [UInt8]?, access: AccessChange? = nil) {
        self.event = event
        self.fingerprint = fingerprint
        self.access = access
    }
}
