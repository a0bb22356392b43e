package import BoardKit
package import JSON
package import Sync

/// The waiting list.
///
/// Like every board, it consists of pure rules over values: requests and the time go in, decisions
/// come out. It uses no sockets, disks, clocks or randomness. Ids come from revisions, and secrets
/// from a function that is passed in. Only `decide` has rules. Events of the journal are applied
/// even if today's rules would reject them, and impossible events are skipped.
///
/// The list keeps parties long after they have left, because any event can be undone, and any party
/// can come back, at any later time.
package struct Waitlist: ActingBoard {
    package typealias Action = WaitlistAction
    package typealias Kind = PartyEvent

    var house: VenueProfile
    let ticket: @Sendable (_ party: String) -> String

    var ledger = Ledger<PartyID, Party>()
    /// The parties with a place: pending, waiting or ready.
    var places = RankOrder<PartyID>()
    var queue = RankOrder<PartyID>()
    /// The number of parties with a place by party number. In journals of earlier versions, several
    /// parties may have the same number.
    var numbers: [Int: Int] = [:]
    var day: ServiceDay<PartyID>
    var guestViews = GuestViews()
    /// The last event that changed every guest's document.
    var venueChangedRev = 0

    /// - Parameters:
    ///   - venue: the venue with its initial settings.
    ///   - ticket: returns the secret of a party, derived from the venue's key, so always the same.
    package init(venue: VenueRecord, ticket: @escaping @Sendable (_ party: String) -> String) {
        house = VenueProfile(venue)
        self.ticket = ticket
        day = ServiceDay<PartyID>(timeZone: venue.timeZone)
    }

    package static let boardName = "waitlist"

    package var declaration: BoardDeclaration { Self.declared }

    /// Guests may use the join link only if the venue permits self check-in.
    package func isOpen(_ action: ActionDeclaration, to principal: Principal) -> Bool {
        !principal.isByJoinLink || house.selfCheckIn != .off
    }

    /// Returns the party, number and ticket for `add`, and the called party for `call_next`.
    package func result(of event: Event) -> JSON? {
        switch PartyEvent(rawValue: event.kind) {
        case .added:
            JSON(present: [
                "party": .string(event.subject), "number": event.data["number"],
                "ticket": .string(ticket(event.subject)),
            ])
        case .readied where event.data["called"]?.flag == true:
            ["party": .string(event.subject)]
        default: nil
        }
    }

    /// Masks personal fields at any depth.
    package func masked(_ value: JSON) -> JSON {
        value.masking { name, _ in Party.personalNames.contains(name) }
    }

    package func awaitsConfirmation(_ subject: String) -> Bool {
        PartyID(subject).flatMap { ledger[$0] }?.status == .pending
    }

    package var unconfirmedCount: Int {
        places.reduce(0) { $0 + (ledger[$1.id]?.status == .pending ? 1 : 0) }
    }

    /// Whether the subject is a party that is pending, waiting or ready.
    package func isActive(_ subject: Subject) -> Bool {
        guard subject.board == name, let id = PartyID(subject.id) else { return false }
        return ledger[id]?.status.hasPlace ?? false
    }

    /// Returns the party's label on the public list, or `nil` if the party is not on it.
    package func shownLabel(ofParty party: String) -> String? {
        guard let party = PartyID(party).flatMap({ ledger[$0] }), party.status.isDisplayed else {
            return nil
        }
        return party.label(house.labels)
    }

    /// Returns the party's public label even if the party is not on the list; `nil` for an unknown
    /// party.
    package func label(ofParty party: String) -> String? {
        PartyID(party).flatMap { ledger[$0] }?.label(house.labels)
    }

    package func party(_ name: ItemID) -> (id: PartyID, party: Party)? {
        guard let id = PartyID(name.text), let party = ledger[id] else { return nil }
        return (id, party)
    }
}
