import Boards
import Store
public import Sync

/// What the commands do to a data folder, beside a running hub or without one.
public struct Administration {
    let store: Store

    /// - Throws: one line that says what to do, when the folder is not there or is no hub's.
    public init(dataFolder: String) throws(HubError) {
        store = try Self.explained { () throws(StoreError) in
            try Store(folder: dataFolder, creating: false)
        }
    }

    /// Makes a venue; a hub that runs on the folder finds it when somebody asks for it.
    public func addVenue(
        _ slug: String, name: String, timeZone: String, labels: LabelPrivacy
    ) throws(HubError) {
        let name = try Self.venueName(name)
        try Self.explained { () throws(StoreError) in
            _ = try store.makeVenue(
                slug: slug, name: name, timeZone: timeZone, labels: labels, now: WallClock.now)
        }
    }

    /// - Returns: the name as it is kept.
    static func venueName(_ text: String) throws(HubError) -> String {
        if let name = VenueName(text) { return name.text }
        throw HubError("A venue's name has 1 to 80 characters, none of them a control character.")
    }

    /// Every venue, in the order in which they were made, and its last revision.
    public func venues() throws(HubError) -> [(record: VenueRecord, lastRev: Int)] {
        try Self.explained { () throws(StoreError) in
            var venues: [(record: VenueRecord, lastRev: Int)] = []
            for record in try store.venues() {
                venues.append((record, try store.lastRev(of: record.slug)))
            }
            return venues
        }
    }

    /// A token for one device: shown once, kept only as a hash.
    public func makeToken(role: Role, name: String?, venue: String) throws(HubError) -> String {
        try demand(venue)
        return try Self.explained { () throws(StoreError) in
            try store.issueToken(role: role, name: name, venue: venue, now: WallClock.now).secret
        }
    }

    /// Ends a token; one that is none any more is left as it is.
    public func takeAway(_ token: String) throws(HubError) {
        try Self.explained { () throws(StoreError) in
            guard let device = try store.device(withToken: token, now: WallClock.now) else {
                return
            }
            _ = try store.revoke(device: device.id, now: WallClock.now)
        }
    }

    /// The path of a one-time link: `/in/…`.
    public func makeLink(role: Role, venue: String) throws(HubError) -> String {
        try demand(venue)
        let secret = try Self.explained { () throws(StoreError) in
            try store.issueLink(
                role: role, venue: venue, now: WallClock.now,
                lifetimeSeconds: Hub.linkLifetimeSeconds)
        }
        return "/in/\(secret)"
    }

    /// What was found when journals were read from end to end.
    public struct Verdict: Sendable {
        /// A line for each venue that is sound, or one that says that there is none.
        public var sound: [String] = []
        /// A line for each fault, with the place.
        public var faults: [String]

        init(
            integrityFaults: [String], journals: [(venue: String, verdict: JournalVerdict)]
        ) {
            faults = integrityFaults.map { "database: \($0)" }
            for (venue, journal) in journals {
                if journal.faults.isEmpty {
                    sound.append(
                        "\(venue): \(journal.events) events, sound through revision "
                            + "\(journal.lastRev)")
                }
                faults += journal.faults.map { "\(venue): revision \($0.rev): \($0.what)" }
            }
            if journals.isEmpty, faults.isEmpty { sound.append("There is no venue yet.") }
        }
    }

    /// Reads every event of every venue, and checks the chain from the first to the last.
    public func verify() throws(HubError) -> Verdict {
        try Self.explained { () throws(StoreError) in
            Verdict(
                integrityFaults: try Self.faults(store.integrityFaults)
                    + Self.faults { () throws(StoreError) in
                        // Whether every venue's settings can be read.
                        _ = try store.venues()
                        return []
                    } + lostVenues(),
                journals: try store.verify())
        }
    }

    private func lostVenues() throws(StoreError) -> [String] {
        do {
            try store.checkVenues()
            return []
        } catch .lost(let venueCount, let eventCount) {
            return ["venues that are gone: \(venueCount), with \(eventCount) events"]
        }
    }

    /// Faults of a file that is so damaged that it can't be looked through are faults too.
    private static func faults(
        _ body: () throws(StoreError) -> [String]
    ) throws(StoreError) -> [String] {
        do {
            return try body()
        } catch .damaged(let what) {
            return [what]
        }
    }

    /// Does the same with a backup.
    public static func verify(backup path: String) throws(HubError) -> Verdict {
        try explained { () throws(StoreError) in
            let backup = try BackupFile(path)
            let state = try backup.state()
            var verdict = Verdict(
                integrityFaults: try backup.integrityFaults()
                    + (state == .changed ? [changedBackup] : []),
                journals: try backup.verify())
            if state == .unknown { verdict.sound.append(backupWithoutChecksum) }
            return verdict
        }
    }

    static let changedBackup = "it was changed after it was written, for its checksum does not fit"

    /// A warning about a backup of which nobody can say whether it was changed.
    public static let backupWithoutChecksum =
        "The backup has no checksum: an earlier version wrote it, or somebody took it out. Nothing "
        + "shows whether its devices and keys were changed."

    /// Copies all that there is into one file, beside a running hub or without one.
    ///
    /// - Parameter replacing: whether a file that is there already may be replaced.
    /// - Returns: a line for each venue in the copy, which has been read from end to end, and for what
    ///   is missing in it because the journal has lost it.
    public func backUp(to path: String, replacing: Bool) throws(HubError) -> Verdict {
        try Self.explained { () throws(StoreError) in
            let journals = try store.backUp(to: path, replacing: replacing)
            return Verdict(integrityFaults: try lostVenues(), journals: journals)
        }
    }

    @discardableResult
    func demand(_ slug: String) throws(HubError) -> VenueRecord {
        let venues = try Self.explained { () throws(StoreError) in try store.venues() }
        if let venue = venues.first(where: { $0.slug == slug }) { return venue }
        let known = venues.map(\.slug).joined(separator: ", ")
        throw HubError(
            "There is no venue \(slug) in this folder; there is: "
                + (known.isEmpty ? "none yet. Start `tablecast serve` once." : known + "."))
    }

    static func explained<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(HubError) -> Result {
        do {
            return try body()
        } catch {
            throw HubError(error.description)
        }
    }
}
