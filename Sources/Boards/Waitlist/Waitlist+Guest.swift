import JSON
public import Sync

extension Waitlist {
    public func personalDocument(view: String, party: String) -> PersonalDocument? {
        guard view == Self.guestView, let id = PartyID(party),
            let picture = guestPicture(of: ledger[id], id)
        else { return nil }
        var members: [String: JSON] = [
            "venue": Self.guestMember(of: venue), "party": picture.party.guestRow,
        ]
        if let ahead = picture.ahead { members["ahead"] = JSON(ahead) }
        return PersonalDocument(
            document: Document(members),
            rev: max(venueChangedRev, guestViews.changedRev(of: id, picture)))
    }

    func guestPicture(of party: Party?, _ id: PartyID) -> GuestViews.Picture? {
        guard let party else { return nil }
        let ahead: Int? =
            switch party.status {
            case .pending, .waiting: queue.count(below: party.rank)
            case .ready: 0
            case .seated, .noShow, .cancelled: nil
            }
        return GuestViews.Picture(party: party, ahead: ahead)
    }

    mutating func settleGuestViews(at rev: Int) {
        let pictures = places.compactMap { place in
            guestPicture(of: ledger[place.party], place.party).map { (place.party, $0) }
        }
        guestViews.settle(pictures.map { (id: $0.0, picture: $0.1) }, at: rev)
    }
}
