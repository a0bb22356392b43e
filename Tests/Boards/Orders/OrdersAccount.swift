package import JSON
package import Sync

/// An event of the board with its request and answer.
package struct OrdersEntry: Sendable {
    package var event: Event
    /// The action and its arguments; empty if the clock caused the event.
    package var action: String
    package var arguments: [String: JSON]
    package var result: JSON

    package init(
        event: Event, action: String = "", arguments: [String: JSON] = [:], result: JSON = .null
    ) {
        self.event = event
        self.action = action
        // The clock has no arguments: it only cancels tabs.
        let isByClock = event.actor.isAutomatic && event.kind == "cancelled"
        self.arguments = isByClock ? ["tab": .string(event.subject)] : arguments
        self.result = result
    }
}

/// The account of a service. It carries out every accepted request a second time, and records the
/// tabs and lines of each event.
package struct OrdersAccount {
    private(set) var recount = OrdersRecount()
    /// Undos that were accepted although a later event depends on the undone one.
    package private(set) var wrongUndos: [String] = []
    /// Whether a request was accepted whose outcome the contract leaves open. From then on, the
    /// account may differ from the board.
    package private(set) var isLeftOpen = false
    /// The tabs of each event, by revision.
    private var concerned: [Int: Set<String>] = [:]
    private var touched: [Int: Set<String>] = [:]

    package init() {}

    /// All tabs that exist or existed.
    package var tabs: Set<String> { Set(recount.tabs.keys) }

    /// Returns the tabs of an event.
    package func tabs(of rev: Int) -> Set<String> { concerned[rev] ?? [] }

    // MARK: Events

    /// Records an event.
    ///
    /// - Parameters:
    ///   - documents: the board's documents after the event.
    ///   - file: the content of an import's file.
    package mutating func take(
        _ entry: OrdersEntry, shown documents: some OrdersDocuments,
        file: [(section: String, name: String, price: Int)] = []
    ) {
        var step = OrdersRecount.Step(entry: entry)
        let new = entry.result["tab"]?.text
        switch step.kind {
        case "repeated", "split":
            step.names = documents.tab(new ?? entry.arguments["tab"]?.text ?? "") ?? .null
        case "imported":
            step.names = documents.menu() ?? .null
            step.file = file
        case "undone": judgeUndo(of: entry.arguments["rev"]?.integer ?? 0)
        default: break
        }
        if leavesOpen(step) { isLeftOpen = true }
        enter(step, tabs(named: entry).union([new].compactMap(\.self)))
    }

    /// Marks the account as possibly different from the board from now on.
    package mutating func leaveOpen() { isLeftOpen = true }

    private mutating func enter(_ step: OrdersRecount.Step, _ tabs: Set<String>) {
        let before = recount.tabs
        recount.take(step)
        concerned[step.rev] = tabs
        var changed: Set<String> = []
        for tab in tabs {
            let old = before[tab]?.lines ?? [:]
            let new = recount.tabs[tab]?.lines ?? [:]
            for name in Set(old.keys).union(new.keys) {
                let one = old[name]
                let other = new[name]
                if one?.status != other?.status || one?.quantity != other?.quantity
                    || one?.notes != other?.notes || one?.person != other?.person
                {
                    changed.insert(name)
                }
            }
        }
        let ofTab = [
            "opened", "edited", "paid", "unpaid", "closed", "reopened", "cancelled", "merged",
            "split",
        ]
        touched[step.rev] = ofTab.contains(step.kind) ? changed.union(tabs) : changed
    }

    /// Returns the tabs that a request concerns.
    private func tabs(named entry: OrdersEntry) -> Set<String> {
        let arguments = entry.arguments
        if entry.event.kind == "undone" { return tabs(of: arguments["rev"]?.integer ?? 0) }
        var tabs = Set(["tab", "from"].compactMap { arguments[$0]?.text })
        let listed = arguments["lines"]?.elements?.compactMap(\.text) ?? []
        for line in listed + [arguments["line"]?.text].compactMap({ $0 }) {
            if let tab = recount.tabs.first(where: { $0.value.lines[line] != nil })?.key {
                tabs.insert(tab)
            }
        }
        if let payment = arguments["payment"]?.text {
            let tab = recount.tabs.first { $0.value.payments[payment] != nil }?.key
            if let tab { tabs.insert(tab) }
        }
        return tabs
    }

    // MARK: Undo

    /// Checks an accepted undo: no later event in force may have changed the same item.
    private mutating func judgeUndo(of target: Int) {
        let own = touched[target] ?? []
        let undone = recount.undone
        for step in recount.steps
        where step.rev > target && step.kind != "undone" && !undone.contains(step.rev) {
            let common = own.intersection(touched[step.rev] ?? [])
            if !common.isEmpty {
                wrongUndos.append("\(target) before \(step.rev) \(step.kind) of \(common)")
            }
        }
    }

    /// Whether the contract determines the outcome of undoing a revision.
    func isPlain(undoOf rev: Int) -> Bool {
        guard let step = recount.steps.first(where: { $0.rev == rev }) else { return true }
        let later = recount.steps.filter { $0.rev > rev }
        switch step.kind {
        case "stocked":
            let dish = step.stocked?.dish ?? ""
            return !later.contains { $0.counted[dish] != nil || $0.stocked?.dish == dish }
        case "added", "changed", "repeated", "placed", "merged", "split":
            let plain = ["edited", "cooked", "done", "recalled", "served", "paid", "unpaid"]
            let tabs = tabs(of: rev)
            return !later.contains { other in
                !plain.contains(other.kind) && !tabs.isDisjoint(with: self.tabs(of: other.rev))
            } && !hasEqualWish(step)
        case "reopened":
            let tabs = tabs(of: rev)
            return !later.contains { !tabs.isDisjoint(with: self.tabs(of: $0.rev)) }
        case "undone", "imported", "configured": return later.isEmpty
        case let kind where kind.hasPrefix("dish_") || kind.hasPrefix("section_"):
            return later.isEmpty
        default: return true
        }
    }

    /// Whether undoing a placing would merge lines with equal ones in the basket.
    private func hasEqualWish(_ step: OrdersRecount.Step) -> Bool {
        guard step.kind == "placed", let tab = tabs(of: step.rev).first,
            let lines = recount.tabs[tab]?.lines.values
        else { return false }
        return lines.contains { placed in
            var wish = placed
            wish.status = "basket"
            return placed.round == step.rev && lines.contains { $0.equals(wish) }
        }
    }

    /// Whether the contract leaves the outcome of an accepted request open. Requests made from this
    /// account avoid that, but the board may have changed since.
    private func leavesOpen(_ step: OrdersRecount.Step) -> Bool {
        let asked = step.entry.arguments
        switch step.kind {
        case "undone": return !isPlain(undoOf: asked["rev"]?.integer ?? 0)
        case "repeated": return recount.tabs[asked["from"]?.text ?? ""]?.status != "closed"
        case "dish_removed": return recount.left[asked["dish"]?.text ?? ""] != nil
        default: return false
        }
    }
}
