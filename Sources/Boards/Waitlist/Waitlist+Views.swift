import BoardKit
import JSON
package import Sync

extension Waitlist {
    static let displayView = "waitlist/display"
    static let hostView = "waitlist/host"
    static let guestView = "waitlist/guest"

    package var emptyDocuments: [String: Document] {
        [
            Self.displayView: Document(["venue": Self.displayMember(of: house), "parties": [:]]),
            Self.hostView: Document(["parties": [:], "gone": [:]]),
        ]
    }

    /// The part of the house that a guest's phone shows.
    static func guestMember(of house: VenueProfile) -> JSON {
        ["name": .string(house.name), "timeZone": .string(house.timeZone)]
    }

    /// The part of the house that a screen shows. `labels` is present only if the labels are
    /// numbers, because a screen has different texts for these.
    static func displayMember(of house: VenueProfile) -> JSON {
        JSON(present: [
            "name": .string(house.name), "timeZone": .string(house.timeZone),
            "languages": house.languages.json,
            "labels": house.labels == .number ? .string(house.labels.rawValue) : nil,
            "joinLink": house.selfCheckInLink.map(JSON.string),
        ])
    }

    func hostChanges(
        _ row: String, from old: Party?, to new: Party?, wasGone: Bool, isGone: Bool
    ) -> [RowChange] {
        var changes: [RowChange] = []
        let hadPlace = old?.status.hasPlace ?? false
        let hasPlace = new?.status.hasPlace ?? false
        let isSame = old.flatMap { new?.hasSameHostRow(as: $0) } ?? false
        if hadPlace != hasPlace || hasPlace && !isSame {
            changes.append(hostChange(of: row, in: "parties", to: hasPlace ? new : nil))
        }
        if wasGone != isGone || isGone && !isSame {
            changes.append(hostChange(of: row, in: "gone", to: isGone ? new : nil))
        }
        return changes
    }

    func hostChange(of row: String, in member: String, to party: Party?) -> RowChange {
        RowChange(
            view: Self.hostView, member: member, row: row,
            making: party.map { party in { @Sendable in party.hostRow } })
    }

    func displayChanges(_ row: String, from old: Party?, to new: Party?) -> [RowChange] {
        let isShown = new?.status.isDisplayed == true
        let wasShown = old?.status.isDisplayed == true
        guard isShown || wasShown else { return [] }
        let labels = house.labels
        if isShown, wasShown, let old, new?.isDisplayedLike(old, labels: labels) == true {
            return []
        }
        let shown = isShown ? new : nil
        return [
            RowChange(
                view: Self.displayView, member: "parties", row: row,
                making: shown.map { party in { @Sendable in party.displayRow(labels: labels) } })
        ]
    }
}
