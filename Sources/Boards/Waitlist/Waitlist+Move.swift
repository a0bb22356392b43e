import JSON
import Sync

extension Waitlist {
    func decideMove(
        _ arguments: inout Arguments, ifRev: Int?, by principal: Principal, at moment: Moment
    ) throws(Rejection) -> Decision {
        let named: ThingName? = arguments.required("party")
        let before: ThingName? = arguments.optional("before")
        let after: ThingName? = arguments.optional("after")
        switch (before, after) {
        case (nil, nil) where arguments.hasNoProblem(at: ["before", "after"]):
            arguments.add("Before or after is a required field.", at: "before")
        case (.some, .some):
            arguments.add("After must not be given together with before", at: "after")
        default: break
        }
        guard arguments.areGood, let named, let besideNamed = before ?? after else {
            throw arguments.rejection
        }
        let (id, party) = try existing(named)
        let (besideID, beside) = try existing(besideNamed)
        try checkFreshness(of: [id, besideID], ifRev: ifRev)
        try checkLegality(of: .move, for: party)
        if id == besideID {
            throw Rejection(.conflict, "A party can't be moved beside itself")
        }
        guard beside.status.hasPlace else {
            throw Rejection(.conflict, "A party can't be moved beside one that has left")
        }
        let rank = try rank(
            for: id, party, before == nil ? .after : .before, beside.rank, at: moment)
        if principal.role == .guest, rank < party.rank {
            throw Rejection(.conflict, "A guest can only move to a later place")
        }
        return decision(.moved, of: id, name: party.name, ["rank": .string(rank.text)])
    }

    private enum Side {
        case before
        case after
    }

    /// A rank right beside another; the present one when the party stands there already.
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
            throw Rejection(.conflict, "There is no place between these parties")
        }
        return rank
    }
}
