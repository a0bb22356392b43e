import JSON

/// The waitlist's rules, as far as a rehearsal meets them: states and undo.
final class TestBoard {
    private(set) var rev = 0
    private(set) var notices: Set<String> = []
    /// Every mutation that was accepted.
    private(set) var accepted: [String] = []
    private var standings: [String: [String]] = [:]
    private var partyOfRev: [Int: String] = [:]
    private var lastRevOfParty: [String: Int] = [:]

    /// How many parties are in a state.
    func count(_ standing: String) -> Int { standings.values.count { $0.last == standing } }

    /// Another host was faster.
    func seatAll() { for party in standings.keys { standings[party]?.append("seated") } }

    func answer(_ message: JSON) -> JSON {
        let id = message["id"] ?? .null
        guard message["type"] == "mutate", let action = message["action"]?.text,
            let arguments = message["args"]
        else { return ["type": "error", "code": "bad_message", "message": "?", "id": id] }
        guard let result = carryOut(action, arguments) else {
            return ["type": "reject", "id": id, "code": "conflict", "message": "not now"]
        }
        accepted.append(action)
        return ["type": "ack", "id": id, "rev": JSON(rev), "durable": "disk", "result": result]
    }

    private func carryOut(_ action: String, _ arguments: JSON) -> JSON? {
        switch action {
        case "waitlist.add":
            rev += 1
            let party = "p_\(rev)"
            standings[party] = ["waiting"]
            changed(party)
            return ["party": .string(party), "number": JSON(standings.count), "ticket": "secret"]
        case "notice.post":
            rev += 1
            notices.insert("n_\(rev)")
            return ["notice": .string("n_\(rev)")]
        case "notice.clear":
            guard let notice = arguments["notice"]?.text, notices.remove(notice) != nil else {
                return nil
            }
            rev += 1
            return [:]
        case "waitlist.undo":
            guard let undone = arguments["rev"]?.integer, let party = partyOfRev[undone],
                lastRevOfParty[party] == undone
            else { return nil }
            rev += 1
            standings[party]?.removeLast()
            return [:]
        default: return change(action, arguments)
        }
    }

    private func change(_ action: String, _ arguments: JSON) -> JSON? {
        let changes: [String: (from: [String], to: String)] = [
            "waitlist.ready": (["waiting"], "ready"),
            "waitlist.seat": (["waiting", "ready"], "seated"),
            "waitlist.no_show": (["waiting", "ready"], "no_show"),
            "waitlist.cancel": (["waiting", "ready"], "cancelled"),
        ]
        guard let party = arguments["party"]?.text, let standing = standings[party]?.last else {
            return nil
        }
        if action == "waitlist.edit" {
            guard standing == "waiting" || standing == "ready" else { return nil }
        } else {
            guard let change = changes[action], change.from.contains(standing) else { return nil }
            standings[party]?.append(change.to)
        }
        rev += 1
        changed(party)
        return [:]
    }

    private func changed(_ party: String) {
        partyOfRev[rev] = party
        lastRevOfParty[party] = rev
    }
}
