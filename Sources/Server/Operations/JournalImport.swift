import Boards
import Store
public import Sync

/// Makes a venue from what `JournalExport` wrote, in a data folder on which no hub runs.
///
/// The events keep revisions, times and mutations' ids. What an export does not have is new: the
/// epoch, the key of the guests' tickets and of the join link, tokens; and what was asked for by an
/// id is not known any more, so that an id that comes again is refused as used, and not answered
/// once more. The ids of guests who joined by themselves are not in it; the join link with which
/// they could come again is not good in the new venue.
public struct JournalImport {
    /// How the venue is called, and shows names.
    public struct VenueSettings: Sendable {
        public var slug: String
        public var name: String
        /// An IANA identifier.
        public var timeZone: String
        public var labels: LabelPrivacy
        /// Whether phone numbers may be masked, as engineers get them: they stay so.
        public var acceptsMasked: Bool

        public init(
            slug: String, name: String, timeZone: String, labels: LabelPrivacy,
            acceptsMasked: Bool = false
        ) {
            self.slug = slug
            self.name = name
            self.timeZone = timeZone
            self.labels = labels
            self.acceptsMasked = acceptsMasked
        }
    }

    private let store: Store

    /// - Parameter dataFolder: made where it is not there.
    /// - Throws: one line that says what to do: a hub is running on it.
    public init(dataFolder: String) throws(HubError) {
        store = try Administration.explained { () throws(StoreError) in
            let store = try Store(folder: dataFolder, creating: true)
            try store.lock()
            return store
        }
    }

    /// - Parameter read: gives what follows of the file, some bytes at a time; none at its end.
    /// - Returns: the last revision.
    /// - Throws: one line that says what to do, and where the file is at fault. Then nothing has been
    ///   written.
    public func run(
        _ settings: VenueSettings, _ read: @escaping () throws(HubError) -> [UInt8]
    ) throws(HubError) -> Int {
        let name = try Administration.venueName(settings.name)
        var reader = ExportReader(
            read, boards: Self.boards(settings), acceptsMasked: settings.acceptsMasked)
        do {
            let first = try reader.next()
            var given: JournalEntry? = first
            // As if the venue had been made when its first event was.
            return try store.makeVenue(
                slug: settings.slug, name: name, timeZone: settings.timeZone,
                labels: settings.labels, createdAt: first?.event.at ?? WallClock.now
            ) { () throws(HubError) in
                defer { given = nil }
                if let given { return given }
                return try reader.next()
            }
        } catch let error as HubError {
            throw error
        } catch StoreError.mutationRecorded {
            throw reader.refusal("its mutationid stands in an earlier line too")
        } catch {
            throw HubError("\(error)")
        }
    }

    /// Those that a hub of this version has.
    private static func boards(_ settings: VenueSettings) -> [any ImportableBoard] {
        let record = VenueRecord(
            slug: settings.slug, epoch: "", name: settings.name, timeZone: settings.timeZone,
            labels: settings.labels, createdAt: WallClock.now, ticketKey: [])
        return [Waitlist(venue: record) { _ in "" }, Notices(), House(venue: record, doors: .none)]
    }
}
