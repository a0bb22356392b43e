import JSON

/// What is asked for: mostly what may succeed, and sometimes what can't.
extension OrdersService {
    /// - Returns: `nil` if there is nothing to ask for.
    mutating func arguments(_ verb: String) -> [String: JSON]? {
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
            let rev = max(1, bench.rev - number(from: 0, to: chance(50) ? 3 : 25))
            return isPlain(undoOf: rev) ? ["rev": JSON(rev)] : nil
        default: return menuArguments(verb)
        }
    }

    // MARK: Tabs

    private mutating func tab(anyState: Bool = false, not kind: String = "") -> JSON? {
        let known = recount.tabs.filter { _, tab in
            (anyState || tab.status == "open") && tab.kind != kind
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
        // Which lines of a cancelled tab or of a basket are ordered again is left open.
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

    /// The lines of a tab in these states, in the order of their names.
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
        // What a delivery costs of which no line counts is left open.
        let kind = verb == "cancel_lines" ? "delivery" : ""
        guard let tab = tab(not: kind) else { return nil }
        let states = ["placed", "cooking", "done", "served", "cancelled"]
        let chosen = lines(of: tab, states).shuffled(using: &generator).prefix(
            verb == "cancel_lines" ? 1 : number(from: 1, to: 4))
        guard !chosen.isEmpty else { return nil }
        var arguments: [String: JSON] = ["lines": OrdersBench.texts(Array(chosen))]
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
            return ["name": .string("Section \(bench.rev)")]
        case "move_section":
            guard let other = pick(recount.sections)?.id, other != section else { return nil }
            return ["section": .string(section), pick(["before", "after"]) ?? "": .string(other)]
        case "add_dish":
            return [
                "section": .string(section), "name": .string("Dish \(bench.rev)"),
                "price": JSON(number(from: 0, to: 3000)),
            ]
        case "edit_dish": return ["dish": .string(dish), "price": JSON(number(from: 0, to: 3000))]
        case "move_dish":
            guard let (other, _) = pick(recount.dishes), other != dish else { return nil }
            return ["dish": .string(dish), pick(["before", "after"]) ?? "": .string(other)]
        default:
            // What becomes of a count whose dish is gone is left open.
            return recount.left[dish] == nil && chance(30) ? ["dish": .string(dish)] : nil
        }
    }
}
