public import BoardKit
import Clocks
package import Storage
public import Sync
public import Terminal

/// Operates on a data folder for the commands, whether or not a hub is running on it.
public struct Administration {
    let place: any StoragePlace
    package let storage: any HubStorage
    /// The clock, which a test may replace.
    package var now: @Sendable () -> Instant = { WallClock.now }

    /// - Throws: a line that says what to do, if the folder does not exist or is not a hub's.
    package init(_ place: any StoragePlace) throws(HubError) {
        self.place = place
        storage = try Self.explained { try place.open(creating: false) }
    }

    /// Creates a venue. A hub that is running on the folder finds it at the first request for it.
    ///
    /// - Parameters:
    ///   - boards: the names of the boards to use; `nil` for all.
    ///   - languages: the languages of guests and the room, the venue's own first; `nil` for all.
    public func addVenue(
        _ slug: String, name: String, timeZone: String, labels: LabelPrivacy,
        boards: [String]? = nil, languages: [Language]? = nil
    ) throws(HubError) {
        let name = try Self.venueName(name)
        try Self.explained {
            _ = try storage.makeVenue(
                slug: slug, name: name, timeZone: timeZone,
                settings: VenueProfile.initial(
                    labels: labels, boards: boards,
                    languages: languages ?? Language.all(in: timeZone)), now: now())
        }
    }

    /// - Returns: the name in the form that is stored.
    static func venueName(_ text: String) throws(HubError) -> String {
        if let name = VenueName(text) { return name.text }
        throw HubError("A venue's name has 1 to 80 characters, none of them a control character.")
    }

    /// The venues in the order of their creation, with their last revisions.
    public func venues() throws(HubError) -> [(record: VenueRecord, lastRev: Int)] {
        try Self.explained {
            var venues: [(record: VenueRecord, lastRev: Int)] = []
            for record in try storage.venues() {
                venues.append((record, try storage.lastRev(of: record.slug)))
            }
            return venues
        }
    }

    /// Creates a token for one device. Only its hash is stored.
    public func makeToken(role: Role, name: String?, venue: String) throws(HubError) -> String {
        try demand(venue)
        return try Self.explained {
            try storage.issueToken(role: role, name: name, venue: venue, now: now()).secret
        }
    }

    /// Revokes a token. Does nothing if it is already revoked.
    public func revoke(_ token: String) throws(HubError) {
        try Self.explained {
            guard let device = try storage.device(withToken: TokenDigest(of: token)),
                !device.isForgotten(at: now())
            else { return }
            _ = try storage.revoke(device: device.id, now: now())
        }
    }

    /// The lifetime of a new link.
    package static let linkLifetimeSeconds = 24 * 60 * 60

    /// The path of a one-time link: `/in/…`.
    public func makeLink(role: Role, venue: String) throws(HubError) -> String {
        try demand(venue)
        let secret = try Self.explained {
            try storage.issueLink(
                role: role, venue: venue, now: now(), lifetimeSeconds: Self.linkLifetimeSeconds)
        }
        return "/in/\(secret)"
    }

    /// The result of reading journals from end to end.
    public struct Verdict: Sendable {
        /// A line for each sound venue, or one that says that there is no venue.
        public var sound: [String] = []
        /// A line for each fault, with its place.
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

    /// Reads every event of every venue, and checks the chain of checksums.
    public func verify() throws(HubError) -> Verdict {
        try Self.explained {
            Verdict(
                integrityFaults: try Self.faults(storage.integrityFaults)
                    + Self.faults { () throws(StoreError) in
                        // This also checks whether every venue's settings can be read.
                        Self.faults(in: try storage.venues())
                    } + lostVenues(),
                journals: try storage.verify())
        }
    }

    /// A phrase for each venue with a slug or name that only an edited file can have.
    static func faults(in venues: [VenueRecord]) -> [String] {
        venues.enumerated().compactMap { index, venue in
            let isGood =
                VenueRecord.isSlug(venue.slug) && VenueName(venue.name)?.text == venue.name
            return isGood ? nil : "venue \(index + 1) has a slug or a name that no venue can have"
        }
    }

    private func lostVenues() throws(StoreError) -> [String] {
        do {
            try storage.checkVenues()
            return []
        } catch .lost(let venueCount, let eventCount) {
            return ["venues that are gone: \(venueCount), with \(eventCount) events"]
        }
    }

    /// Returns the damage as a fault if the file is so damaged that its faults can't be listed.
    private static func faults(
        _ body: () throws(StoreError) -> [String]
    ) throws(StoreError) -> [String] {
        do {
            return try body()
        } catch .damaged(let what) {
            return [what]
        }
    }

    /// Checks a backup in the same way.
    package static func verify(
        backup path: String, in place: any StoragePlace
    ) throws(HubError) -> Verdict {
        try explained {
            let backup = try place.openBackup(path)
            return Verdict(
                integrityFaults: try backup.integrityFaults()
                    + faults { () throws(StoreError) in faults(in: try backup.venues()) }
                    + (try backup.isUnchanged() ? [] : [changedBackup]),
                journals: try backup.verify())
        }
    }

    static let changedBackup = "it was changed after it was written: its checksum does not match"

    /// Copies everything into one file, whether or not a hub is running. Then reads the whole copy.
    ///
    /// - Parameter replacing: whether an existing file may be replaced.
    /// - Returns: a line for each venue in the copy, and for each end that the journal has lost.
    public func backUp(to path: String, replacing: Bool) throws(HubError) -> Verdict {
        try Self.explained {
            let journals = try storage.backUp(to: path, replacing: replacing)
            return Verdict(integrityFaults: try lostVenues(), journals: journals)
        }
    }

    @discardableResult
    func demand(_ slug: String) throws(HubError) -> VenueRecord {
        let venues = try Self.explained { try storage.venues() }
        if let venue = venues.first(where: { $0.slug == slug }) { return venue }
        let known = venues.map(\.slug).joined(separator: ", ")
        throw HubError(
            "There is no venue \(slug) in this folder; there is: "
                + (known.isEmpty ? "none yet. Start `tablecast serve` once." : known + "."))
    }

    package static func explained<Result>(_ body: () throws -> Result) throws(HubError) -> Result {
        do {
            return try body()
        } catch {
            throw HubError("\(error)")
        }
    }
}

extension StoragePlace {
    /// Opens the data folder for a command that no hub may be running beside.
    package func openLocked(creating: Bool) throws(StoreError) -> any HubStorage {
        let storage = try open(creating: creating)
        try storage.lock()
        return storage
    }
}
