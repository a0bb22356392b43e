import JSON
public import Sync

extension Waitlist {
    static let displayView = "waitlist/display"
    static let hostView = "waitlist/host"
    static let guestView = "waitlist/guest"

    public var views: [ViewRule] {
        [
            ViewRule(
                name: Self.displayView, scope: .shared,
                readers: [.owner, .host, .display, .engineer]),
            ViewRule(
                name: Self.hostView, scope: .shared, readers: [.owner, .host, .engineer],
                maskedFor: [.engineer]),
            ViewRule(name: Self.guestView, scope: .personal, readers: [.guest]),
        ]
    }

    public var emptyDocuments: [String: Document] {
        [
            Self.displayView: Document(["venue": venueMember, "parties": [:]]),
            Self.hostView: Document(["parties": [:], "gone": [:]]),
        ]
    }

    var venueMember: JSON {
        ["name": .string(venue.name), "timeZone": .string(venue.timeZone)]
    }

    func hostChanges(
        _ id: PartyID, from old: Party?, to new: Party?, wasGone: Bool, isGone: Bool
    ) -> [RowChange] {
        var changes: [RowChange] = []
        let hadPlace = old?.status.hasPlace ?? false
        let hasPlace = new?.status.hasPlace ?? false
        if hasPlace || hadPlace, old != new {
            changes.append(hostChange(of: id, in: "parties", to: hasPlace ? new?.hostRow : nil))
        }
        if isGone || wasGone, old != new {
            changes.append(hostChange(of: id, in: "gone", to: isGone ? new?.hostRow : nil))
        }
        return changes
    }

    func hostChange(of id: PartyID, in member: String, to row: JSON?) -> RowChange {
        RowChange(view: Self.hostView, member: member, row: id.text, value: row)
    }

    func displayChanges(_ id: PartyID, from old: Party?, to new: Party?) -> [RowChange] {
        let shown = new.flatMap { $0.status.isDisplayed ? $0 : nil }
        let shownBefore = old.flatMap { $0.status.isDisplayed ? $0 : nil }
        if let shown, let shownBefore, shown.isDisplayedLike(shownBefore) { return [] }
        if shown == nil, shownBefore == nil { return [] }
        return [
            RowChange(
                view: Self.displayView, member: "parties", row: id.text,
                value: shown?.displayRow(labels: venue.labels))
        ]
    }
}
