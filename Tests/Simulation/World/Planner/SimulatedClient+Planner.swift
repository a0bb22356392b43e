import JSON
import ScreenClient
import Sync
import TestBoards
import TestSupport

extension SimulatedClient: StaffDocuments {
    /// Returns the document of the client's copy of a view, if watched.
    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON? {
        watches[viewName(view, parameters)]?.copy.document
    }
}

extension SimulatedClient {
    /// The views of the planner that a client with this role watches.
    var plannerViews: [String] {
        guard world.book != nil else { return [] }
        let ofTheHouse = [
            "planner/week?monday=2026-11-16", "planner/week?monday=2026-11-23",
            "planner/service?date=2026-11-20", "planner/service?date=2026-11-21",
            "planner/month?month=2026-11", "planner/calendars", "planner/display",
        ]
        switch principal.role {
        case .owner, .host, .engineer: return ofTheHouse
        case .display: return ["planner/display"]
        default: return []
        }
    }

    /// Sends a mutation of the planner, or one for a reservation's party.
    func plan() {
        world.book?.catchUp(after: 8)
        var requests = PlannerRequests(
            self, of: SimulatedBook.days, after: world.truth.events,
            from: SeededGenerator(seed: UInt64(dice.number(0...Int.max))))
        guard let verb = dice.pick(PlannerRequests.verbs), let request = requests.request(verb)
        else { return }
        let isOther = request.action.contains(".")
        let action = isOther ? request.action : "planner.\(request.action)"
        guard world.permits(action, by: principal.role) else { return }
        // An undo may reverse what only the owner may do.
        let mayBe: Set<RejectCode> =
            action == "planner.undo" ? [.invalid, .forbidden] : [.invalid]
        ask(action, marked(request.arguments), mayBe: mayBe)
    }

    /// Replaces names, numbers and notes by recognizable ones.
    private func marked(_ arguments: [String: JSON]) -> [String: JSON] {
        var arguments = arguments
        let number = newNumber()
        // A calendar has a name too, and a color.
        if arguments["name"] != nil, arguments["color"] == nil {
            arguments["name"] = newName(number)
        }
        let kinds: [(String, Marker.Kind)] = [
            ("phone", .phone), ("notes", .notes), ("description", .notes),
        ]
        for (name, kind) in kinds where arguments[name]?.text != nil {
            arguments[name] = marked(kind, number)
        }
        return arguments
    }
}
