public import BoardKit
import Clocks
package import Storage
import Sync
public import Terminal

/// Creates a venue from an export of `JournalExport`, in a data folder on which no hub is running.
///
/// The events keep their revisions, times and mutation ids. The export does not contain the epoch,
/// the key of tickets and join links, and tokens, so these are new. It does not contain the
/// requests of mutations either, so a repeated mutation is rejected as `id_reused` instead of being
/// answered again. Mutations that came by the join link have no id in an export; they can't be
/// repeated, because the old join link is not valid in the new venue.
public struct JournalImport {
    /// The settings of the new venue.
    public struct VenueSettings: Sendable {
        public var slug: String
        public var name: String
        /// An IANA identifier.
        public var timeZone: String
        public var labels: LabelPrivacy
        /// The languages of guests and the room, the venue's own first; `nil` for all.
        public var languages: [Language]?
        /// Whether phone numbers may be masked, as engineers get them. They stay masked.
        public var acceptsMasked: Bool

        public init(
            slug: String, name: String, timeZone: String, labels: LabelPrivacy,
            languages: [Language]? = nil, acceptsMasked: Bool = false
        ) {
            self.slug = slug
            self.name = name
            self.timeZone = timeZone
            self.labels = labels
            self.languages = languages
            self.acceptsMasked = acceptsMasked
        }
    }

    private let storage: any HubStorage
    private let boards: BoardRegistry

    /// - Parameters:
    ///   - place: the data folder, which is created if it does not exist.
    ///   - boards: those of this version.
    /// - Throws: a line that says what to do, if a hub is running on it.
    package init(_ place: any StoragePlace, boards: BoardRegistry) throws(HubError) {
        self.boards = boards
        storage = try Administration.explained { try place.openLocked(creating: true) }
    }

    /// - Parameter read: returns the next bytes of the file; none at its end.
    /// - Returns: the last revision.
    /// - Throws: a line that says what is wrong in the file, and where. Then nothing was written.
    public func run(
        _ settings: VenueSettings, _ read: @escaping () throws(HubError) -> [UInt8]
    ) throws(HubError) -> Int {
        let name = try Administration.venueName(settings.name)
        var reader = ExportReader(
            read, boards: boards(settings), acceptsMasked: settings.acceptsMasked)
        do {
            let first = try reader.next()
            var given: JournalEntry? = first
            // The venue counts as made at the time of its first event.
            return try storage.makeVenue(
                slug: settings.slug, name: name, timeZone: settings.timeZone,
                settings: VenueProfile.initial(
                    labels: settings.labels,
                    languages: settings.languages ?? Language.all(in: settings.timeZone)),
                createdAt: first?.event.at ?? WallClock.now
            ) { () throws(HubError) in
                defer { given = nil }
                if let given { return given }
                return try reader.next()
            }
        } catch let error as HubError {
            throw error
        } catch StoreError.mutationRecorded {
            throw reader.refusal("its mutationid is in an earlier line too")
        } catch {
            throw HubError("\(error)")
        }
    }

    private func boards(_ settings: VenueSettings) -> [any ImportableBoard] {
        let record = VenueRecord(
            slug: settings.slug, epoch: "", name: settings.name, timeZone: settings.timeZone,
            settings: VenueProfile.initial(labels: settings.labels), createdAt: WallClock.now,
            ticketKey: [])
        return boards.boards(for: record)
    }
}
