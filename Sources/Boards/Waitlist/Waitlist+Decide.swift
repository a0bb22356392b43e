package import BoardKit
import JSON
package import Sync

extension Waitlist {
    package static let staleProblem = ProblemDeclaration.partyChanged

    package func decide(
        _ action: WaitlistAction, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch action {
        case .add: return try decideAdd(&asked)
        case .edit: return try decideEdit(&asked)
        case .seat: return try decideSeat(&asked)
        case .restore: return try decideRestore(&asked)
        case .move: return try decideMove(&asked)
        case .callNext: return try decideCallNext(&asked)
        case .undo: return try decideUndo(&asked)
        case .ready: return try decide(action, .readied, &asked)
        case .unready: return try decide(action, .unreadied, &asked)
        case .noShow: return try decide(action, .noShow, &asked)
        case .cancel: return try decide(action, .cancelled, &asked)
        case .confirm: return try decide(action, .confirmed, &asked)
        }
    }

    /// Decides an import of a party's readiness.
    func decideReady(party named: String) throws(Rejection) -> Decision {
        guard let id = PartyID(named), let party = ledger[id] else {
            throw Rejection(.notFound, .noParty)
        }
        try checkLegality(of: .ready, for: party)
        return decision(.readied, of: id, name: party.name)
    }

    /// Decides an action whose only argument is a party.
    private func decide(
        _ action: WaitlistAction, _ kind: PartyEvent, _ asked: inout Asked
    ) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("party")
        let (id, party) = try subject(named, of: action, asked)
        return decision(kind, of: id, name: party.name)
    }

    /// Returns the party that an action is about. Throws if the party has changed, or if its status
    /// does not permit the action.
    private func subject(
        _ named: ItemID, of action: WaitlistAction, _ asked: Asked
    ) throws(Rejection) -> (id: PartyID, party: Party) {
        let (id, party) = try existing(named)
        try asked.check(ledger.lastRev(of: id))
        try checkLegality(of: action, for: party)
        return (id, party)
    }

    func existing(_ named: ItemID) throws(Rejection) -> (id: PartyID, party: Party) {
        guard let found = party(named) else {
            throw Rejection(.notFound, .noParty)
        }
        return found
    }

    func checkLegality(of action: WaitlistAction, for party: Party) throws(Rejection) {
        guard !action.isLegal(for: party.status) else { return }
        throw Rejection(
            .conflict,
            because: Reason(
                .notInState,
                phrases: ["state": Reason(party.status.phrase), "deed": Reason(action.phrase)]))
    }

    /// Makes a decision with the party's name, for people who read events.
    func decision(
        _ kind: PartyEvent, of id: PartyID, name: String, _ data: [String: JSON] = [:]
    ) -> Decision {
        var data = data
        data["name"] = .string(name)
        return Decision(kind: kind.rawValue, subject: id.text, data: .object(data))
    }

    private func decideSeat(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("party")
        let table: TableName? = asked.arguments.optional("table")
        guard asked.areGood, let named else { throw asked.rejection }
        let (id, party) = try subject(named, of: .seat, asked)
        return decision(
            .seated, of: id, name: party.name,
            table.map { ["table": .string($0.text)] } ?? [:])
    }

    private func decideRestore(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("party")
        let (id, party) = try subject(named, of: .restore, asked)
        var data: [String: JSON] = [
            "rank": .string(party.rank.text),
            "status": .string((party.statusBefore ?? .waiting).rawValue),
        ]
        if isTaken(party.number) { data["number"] = JSON(nextNumber) }
        return decision(.restored, of: id, name: party.name, data)
    }

    private func decideUndo(_ asked: inout Asked) throws(Rejection) -> Decision {
        let (rev, id, state) = try ledger.undo(&asked)
        var before = state
        if let back = before, back.status.hasPlace, ledger[id]?.status.hasPlace != true,
            isTaken(back.number)
        {
            before?.number = nextNumber
        }
        return decision(
            .undone, of: id, name: (before ?? ledger[id])?.name ?? "",
            ["undoes": JSON(rev), "party": before?.data ?? .null])
    }
}
