import BoardKit
import JSON
package import Sync

extension Waitlist {
    package func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == Self.guestView, subject.board == name, let id = PartyID(subject.id),
            let picture = guestPicture(of: ledger[id], id)
        else { return nil }
        let changedRev = guestViews.changedRev(of: id, picture)
        return PersonalDocument(rev: max(venueChangedRev, changedRev)) { [house] in
            var members: [String: JSON] = [
                "venue": Self.guestMember(of: house), "party": picture.party.guestRow,
            ]
            if let ahead = picture.ahead { members["ahead"] = JSON(ahead) }
            return members
        }
    }

    /// Returns the event's party, and the parties whose number of parties ahead has changed.
    package func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        if venueChangedRev == event.rev { return watched.all }
        guard event.board == name else { return [] }
        let party = Subject.party(event.subject)
        let own = watched.contains(party) ? [party] : []
        guard let passed = guestViews.queue.last, passed.rev == event.rev else { return own }
        let end = passed.last.map { last in places.partitionPoint { $0.rank > last } }
        let touched = places[
            places.partitionPoint { $0.rank > passed.first }..<(end ?? places.count)]
        return own
            + touched.lazy.map { .party($0.id.text) }.filter {
                $0 != party && watched.contains($0)
            }
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
}
