/// What was found when a venue's journal was read from end to end.
public struct JournalVerdict: Sendable, Equatable {
    /// How many events there are.
    public var events: Int
    /// The last revision; 0 when there is no event.
    public var lastRev: Int
    /// In the order in which they were met; the first 100.
    public var faults: [JournalFault]

    public init(events: Int, lastRev: Int, faults: [JournalFault]) {
        self.events = events
        self.lastRev = lastRev
        self.faults = faults
    }
}

/// Something that is wrong with a journal.
public struct JournalFault: Sendable, Equatable {
    /// Where: the revision at fault, or the one that should stand there.
    public var rev: Int
    /// What: a phrase for a person, `the checksum does not fit`.
    public var what: String

    public init(rev: Int, what: String) {
        self.rev = rev
        self.what = what
    }

    /// An end of which it was noted that it is on the disk.
    static func missing(after rev: Int, through noted: Int) -> JournalFault {
        JournalFault(
            rev: rev + 1,
            what: noted == rev + 1
                ? "the revision is missing, though it was written"
                : "the revisions up to \(noted) are missing, though they were written")
    }
}
