package import JSON
package import TestSupport

/// Makes requests from the account, most of which can succeed.
package struct OrdersRequests {
    private let account: OrdersAccount
    /// The only tab of the sender; `nil` for a sender who may name any tab.
    private let ownTab: String?
    private(set) var generator: SeededGenerator

    /// The verbs, each repeated according to its frequency.
    package static let verbs = [
        "add", "add", "add", "add", "add", "change", "change", "place", "place", "place", "cook",
        "done", "serve", "serve", "recall", "cancel_lines", "pay", "pay", "pay", "unpay", "close",
        "close", "reopen", "cancel", "open", "open", "edit", "repeat", "merge", "split", "stock",
        "stock", "undo", "undo", "undo", "undo", "edit_dish", "add_dish", "remove_dish",
        "move_dish", "add_section", "move_section",
    ]

    package init(
        _ account: OrdersAccount, of ownTab: String? = nil, from generator: SeededGenerator
    ) {
        self.account = account
        self.ownTab = ownTab
        self.generator = generator
    }

    /// Makes the menu of a service, and sets the fee that the account knows.
    ///
    /// - Parameter ask: sends an action as the owner and returns the result.
    package static func makeMenu<Refusal: Error>(
        _ ask: (_ verb: String, _ arguments: [String: JSON]) throws(Refusal) -> JSON
    ) throws(Refusal) {
        _ = try ask("configure", ["deliveryFee": JSON(OrdersRecount.fee)])
        for name in ["Fish", "Soups"] {
            var section: [String: JSON] = ["name": .string(name)]
            if name == "Fish" { section["station"] = "grill" }
            let id = try ask("add_section", section)["section"] ?? .null
            for number in 1...4 {
                var dish: [String: JSON] = [
                    "section": id, "name": .string("\(name) \(number)"),
                    "price": JSON(100 * number + 35),
                ]
                if number == 2 { (dish["vat"], dish["station"]) = (400, "bar") }
                if number == 3 { dish["vat"] = 2100 }
                _ = try ask("add_dish", dish)
            }
        }
    }

    private var recount: OrdersRecount { account.recount }

    /// - Returns: The arguments, or `nil` if the verb has no subject.
    package mutating func arguments(_ verb: String) -> [String: JSON]? {
        switch verb {
        case "open": return opening()
        case "edit":
            return tab().map { ["tab": $0, "name": pick(["Ada", "Bo", .null]) ?? .null] }
        case "add": return adding()
        case "change": return changing()
        case "repeat": return two("from", anyState: true)
        case "merge": return two("from")
        case "place", "close": return placingOrClosing(verb)
        case "cook", "done", "serve", "recall", "cancel_lines": return stepping(verb)
        case "split": return splitting()
        case "pay": return paying()
        case "unpay":
            let payments = recount.tabs.values.flatMap { $0.payments.keys }.sorted()
            return pick(payments).map { ["payment": .string($0)] }
        case "reopen": return tab(anyState: true).map { ["tab": $0] }
        case "cancel": return cancelling()
        case "stock": return stocking()
        case "undo":
            let steps = recount.steps
            let place = max(0, steps.count - 1 - number(from: 0, to: chance(50) ? 3 : 25))
            guard steps.indices.contains(place), account.isPlain(undoOf: steps[place].rev) else {
                return nil
            }
            return ["rev": JSON(steps[place].rev)]
        default: return menuArguments(verb)
        }
    }

    // MARK: Tabs

    private mutating func tab(anyState: Bool = false, not kind: String = "") -> JSON? {
        let known = recount.tabs.filter { id, tab in
            (anyState || tab.status == "open") && tab.kind != kind && id == ownTab ?? id
        }
        return pick(known.keys.sorted()).map(JSON.string)
    }

    private mutating func opening() -> [String: JSON]? {
        let open = recount.tabs.values.count { $0.status == "open" }
        guard open < 8 else { return nil }
        switch number(from: 1, to: 4) {
        case 1: return ["kind": "takeaway", "name": "Zoë"]
        case 2:
            return ["kind": "delivery", "phone": "+12015550123", "address": "1 Main St\nFloor 2"]
        default: return ["kind": "table", "table": .string("\(number(from: 1, to: 9))")]
        }
    }

    private mutating func two(_ other: String, anyState: Bool = false) -> [String: JSON]? {
        guard let tab = tab(), let from = self.tab(anyState: anyState) else { return nil }
        // The contract leaves open which lines of a cancelled tab or a basket are ordered again.
        let status = recount.tabs[from.text ?? ""]?.status
        guard tab != from, !anyState || status == "closed" else { return nil }
        return ["tab": tab, other: from]
    }

    private mutating func placingOrClosing(_ verb: String) -> [String: JSON]? {
        guard let tab = tab() else { return nil }
        guard verb == "place", chance(30) else { return ["tab": tab] }
        let lines = lines(of: tab, ["basket"])
        guard let line = pick(lines) else { return ["tab": tab] }
        return ["tab": tab, "lines": [.string(line)]]
    }

    private mutating func cancelling() -> [String: JSON]? {
        guard chance(25), let tab = tab(not: "delivery") else { return nil }
        return ["tab": tab, "reason": "they left"]
    }

    // MARK: Lines

    /// Returns the lines of a tab with these statuses, in the order of their ids.
    private func lines(of tab: JSON, _ states: [String]) -> [String] {
        let lines = recount.tabs[tab.text ?? ""]?.lines ?? [:]
        return lines.filter { states.contains($0.value.status) }.keys.sorted()
    }

    private mutating func adding() -> [String: JSON]? {
        guard let tab = tab(), let dish = pick(recount.dishes)?.id else { return nil }
        var arguments: [String: JSON] = [
            "tab": tab, "dish": .string(dish), "quantity": JSON(number(from: 1, to: 5)),
        ]
        if chance(3) { arguments["quantity"] = 99 }
        if chance(30) { arguments["notes"] = pick(["no salt", "hot"]) }
        if chance(40) { arguments["person"] = pick(["Ada", "Bo", "Zoë", "Ángel"]) }
        return arguments
    }

    private mutating func changing() -> [String: JSON]? {
        guard let tab = tab(), let line = pick(lines(of: tab, ["basket", "placed"])) else {
            return nil
        }
        var arguments: [String: JSON] = ["line": .string(line)]
        switch number(from: 1, to: 4) {
        case 1: arguments["quantity"] = JSON(number(from: 0, to: 6))
        case 2: arguments["notes"] = pick(["no salt", .null])
        case 3: arguments["person"] = pick(["Ada", "Bo", .null])
        default:
            arguments["quantity"] = JSON(number(from: 1, to: 100))
            arguments["notes"] = .null
        }
        return arguments
    }

    private mutating func stepping(_ verb: String) -> [String: JSON]? {
        // The contract leaves open the fee of a delivery without a counting line.
        let kind = verb == "cancel_lines" ? "delivery" : ""
        guard let tab = tab(not: kind) else { return nil }
        let states = ["placed", "cooking", "done", "served", "cancelled"]
        let chosen = lines(of: tab, states).shuffled(using: &generator).prefix(
            verb == "cancel_lines" ? 1 : number(from: 1, to: 4))
        guard !chosen.isEmpty else { return nil }
        var arguments: [String: JSON] = ["lines": .array(chosen.map(JSON.string))]
        if verb == "cancel_lines" {
            guard chance(40) else { return nil }
            if chance(60) { arguments["reason"] = "cold" }
        }
        return arguments
    }

    private mutating func splitting() -> [String: JSON]? {
        guard let tab = tab(not: "delivery") else { return nil }
        let chosen = lines(of: tab, ["basket", "placed", "cooking", "done", "served"])
            .shuffled(using: &generator).prefix(number(from: 1, to: 3))
        guard !chosen.isEmpty else { return nil }
        let carried = chosen.map { line -> JSON in
            let quantity = recount.tabs[tab.text ?? ""]?.lines[line]?.quantity ?? 1
            guard quantity > 1, chance(50) else { return ["line": .string(line)] }
            return ["line": .string(line), "quantity": JSON(number(from: 1, to: quantity))]
        }
        return ["tab": tab, "lines": .array(carried)]
    }

    private mutating func paying() -> [String: JSON]? {
        guard let tab = tab(), let known = recount.tabs[tab.text ?? ""] else { return nil }
        let due = recount.total(known) - recount.paid(known)
        var arguments: [String: JSON] = [
            "tab": tab, "method": pick(["cash", "card", "other"]) ?? "cash",
        ]
        if chance(30) { arguments["tip"] = JSON(number(from: 1, to: 500)) }
        switch number(from: 1, to: 5) {
        case 1: arguments["person"] = pick(["Ada", "Bo", "Zoë", "Ángel"])
        case 2:
            let states = ["placed", "cooking", "done", "served"]
            guard let line = pick(lines(of: tab, states)) else { return nil }
            arguments["lines"] = [.string(line)]
        case 3: arguments["amount"] = JSON(max(1, due))
        default: arguments["amount"] = JSON(number(from: 1, to: max(1, due + 20)))
        }
        return arguments
    }

    // MARK: The menu

    private mutating func stocking() -> [String: JSON]? {
        guard let dish = pick(recount.dishes)?.id else { return nil }
        let left: JSON = chance(30) ? .null : JSON(number(from: 0, to: 15))
        return ["dish": .string(dish), "left": left]
    }

    private mutating func menuArguments(_ verb: String) -> [String: JSON]? {
        guard chance(40), let section = pick(recount.sections)?.id,
            let (dish, _) = pick(recount.dishes)
        else { return nil }
        switch verb {
        case "add_section":
            guard recount.sections.count < 8 else { return nil }
            return ["name": .string("Section \(lastRev)")]
        case "move_section":
            guard let other = pick(recount.sections)?.id, other != section else { return nil }
            return ["section": .string(section), pick(["before", "after"]) ?? "": .string(other)]
        case "add_dish":
            return [
                "section": .string(section), "name": .string("Dish \(lastRev)"),
                "price": JSON(number(from: 0, to: 3000)),
            ]
        case "edit_dish": return ["dish": .string(dish), "price": JSON(number(from: 0, to: 3000))]
        case "move_dish":
            guard let (other, _) = pick(recount.dishes), other != dish else { return nil }
            return ["dish": .string(dish), pick(["before", "after"]) ?? "": .string(other)]
        default:
            // The contract leaves open the stock of a dish that is removed.
            return recount.left[dish] == nil && chance(30) ? ["dish": .string(dish)] : nil
        }
    }

    private var lastRev: Int { recount.steps.last?.rev ?? 0 }

    // MARK: Chance

    mutating func number(from low: Int, to high: Int) -> Int {
        Int.random(in: low...high, using: &generator)
    }

    mutating func chance(_ percent: Int) -> Bool { number(from: 1, to: 100) <= percent }

    mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.randomElement(using: &generator)
    }

    mutating func shuffled<Value>(_ values: [Value]) -> [Value] {
        values.shuffled(using: &generator)
    }
}
