import BoardKit
import JSON
import Sync

extension Waitlist {
    func decideMove(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("party")
        let before: ItemID? = asked.arguments.optional("before")
        let after: ItemID? = asked.arguments.optional("after")
        switch (before, after) {
        case (nil, nil) where asked.arguments.hasNoProblem(at: ["before", "after"]):
            asked.arguments.add(.besideWhom, at: "before")
        case (.some, .some):
            asked.arguments.add(.beforeAndAfter, at: "after")
        default: break
        }
        guard asked.areGood, let named, let besideNamed = before ?? after else {
            throw asked.rejection
        }
        let (id, party) = try existing(named)
        guard let (besideID, beside) = self.party(besideNamed) else {
            // A guest must not learn whether another party exists.
            throw asked.isByGuest
                ? Rejection(.conflict, .onlyLater) : Rejection(.notFound, .noParty)
        }
        try asked.check(ledger.lastRev(of: id), ledger.lastRev(of: besideID))
        try checkLegality(of: .move, for: party)
        if id == besideID {
            throw Rejection(.conflict, .besideItself)
        }
        guard beside.status.hasPlace else {
            throw Rejection(.conflict, .besideOneThatLeft)
        }
        let rank = try rank(
            for: id, party, before == nil ? .after : .before, beside.rank, at: asked.moment)
        if asked.isByGuest, rank < party.rank {
            throw Rejection(.conflict, .onlyLater)
        }
        return decision(.moved, of: id, name: party.name, ["rank": .string(rank.text)])
    }

    private enum Side {
        case before
        case after
    }

    /// Returns a rank next to another one, or the party's own rank if the party is already there.
    private func rank(
        for id: PartyID, _ party: Party, _ side: Side, _ beside: Rank, at moment: Moment
    ) throws(Rejection) -> Rank {
        let neighbours = places.neighbours(ofRank: beside, without: id)
        let (lower, upper) =
            switch side {
            case .before: (neighbours.lower, Optional(beside))
            case .after: (Optional(beside), neighbours.upper)
            }
        if lower.map({ $0 < party.rank }) ?? true, upper.map({ party.rank < $0 }) ?? true {
            return party.rank
        }
        guard let rank = Rank(between: lower, and: upper, at: moment.rev) else {
            throw Rejection(.conflict, .noPlaceBetween)
        }
        return rank
    }
}
