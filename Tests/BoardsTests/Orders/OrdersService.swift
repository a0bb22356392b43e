import JSON
import Sync
import TestSupport

/// Services that are made up from a number: right and wrong requests as they come, and the account
/// of what was accepted.
struct OrdersService {
    private(set) var bench = OrdersBench()
    private(set) var recount = OrdersRecount()
    var generator: SeededGenerator
    /// How many requests of each verb were accepted.
    private(set) var accepted: [String: Int] = [:]
    /// What was accepted although a later event needs it.
    private(set) var wrongUndos: [String] = []
    /// The tabs that each event concerns, and the lines that it has changed, by revision.
    private var concerned: [Int: Set<String>] = [:]
    private var touched: [Int: Set<String>] = [:]

    private static let verbs = [
        "add", "add", "add", "add", "add", "change", "change", "place", "place", "place", "cook",
        "done", "serve", "serve", "recall", "cancel_lines", "pay", "pay", "pay", "unpay", "close",
        "close", "reopen", "cancel", "open", "open", "edit", "repeat", "merge", "split", "stock",
        "stock", "undo", "undo", "undo", "undo", "edit_dish", "add_dish", "remove_dish",
        "move_dish", "add_section", "move_section", "import", "day",
    ]

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        try bench.ask(
            "configure", ["deliveryFee": JSON(OrdersRecount.fee)], by: OrdersBench.owner)
        for name in ["Fish", "Soups"] {
            let station: [String: JSON] = name == "Fish" ? ["station": "grill"] : [:]
            let section = try bench.section(name, station)
            for number in 1...4 {
                var more: [String: JSON] = [:]
                if number == 2 { more = ["vat": 400, "station": "bar"] }
                if number == 3 { more = ["vat": 2100] }
                try bench.dish("\(name) \(number)", 100 * number + 35, in: section, more)
            }
        }
        take(from: 0)
    }

    // MARK: One request

    /// Asks for something.
    ///
    /// - Returns: the tabs that it has concerned; `nil` if it was refused.
    mutating func step() -> Set<String>? {
        let verb = pick(Self.verbs) ?? "add"
        let count = bench.log.count
        if verb == "day" {
            guard chance(15) else { return nil }
            bench.beginDay()
            guard bench.log.count > count else { return nil }
            take(from: count)
            return Set(recount.tabs.keys)
        }
        if verb == "import" { return importMenu() }
        guard let arguments = arguments(verb) else { return nil }
        let tabs = self.tabs(verb, arguments)
        let target = verb == "undo" ? arguments["rev"]?.integer : nil
        guard (try? bench.ask(verb, arguments)) != nil else {
            // Time may have passed all the same.
            take(from: count)
            return nil
        }
        accepted[verb, default: 0] += 1
        if let target { judgeUndo(of: target) }
        take(from: count, tabs)
        return concerned[bench.rev]
    }

    /// Enters what was accepted into the account.
    private mutating func take(from count: Int, _ tabs: Set<String> = []) {
        for entry in bench.log[count...] {
            var step = OrdersRecount.Step(entry: entry)
            let new = entry.result["tab"]?.text
            if step.kind == "repeated" || step.kind == "split" {
                step.names = bench.tab(new ?? entry.arguments["tab"]?.text ?? "")
            }
            enter(step, tabs.union(new.map { [$0] } ?? []))
        }
    }

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

    /// An undo was accepted: no later event that is in force has changed the same thing.
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

    private func tabs(_ verb: String, _ arguments: [String: JSON]) -> Set<String> {
        if verb == "undo" { return concerned[arguments["rev"]?.integer ?? 0] ?? [] }
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

    private mutating func importMenu() -> Set<String>? {
        var file: [(section: String, name: String, price: Int)] = []
        for section in ["Fish", "Soups", "Postres", "Vinos"].shuffled(using: &generator).prefix(2) {
            for number in [1, 2, 7, 8].shuffled(using: &generator).prefix(2) {
                file.append((section, "\(section) \(number)", self.number(from: 1, to: 30) * 100))
            }
        }
        let dishes = file.map { section, name, price in
            #"{"nombre":"\#(name)","descripcion":"","precio":\#(price / 100),"tipo":"\#(section)"}"#
        }
        let count = bench.log.count
        let (status, _) = bench.importMenu("[" + dishes.joined(separator: ",") + "]")
        guard status == 200, bench.log.count > count else { return nil }
        accepted["import", default: 0] += 1
        for entry in bench.log[count...] {
            var step = OrdersRecount.Step(entry: entry)
            if step.kind == "imported" {
                step.names = bench.menu
                step.file = file
            }
            enter(step, [])
        }
        return []
    }

    // MARK: Chance

    mutating func number(from low: Int, to high: Int) -> Int {
        Int.random(in: low...high, using: &generator)
    }

    mutating func chance(_ percent: Int) -> Bool { number(from: 1, to: 100) <= percent }

    mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.randomElement(using: &generator)
    }

    /// Whether the undo of a revision has one outcome only, by the contract.
    func isPlain(undoOf rev: Int) -> Bool {
        guard let step = recount.steps.first(where: { $0.rev == rev }) else { return true }
        let later = recount.steps.filter { $0.rev > rev }
        switch step.kind {
        case "stocked":
            let dish = step.stocked?.dish ?? ""
            return !later.contains { $0.counted[dish] != nil || $0.stocked?.dish == dish }
        case "added", "changed", "repeated", "placed", "merged", "split":
            let plain = ["edited", "cooked", "done", "recalled", "served", "paid", "unpaid"]
            let tabs = concerned[rev] ?? []
            return !later.contains { other in
                !plain.contains(other.kind)
                    && !tabs.isDisjoint(with: concerned[other.rev] ?? [])
            } && !hasEqualWish(step)
        case "reopened":
            let tabs = concerned[rev] ?? []
            return !later.contains { !tabs.isDisjoint(with: concerned[$0.rev] ?? []) }
        case "undone", "imported", "configured": return later.isEmpty
        case let kind where kind.hasPrefix("dish_") || kind.hasPrefix("section_"):
            return later.isEmpty
        default: return true
        }
    }

    /// Whether lines of a placing would meet their equals in the basket.
    private func hasEqualWish(_ step: OrdersRecount.Step) -> Bool {
        guard step.kind == "placed", let tab = concerned[step.rev]?.first,
            let lines = recount.tabs[tab]?.lines.values
        else { return false }
        return lines.contains { placed in
            var wish = placed
            wish.status = "basket"
            return placed.round == step.rev && lines.contains { $0.equals(wish) }
        }
    }
}
