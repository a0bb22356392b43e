import JSON

/// What the journal's events make of boards and views, gathered without making a row that is changed
/// again later, and without hashing any state in between.
struct Replay {
    private(set) var shown: [any Board]
    /// By name; both forms of a view have the same revisions.
    private(set) var views: [String: View] = [:]
    private(set) var rev: Int
    private(set) var lastEventAt: Instant
    private(set) var knownMutations: KnownMutations

    /// - Parameter venue: as it is before the events.
    init(of venue: Venue) {
        shown = venue.shown
        rev = venue.rev
        lastEventAt = venue.lastEventAt
        knownMutations = venue.knownMutations
        for (key, view) in venue.views where !key.isMasked { views[key.name] = View(view) }
    }

    mutating func apply(_ event: Event) {
        rev = event.rev
        lastEventAt = event.at
        if let id = event.mutationID { knownMutations.insert(id) }
        for index in shown.indices {
            for change in shown[index].witness(event) {
                views[change.view]?.apply(change, of: event)
            }
        }
    }
}

extension Replay {
    /// Does what `SharedView` does with the same changes, so that a client sees no difference between
    /// a hub that was restarted and one that was not.
    struct View {
        private var members: [String: Member]
        private(set) var rev: Int
        private(set) var changedAt: Instant
        private(set) var log: ChangeLog

        init(_ view: SharedView) {
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
        /// `nil` when the member has rows.
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
