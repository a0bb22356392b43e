import JSON
import Sync

extension LabBoard {
    /// Checks in the order of the protocol: `invalid`, `not_found`, `stale`, `conflict`.
    func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        let verb = String(mutation.action.dropFirst("lab.".count))
        switch verb {
        case "put": return try decidePut(mutation, at: moment)
        case "rename", "hush", "drop": return try decideChange(mutation, verb)
        case "title":
            return Decision(
                kind: "titled", subject: "title",
                data: JSON(present: ["value": mutation.arguments["value"]]))
        case "extra":
            return Decision(
                kind: "extended", subject: "extra",
                data: JSON(present: ["value": mutation.arguments["value"]]))
        case "pin":
            guard let row = mutation.arguments["row"]?.text else {
                throw invalid(["row"])
            }
            return Decision(
                kind: "pinned", subject: row,
                data: JSON(present: ["value": mutation.arguments["value"]]))
        default: return Decision(kind: "nothing", subject: "nothing", data: [:])
        }
    }

    private func invalid(_ fields: [String]) -> Rejection {
        Rejection(
            .invalid,
            problems: fields.map { Problem(field: $0, Reason(.required)) })
    }

    private func decidePut(_ mutation: Mutation, at moment: Moment) throws(Rejection) -> Decision {
        let fields = ["name", "secret"].filter { mutation.arguments[$0]?.text == nil }
        guard fields.isEmpty else { throw invalid(fields) }
        let due = mutation.arguments["inMs"]?.integer.map {
            JSON.string(moment.now.adding(milliseconds: Int64($0)).description)
        }
        return Decision(
            kind: "put", subject: "i_\(moment.rev)",
            data: JSON(present: [
                "name": mutation.arguments["name"], "secret": mutation.arguments["secret"],
                "dueAt": due,
            ]))
    }

    private func decideChange(
        _ mutation: Mutation, _ verb: String
    ) throws(Rejection) -> Decision {
        guard let id = mutation.arguments["item"]?.text else { throw invalid(["item"]) }
        guard let item = items[id] else { throw Rejection(.notFound, .noItem) }
        if let ifRev = mutation.ifRev, item.changedRev > ifRev {
            throw Rejection(.stale, .itemChanged)
        }
        if item.name == "stuck" { throw Rejection(.conflict, .itemIsStuck) }
        switch verb {
        case "rename":
            return Decision(
                kind: "renamed", subject: id,
                data: ["name": mutation.arguments["name"] ?? "nameless"])
        case "hush":
            return Decision(
                kind: "hushed", subject: id,
                data: ["secret": mutation.arguments["secret"] ?? "SECRET"])
        default: return Decision(kind: "dropped", subject: id, data: [:])
        }
    }
}

extension ProblemDeclaration {
    static let noItem = ProblemDeclaration("lab.no_item", "There is no such item")
    static let itemChanged = ProblemDeclaration("lab.item_changed", "The item has changed")
    static let itemIsStuck = ProblemDeclaration("lab.item_is_stuck", "The item is stuck")
}
