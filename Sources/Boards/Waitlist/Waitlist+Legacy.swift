import BoardKit
import Sync

extension Waitlist {
    /// The waiting and the ready parties, in order.
    package func legacyReservations() -> [LegacyReservation] {
        places.compactMap { place in
            guard let party = ledger[place.id], party.status.isDisplayed else { return nil }
            return LegacyReservation(
                id: place.id.rev, name: party.name, size: party.size,
                arrivedAt: party.arrivedAt, isReady: party.status == .ready)
        }
    }

    /// The id of the party that clients of the first system know by this number, even if it has
    /// left; `nil` if there never was one.
    package func party(legacyID: Int) -> String? {
        guard legacyID > 0, case let id = PartyID(rev: legacyID), ledger[id] != nil else {
            return nil
        }
        return id.text
    }
}
