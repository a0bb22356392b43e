/// The reason why the storage failed. The description is one line for the operator: what is wrong,
/// and what to do. It contains nothing that guests or hosts have typed.
public enum StoreError: Error, Sendable, Equatable {
    /// The engine can't be used. The engine's text says where it looked, what is wrong there, and
    /// what to do.
    case unusable(String)
    /// Reading or writing failed; the message of the engine or the system.
    case disk(String)
    /// The disk is full.
    case full
    /// Parts of what is stored are invalid.
    case damaged(String)
    /// The journal ends before a revision that was noted to be on the disk.
    case cutOff(venue: String, rev: Int, noted: Int)
    /// Venues are missing whose events were noted to be on the disk.
    case lost(venueCount: Int, eventCount: Int)
    /// There is no venue with this slug.
    case noVenue(slug: String)
    /// A venue with this slug exists already.
    case venueExists(slug: String)
    /// The text is not a valid slug.
    case notASlug
    /// A batch does not continue the journal, or has a gap.
    case discontinuous(expected: Int, found: Int)
    /// A batch contains a mutation id that the venue's journal already contains.
    case mutationRecorded(rev: Int)
    /// The engine failed during a commit, so the batch may or may not be in the journal
    /// (`Journal.settle`). The text is the system's message.
    case outcomeUnknown(String)
    /// The journal's writer was stopped.
    case stopped
    /// OpenSSL failed to make random bytes or a digest.
    case cryptography
    /// The boards' secrets can't be opened with the key in the data folder.
    case secretsUnreadable(path: String, reason: String)
    /// A file exists already at the place of a new one.
    case fileExists(path: String)
    /// A file outside the data folder can't be written.
    case fileNotWritable(path: String, reason: String)
    /// The file is not a backup, or can't be read as one.
    case notABackup(path: String, reason: String)
    /// The backup has no venue with this slug; `known` are the slugs that it has.
    case notInBackup(slug: String, known: [String])
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusable(let text): text
        case .disk(let what), .outcomeUnknown(let what):
            "The disk of the data folder refuses to work: \(what). Look at the system's log, and "
                + "check the disk."
        case .full:
            "The disk of the data folder is full. Make room on it; a hub that runs then goes on by "
                + "itself."
        case .damaged(let what):
            "The journal is damaged: \(what). Run tablecast verify, and put the data folder back "
                + "from a backup if it confirms that."
        case .cutOff(let venue, let rev, let noted):
            "The journal of \(venue) ends at revision \(rev), though it was written through \(noted). "
                + "Put back what is missing (all files of the data folder belong together), or "
                + "a backup. To go on with what is left, tablecast backup FILE and tablecast "
                + "restore FILE --all into a new folder: screens then begin afresh."
        case .lost(let venueCount, let eventCount):
            "Nothing is left in the data folder of \(venueCount == 1 ? "a venue" : "\(venueCount) venues") "
                + "with \(eventCount) events. Put back what is missing (all files of the data folder "
                + "belong together), or a backup into a new folder. To go on without them, move "
                + "tablecast.ends away."
        case .noVenue(let slug):
            "There is no venue \(slug) in the data folder. Check --venue and --data."
        case .venueExists(let slug):
            "There is a venue \(slug) in the data folder already. Choose another name for the "
                + "new one."
        case .notASlug:
            "A venue's short name has 1 to 40 characters of a-z, 0-9 and hyphens. Choose "
                + "another one."
        case .discontinuous(let expected, let found):
            "The journal goes on with revision \(expected), not with \(found). Nothing was "
                + "written; send the change again."
        case .mutationRecorded(let rev):
            "Revision \(rev) repeats a mutation that the journal has. Nothing was written."
        case .stopped:
            "The journal has been closed. Nothing was written; start tablecast again."
        case .fileExists(let path):
            "There is something at \(path) already. Choose another name, or have the file replaced "
                + "with --force."
        case .fileNotWritable(let path, let reason):
            "The file \(path) can't be written: \(reason). Choose another place for it."
        case .notABackup(let path, let reason):
            "\(path) can't be used: \(reason). Choose a file that tablecast backup has written."
        case .notInBackup(let slug, let known):
            "There is no venue \(slug) in the backup. Choose another with --venue; there is: "
                + (known.isEmpty ? "none." : known.joined(separator: ", ") + ".")
        case .secretsUnreadable(let path, let reason):
            "Passwords and tokens can't be opened with \(path): \(reason). Put back the file that belongs "
                + "to the data folder, or set them again."
        case .cryptography:
            "OpenSSL gives no random bytes or digests. Check how it is installed and configured."
        }
    }
}
