import Boards
import Store
public import Sync

/// What the commands do to a data folder, beside a running hub or without one.
public struct Administration {
    private let store: Store

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
        guard let name = VenueName(name)?.text else {
            throw HubError(
                "A venue's name has 1 to 80 characters, none of them a control character.")
        }
        try Self.explained { () throws(StoreError) in
            _ = try store.makeVenue(
                slug: slug, name: name, timeZone: timeZone, labels: labels, now: WallClock.now)
        }
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

    /// What `verify` found.
    public struct Verdict: Sendable {
        /// A line for each venue that is sound.
        public var sound: [String]
        /// A line for each fault, with the place.
        public var faults: [String]
    }

    /// Reads every event of every venue, and checks the chain from the first to the last.
    public func verify() throws(HubError) -> Verdict {
        var verdict = Verdict(sound: [], faults: [])
        try Self.explained { () throws(StoreError) in
            verdict.faults = try store.integrityFaults().map { "database: \($0)" }
            for venue in try store.venues() {
                let journal = try store.verify(venue: venue.slug)
                if journal.faults.isEmpty {
                    verdict.sound.append(
                        "\(venue.slug): \(journal.events) events, sound through revision "
                            + "\(journal.lastRev)")
                }
                for fault in journal.faults {
                    verdict.faults.append("\(venue.slug): revision \(fault.rev): \(fault.what)")
                }
            }
        }
        return verdict
    }

    private func demand(_ slug: String) throws(HubError) {
        let venues = try Self.explained { () throws(StoreError) in try store.venues() }
        guard !venues.contains(where: { $0.slug == slug }) else { return }
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
