import JSON

/// What a rehearsal knows of its own parties and notices: the ids that the hub gave them, and how
/// they stand.
struct RehearsalBoard {
    struct Mutation {
        var action: String
        var arguments: [String: JSON]
    }

    private enum Standing {
        case waiting
        case ready
        case gone
    }

    private struct Party {
        let id: String
        /// Short and public.
        let number: String
        var size: Int
        /// The last one is how it stands; each undo takes one away.
        var standings: [Standing] = [.waiting]
        /// What was last done with it, as long as it can be taken back.
        var lastRev: Int?
    }

    private var parties: [Int: Party] = [:]
    private var notices: [Int: String] = [:]

    /// How many wait and are ready, in words.
    var tally: String {
        let waiting = parties.values.count { $0.standings.last == .waiting }
        let ready = parties.values.count { $0.standings.last == .ready }
        return "\(waiting) waiting, \(ready) ready"
    }

    /// What to ask for; nil when what it should act on is not there.
    func mutation(for act: Rehearsal.Act) -> Mutation? {
        switch act {
        case .notice(_, .post(let text, let isUrgent)):
            return Mutation(
                action: "notice.post",
                arguments: [
                    "text": .string(text), "level": isUrgent ? "urgent" : "info",
                ])
        case .notice(let index, .clear):
            return notices[index].map {
                Mutation(action: "notice.clear", arguments: ["notice": .string($0)])
            }
        case .party(_, .arrive(let details)): return Self.add(details)
        case .party(let index, let act): return parties[index].flatMap { mutation(act, on: $0) }
        }
    }

    private static func add(_ details: Rehearsal.PartyDetails) -> Mutation {
        var arguments: [String: JSON] = [
            "name": .string(details.name), "size": JSON(details.size),
        ]
        arguments["phone"] = details.phone.map(JSON.string)
        arguments["notes"] = details.notes.map(JSON.string)
        if !details.tags.isEmpty { arguments["tags"] = .array(details.tags.map(JSON.string)) }
        return Mutation(action: "waitlist.add", arguments: arguments)
    }

    private func mutation(_ act: Rehearsal.PartyAct, on party: Party) -> Mutation? {
        let id: JSON = .string(party.id)
        return switch act {
        case .arrive: nil
        case .resize(let size):
            Mutation(action: "waitlist.edit", arguments: ["party": id, "size": JSON(size)])
        case .ready: Mutation(action: "waitlist.ready", arguments: ["party": id])
        case .seat(let table):
            Mutation(
                action: "waitlist.seat", arguments: ["party": id, "table": .string(table)])
        case .noShow: Mutation(action: "waitlist.no_show", arguments: ["party": id])
        case .cancel: Mutation(action: "waitlist.cancel", arguments: ["party": id])
        case .undo:
            party.lastRev.map {
                Mutation(action: "waitlist.undo", arguments: ["rev": JSON($0)])
            }
        }
    }

    /// Keeps what came of a step.
    /// - Returns: a line that says it, without anybody's name.
    mutating func accepted(
        _ act: Rehearsal.Act, rev: Int, result: JSON?, in summary: inout RehearsalSummary
    ) -> String {
        switch act {
        case .notice(let index, .post):
            notices[index] = result?["notice"]?.text
            summary.noticeCount += 1
            return "a notice is posted"
        case .notice(let index, .clear):
            notices[index] = nil
            return "a notice is cleared"
        case .party(let index, .arrive(let details)):
            summary.partyCount += 1
            guard let id = result?["party"]?.text else { return "a party arrives" }
            let number = result?["number"]?.integer.map(String.init)
            parties[index] = Party(id: id, number: number ?? id, size: details.size, lastRev: rev)
            return "party \(number ?? id) of \(details.size) arrives"
        case .party(let index, let act):
            guard var party = parties[index] else { return "a party is not known" }
            party.lastRev = rev
            let verb = Self.carryOut(act, on: &party, in: &summary)
            parties[index] = party
            return "party \(party.number) of \(party.size) \(verb)"
        }
    }

    private static func carryOut(
        _ act: Rehearsal.PartyAct, on party: inout Party, in summary: inout RehearsalSummary
    ) -> String {
        switch act {
        case .arrive: return "arrives"
        case .resize(let size):
            let old = party.size
            party.size = size
            summary.editCount += 1
            return "was \(old) before"
        case .ready:
            party.standings.append(.ready)
            return "is ready"
        case .seat:
            party.standings.append(.gone)
            summary.seatedCount += 1
            return "is seated"
        case .noShow:
            party.standings.append(.gone)
            summary.noShowCount += 1
            return "did not show up"
        case .cancel:
            party.standings.append(.gone)
            summary.cancelledCount += 1
            return "cancelled"
        case .undo:
            // Plans take back only what makes ready or seats.
            if party.standings.popLast() == .gone { summary.seatedCount -= 1 }
            party.lastRev = nil
            summary.undoCount += 1
            return "is put back: that was a slip"
        }
    }

    /// After a rejected step there is nothing of it that could be taken back.
    mutating func rejected(_ act: Rehearsal.Act) {
        guard case .party(let index, _) = act else { return }
        parties[index]?.lastRev = nil
    }
}
