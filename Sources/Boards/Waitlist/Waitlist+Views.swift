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

    /// Returns the members of the house that a guest's phone shows.
    static func guestMember(of house: VenueProfile) -> JSON {
        ["name": .string(house.name), "timeZone": .string(house.timeZone)]
    }

    /// Returns the members of the house that a screen shows. `labels` is present only if the labels
    /// are numbers, for which a screen has different texts.
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
        // Most events change one row for hosts and one for screens.
        changes.reserveCapacity(2)
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
        // `map` would make two closures.
        guard let party else {
            return RowChange(view: Self.hostView, member: member, row: row, making: nil)
        }
        return RowChange(
            view: Self.hostView, member: member, row: row, making: { party.hostRow })
    }

    func displayChange(_ row: String, from old: Party?, to new: Party?) -> RowChange? {
        let wasShown = old?.status.isDisplayed == true
        guard let new, new.status.isDisplayed else {
            return wasShown
                ? RowChange(view: Self.displayView, member: "parties", row: row, making: nil) : nil
        }
        let labels = house.labels
        if wasShown, let old, new.isDisplayedLike(old, labels: labels) { return nil }
        return RowChange(
            view: Self.displayView, member: "parties", row: row,
            making: { new.displayRow(labels: labels) })
    }
}
