import JSON
public import Sync

extension Waitlist {
    /// What the owner has changed of the venue shows in its lists: the name that greets, the time
    /// zone of all clocks, the room's languages, the way to join, and how much of a guest's name the
    /// room may read.
    public mutating func hear(_ event: Event) -> [RowChange] {
        let before = venue
        venue.change(by: event)
        guard venue != before else { return [] }
        if venue.timeZone != before.timeZone { day.setTimeZone(venue.timeZone) }
        var changes: [RowChange] = []
        if Self.guestMember(of: venue) != Self.guestMember(of: before) {
            venueChangedRev = event.rev
        }
        let member = Self.displayMember(of: venue)
        if member != Self.displayMember(of: before) {
            changes.append(
                RowChange(view: Self.displayView, member: "venue", row: nil, value: member))
        }
        if venue.labels != before.labels {
            changes += relabelled(from: before.labels)
        }
        return changes
    }

    private func relabelled(from before: LabelPrivacy) -> [RowChange] {
        let labels = venue.labels
        return places.compactMap { place in
            guard let party = ledger[place.party], party.status.isDisplayed,
                party.label(before) != party.label(labels)
            else { return nil }
            return RowChange(
                view: Self.displayView, member: "parties", row: place.party.text,
                making: { party.displayRow(labels: labels) })
        }
    }
}
