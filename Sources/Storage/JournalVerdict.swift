/// The result of checking a venue's whole journal.
public struct JournalVerdict: Sendable, Equatable {
    /// The number of events.
    public var events: Int
    /// The last revision; 0 if there is no event.
    public var lastRev: Int
    /// The first 100 faults, in the order of the journal.
    public var faults: [JournalFault]

    public init(events: Int, lastRev: Int, faults: [JournalFault]) {
        self.events = events
        self.lastRev = lastRev
        self.faults = faults
    }
}

/// A fault of a journal.
public struct JournalFault: Sendable, Equatable {
    /// The revision that is wrong or missing.
    public var rev: Int
    /// A phrase for a person: `the checksum does not match`.
    public var what: String

    public init(rev: Int, what: String) {
        self.rev = rev
        self.what = what
    }

    /// Returns the fault of a journal that has lost its end: events that were noted to be on the
    /// disk.
    package static func missing(after rev: Int, through noted: Int) -> JournalFault {
        JournalFault(
            rev: rev + 1,
            what: noted == rev + 1
                ? "the revision is missing, though it was written"
                : "the revisions up to \(noted) are missing, though they were written")
    }
}
