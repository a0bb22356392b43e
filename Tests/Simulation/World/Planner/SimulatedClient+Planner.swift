import JSON
import ScreenClient
import Sync
import TestBoards
import TestSupport

extension SimulatedClient: StaffDocuments {
    /// What this client's copies show, of what it watches.
    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON? {
        watches[viewName(view, parameters)]?.copy.document
    }
}

extension SimulatedClient {
    /// The views of the planner that somebody of this role watches.
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

    /// Asks for something in the planner, or for what a reservation's party does.
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
        // What an undo takes back may be the owner's to do.
        let mayBe: Set<RejectCode> =
            action == "planner.undo" ? [.invalid, .forbidden] : [.invalid]
        ask(action, marked(request.arguments), mayBe: mayBe)
    }

    /// With names, numbers and notes that can be recognised.
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
