import BoardKit
import JSON
package import Sync

extension Waitlist {
    package func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        guard let action = WaitlistAction(rawValue: mutation.action) else {
            throw Rejection(.unknownAction, .noAction)
        }
        var arguments = Arguments(mutation.arguments)
        switch action {
        case .add: return try decideAdd(&arguments, by: principal, at: moment)
        case .edit: return try decideEdit(&arguments, ifRev: mutation.ifRev)
        case .seat: return try decideSeat(&arguments, ifRev: mutation.ifRev)
        case .restore: return try decideRestore(&arguments, ifRev: mutation.ifRev)
        case .move:
            return try decideMove(&arguments, ifRev: mutation.ifRev, by: principal, at: moment)
        case .callNext: return try decideCallNext(&arguments, at: moment)
        case .undo: return try decideUndo(&arguments, ifRev: mutation.ifRev)
        case .ready: return try decide(action, .readied, &arguments, ifRev: mutation.ifRev)
        case .unready: return try decide(action, .unreadied, &arguments, ifRev: mutation.ifRev)
        case .noShow: return try decide(action, .noShow, &arguments, ifRev: mutation.ifRev)
        case .cancel: return try decide(action, .cancelled, &arguments, ifRev: mutation.ifRev)
        case .confirm: return try decide(action, .confirmed, &arguments, ifRev: mutation.ifRev)
        }
    }

    /// Decides an import of the fact that a party is ready.
    func decideReady(party: String) throws(Rejection) -> Decision {
        var arguments = Arguments(["party": .string(party)])
        return try decide(.ready, .readied, &arguments, ifRev: nil)
    }

    /// Decides an action whose only argument is a party.
    private func decide(
        _ action: WaitlistAction, _ kind: PartyEvent, _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let named: ItemID? = arguments.required("party")
        guard arguments.areGood, let named else { throw arguments.rejection }
        let (id, party) = try subject(named, of: action, ifRev: ifRev)
        return decision(kind, of: id, name: party.name)
    }

    /// Finds the party that an action is about, and checks that it has not changed and that the
    /// action is legal in its status.
    private func subject(
        _ named: ItemID, of action: WaitlistAction, ifRev: Int?
    ) throws(Rejection) -> (id: PartyID, party: Party) {
        let (id, party) = try existing(named)
        try checkFreshness(of: [id], ifRev: ifRev)
        try checkLegality(of: action, for: party)
        return (id, party)
    }

    func existing(_ named: ItemID) throws(Rejection) -> (id: PartyID, party: Party) {
        guard let found = party(named) else {
            throw Rejection(.notFound, .noParty)
        }
        return found
    }

    func checkFreshness(of parties: [PartyID], ifRev: Int?) throws(Rejection) {
        try ledger.checkFreshness(of: parties, ifRev: ifRev, else: .partyChanged)
    }

    func checkLegality(of action: WaitlistAction, for party: Party) throws(Rejection) {
        guard !action.isLegal(for: party.status) else { return }
        throw Rejection(
            .conflict,
            because: Reason(
                .notInState,
                phrases: ["state": Reason(party.status.phrase), "deed": Reason(action.phrase)]))
    }

    /// Every event of a party contains its name, for people who read events.
    func decision(
        _ kind: PartyEvent, of id: PartyID, name: String, _ data: [String: JSON] = [:]
    ) -> Decision {
        var data = data
        data["name"] = .string(name)
        return Decision(kind: kind.rawValue, subject: id.text, data: .object(data))
    }

    private func decideSeat(
        _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let named: ItemID? = arguments.required("party")
        let table: TableName? = arguments.optional("table")
        guard arguments.areGood, let named else { throw arguments.rejection }
        let (id, party) = try subject(named, of: .seat, ifRev: ifRev)
        return decision(
            .seated, of: id, name: party.name,
            table.map { ["table": .string($0.text)] } ?? [:])
    }

    private func decideRestore(
        _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let named: ItemID? = arguments.required("party")
        guard arguments.areGood, let named else { throw arguments.rejection }
        let (id, party) = try subject(named, of: .restore, ifRev: ifRev)
        var data: [String: JSON] = [
            "rank": .string(party.rank.text),
            "status": .string((party.statusBefore ?? .waiting).rawValue),
        ]
        if isTaken(party.number) { data["number"] = JSON(nextNumber) }
        return decision(.restored, of: id, name: party.name, data)
    }

    private func decideUndo(
        _ arguments: inout Arguments, ifRev: Int?
    ) throws(Rejection) -> Decision {
        let (rev, id, state) = try ledger.undo(&arguments, ifRev: ifRev, else: .partyChanged)
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
