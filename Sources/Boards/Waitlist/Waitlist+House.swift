import BoardKit
import HouseBoard
import JSON
package import Sync

extension Waitlist {
    /// Applies the house's events, including the beginning of a service day. The views show the
    /// venue's name, time zone and languages, the way to join, and the labels that the house
    /// permits.
    package mutating func hear(_ event: Event) -> [RowChange] {
        guard event.board == House.boardName else {
            // The list does not show a join link from another board's settings while it is closed.
            house.change(by: event)
            return []
        }
        if event.kind == Event.dayBeganKind { return beginDay(event) }
        if event.recordsSetBack { day.clockWasSetBack(to: event.at) }
        let before = house
        house.change(by: event)
        guard house != before else { return [] }
        if house.timeZone != before.timeZone { day.setTimeZone(house.timeZone) }
        var changes: [RowChange] = []
        if Self.guestMember(of: house) != Self.guestMember(of: before) {
            venueChangedRev = event.rev
        }
        let member = Self.displayMember(of: house)
        if member != Self.displayMember(of: before) {
            changes.append(
                RowChange(view: Self.displayView, member: "venue", row: nil, value: member))
        }
        if house.labels != before.labels {
            changes += relabelled(from: before.labels)
        }
        return changes
    }

    private func relabelled(from before: LabelPrivacy) -> [RowChange] {
        let labels = house.labels
        return places.compactMap { place in
            guard let party = ledger[place.id], party.status.isDisplayed,
                party.label(before) != party.label(labels)
            else { return nil }
            return RowChange(
                view: Self.displayView, member: "parties", row: place.id.text,
                making: { party.displayRow(labels: labels) })
        }
    }

    /// Restarts the numbers at 1, and hides the parties that left.
    mutating func beginDay(_ event: Event) -> [RowChange] {
        let gone = day.gone.sorted { $0.rev < $1.rev }
        day.begin(at: event.at)
        return gone.map { hostChange(of: $0.text, in: "gone", to: nil) }
    }
}
