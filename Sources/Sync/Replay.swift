import JSON

/// The state of boards and views that the journal's events make. It makes only the last version of
/// each row, and hashes no earlier one.
struct Replay {
    private(set) var shown: [any Board]
    /// By name. The plain and the masked form of a view have the same revisions.
    private(set) var views: [String: View] = [:]
    private(set) var rev: Int
    private(set) var lastEventAt: Instant
    private(set) var mutationIDFilter: MutationIDFilter
    private(set) var eventKinds: EventKinds
    private let catalogue: BoardCatalogue
    /// The boards that have not applied the events up to `startRev` yet.
    private let boardsBehind: Set<Int>
    private let startRev: Int

    /// - Parameter venue: the venue before the events.
    init(of venue: Venue) {
        shown = venue.shown
        rev = venue.rev
        lastEventAt = venue.lastEventAt
        mutationIDFilter = venue.mutationIDFilter
        eventKinds = venue.eventKinds
        catalogue = venue.catalogue
        boardsBehind = venue.boardsBehind
        startRev = venue.rev
        for (key, view) in venue.views where !key.isMasked { views[key.name] = View(view) }
    }

    mutating func apply(_ event: Event) {
        let isNew = event.rev > startRev
        if isNew {
            rev = event.rev
            lastEventAt = event.at
            eventKinds.append(event)
            if let id = event.mutationID { mutationIDFilter.insert(id) }
        }
        for observer in catalogue.observers(of: event)
        where isNew || boardsBehind.contains(observer.index) {
            for change in shown[observer.index].observe(event) {
                views[change.view]?.apply(change, of: event)
            }
        }
    }
}

extension Replay {
    /// Handles changes exactly as `ViewLog` does, so that clients can't tell whether a hub was
    /// restarted.
    struct View {
        private var members: [String: Member]
        private(set) var rev: Int
        private(set) var changedAt: Instant
        private(set) var log: ChangeLog

        init(_ view: ViewLog) {
            members = view.document.memberValues.mapValues(Member.init)
            rev = view.rev
            changedAt = view.changedAt
            log = view.log
        }

        var document: Document { Document(members.mapValues(\.value)) }

        mutating func apply(_ change: RowChange, of event: Event) {
            rev = event.rev
            changedAt = event.at
            var entry = ChangeLog.Entry(
                rev: event.rev, member: change.member, row: nil, wasPresent: true)
            if let row = change.row {
                let before = members[change.member, default: Member("")]
                    .setRow(row, to: change.makeValue)
                if before.hadRows { entry.row = row }
                entry.wasPresent = before.wasPresent
            } else {
                members[change.member] = change.value.map(Member.init)
            }
            log.append(entry)
        }
    }

    private struct Member {
        /// The value; `nil` if the member has rows.
        private var only: JSON?
        private var rows: [String: @Sendable () -> JSON] = [:]

        init(_ value: JSON) {
            if let rows = value.members {
                self.rows = rows.mapValues { row in { row } }
            } else {
                only = value
            }
        }

        var value: JSON { only ?? .object(rows.mapValues { $0() }) }

        mutating func setRow(
            _ row: String, to makeValue: (@Sendable () -> JSON)?
        ) -> (hadRows: Bool, wasPresent: Bool) {
            let hadRows = only == nil
            only = nil
            guard let makeValue else { return (hadRows, rows.removeValue(forKey: row) != nil) }
            return (hadRows, rows.updateValue(makeValue, forKey: row) != nil)
        }
    }
}
