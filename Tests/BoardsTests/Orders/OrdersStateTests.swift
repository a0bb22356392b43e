import JSON
import Sync
import TestSupport
import Testing

/// The actions that each status permits.
@Suite struct OrdersStateTests {
    /// A tab with a served line and a basket, beside another open tab.
    private struct Stage {
        var bench = OrdersBench()
        var dish = ""
        var tab = ""
        var other = ""
        var served = ""
        var basket = ""

        init() throws {
            dish = try bench.dish("Sea bass", 1000, in: bench.section("Fish"))
            tab = try bench.open()
            other = try bench.open()
            served = try bench.order(dish, at: tab)
            try bench.step("serve", [served])
            basket = try bench.add(dish, 2, to: tab, ["notes": "no salt"])
            try bench.order(dish, at: other)
        }

        mutating func bring(to state: String) throws {
            let named: [String: JSON] = ["tab": .string(tab)]
            switch state {
            case "closed":
                try bench.pay(tab, ["amount": 1000])
                try bench.ask("close", named)
            case "cancelled":
                try bench.ask("cancel", named.merging(["reason": "they left"]) { $1 })
            case "merged":
                try bench.ask("merge", ["tab": .string(other), "from": .string(tab)])
            default: break
            }
        }

        func refusal(_ action: String) -> Rejection? {
            var bench = bench
            let own = JSON.string(tab)
            let other = JSON.string(other)
            switch action {
            case "edit": return bench.refusal("edit", ["tab": own, "name": "Ada"])
            case "add": return bench.refusal("add", ["tab": own, "dish": .string(dish)])
            case "change":
                return bench.refusal("change", ["line": .string(basket), "quantity": 3])
            case "repeat to": return bench.refusal("repeat", ["tab": own, "from": other])
            case "repeat from": return bench.refusal("repeat", ["tab": other, "from": own])
            case "place": return bench.refusal("place", ["tab": own])
            case "recall": return bench.refusal("recall", ["lines": [.string(served)]])
            case "cancel_lines":
                return bench.refusal(
                    "cancel_lines", ["lines": [.string(served)], "reason": "cold"])
            case "merge to": return bench.refusal("merge", ["tab": own, "from": other])
            case "merge from": return bench.refusal("merge", ["tab": other, "from": own])
            case "split":
                return bench.refusal(
                    "split", ["tab": own, "lines": [["line": .string(served)]]])
            case "pay":
                return bench.refusal("pay", ["tab": own, "method": "card", "amount": 100])
            case "close":
                if bench.tab(tab)["tab"]?["status"] == "open" {
                    _ = try? bench.pay(tab, ["amount": 1000])
                }
                return bench.refusal("close", ["tab": own])
            case "cancel":
                return bench.refusal("cancel", ["tab": own, "reason": "they left"])
            default: return bench.refusal(action, ["tab": own])
            }
        }
    }

    private static let tabActions = [
        "edit", "add", "change", "repeat to", "repeat from", "place", "recall", "cancel_lines",
        "merge to", "merge from", "split", "pay", "close", "cancel", "reopen",
    ]

    @Test(arguments: ["open", "closed", "cancelled", "merged"])
    func `a tab permits its status's actions, and others are conflicts`(state: String) throws {
        var stage = try Stage()
        try stage.bring(to: state)
        let status = stage.bench.tab(stage.tab)["tab"]?["status"]
        expectEqual(status, .string(state))
        for action in Self.tabActions {
            let isLegal =
                switch state {
                case "open": action != "reopen"
                case "closed", "cancelled": ["repeat from", "reopen"].contains(action)
                default: false
                }
            // An ended tab has no basket, and a merged one no lines.
            if state == "merged", ["recall", "cancel_lines", "change"].contains(action) {
                continue
            }
            let basketIsGone = action == "change" && state != "open"
            let refused: RejectCode = basketIsGone ? .notFound : .conflict
            // The contract leaves open whether a cancelled tab can be repeated.
            if state == "cancelled", action == "repeat from" { continue }
            expectEqual(stage.refusal(action)?.code, (isLegal ? nil : refused), "\(action)")
        }
    }

    @Test func `a tab that left on an earlier service day can't be reopened`() throws {
        for state in ["closed", "cancelled"] {
            var stage = try Stage()
            try stage.bring(to: state)
            stage.bench.beginDay()
            expectEqual(stage.refusal("reopen")?.code, .conflict)
            #expect(stage.bench.tab(stage.tab)["tab"]?["status"] == .string(state))
        }
    }

    // MARK: Lines

    /// The steps that lead a line to each status, and the actions permitted there.
    private static let lines: [(state: String, steps: [String], legal: Set<String>)] = [
        ("basket", [], ["change", "place", "split"]),
        ("placed", ["place"], ["cancel_lines", "split", "pay", "cook", "done", "serve"]),
        (
            "cooking", ["place", "cook"],
            ["cancel_lines", "split", "pay", "done", "serve", "recall"]
        ),
        ("done", ["place", "done"], ["cancel_lines", "split", "pay", "serve", "recall"]),
        ("served", ["place", "serve"], ["cancel_lines", "split", "pay", "recall"]),
        ("cancelled", ["place", "cancel_lines"], []),
    ]

    private static let lineActions = [
        "change", "place", "split", "cancel_lines", "pay", "cook", "done", "serve", "recall",
    ]

    private func ask(
        _ action: String, _ line: String, _ tab: String, _ bench: inout OrdersBench
    ) throws(Rejection) {
        let named = JSON.string(line)
        switch action {
        case "change": try bench.ask("change", ["line": named, "quantity": 5])
        case "place": try bench.ask("place", ["tab": .string(tab), "lines": [named]])
        case "split": try bench.ask("split", ["tab": .string(tab), "lines": [["line": named]]])
        case "pay":
            try bench.ask("pay", ["tab": .string(tab), "method": "card", "lines": [named]])
        case "cancel_lines": try bench.ask(action, ["lines": [named], "reason": "cold"])
        default: try bench.ask(action, ["lines": [named]])
        }
    }

    private func refusal(_ action: String, _ line: String, _ tab: String, _ bench: OrdersBench)
        -> Rejection?
    {
        var copy = bench
        do throws(Rejection) {
            try ask(action, line, tab, &copy)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 0..<6)
    func `a line permits its status's actions, and others are conflicts`(row: Int) throws {
        let (state, steps, legal) = Self.lines[row]
        var bench = OrdersBench()
        let dish = try bench.dish("Sea bass", 1000, in: bench.section("Fish"))
        let tab = try bench.open()
        let line = try bench.add(dish, 2, to: tab)
        for step in steps { try ask(step, line, tab, &bench) }
        expectEqual(bench.status(line, of: tab), state)
        for action in Self.lineActions {
            let code = refusal(action, line, tab, bench)?.code
            expectEqual(code, (legal.contains(action) ? nil : .conflict), "\(action)")
        }
    }

    @Test func `a removed, joined or unknown line is not found`() throws {
        var bench = OrdersBench()
        let dish = try bench.dish("Sea bass", 1000, in: bench.section("Fish"))
        let tab = try bench.open()
        let removed = try bench.add(dish, to: tab)
        try bench.ask("change", ["line": .string(removed), "quantity": 0])
        let older = try bench.add(dish, to: tab)
        let joined = try bench.add(dish, to: tab, ["notes": "no salt"])
        let result = try bench.ask("change", ["line": .string(joined), "notes": .null])
        expectEqual(result, ["line": .string(older)])
        for line in [removed, joined, "l_never"] {
            for action in Self.lineActions {
                expectEqual(refusal(action, line, tab, bench)?.code, .notFound, "\(action) \(line)")
            }
        }
    }

    @Test func `an unknown tab, dish, section or payment is not found`() throws {
        var bench = OrdersBench()
        let fish = try bench.section("Fish")
        let dish = try bench.dish("Sea bass", 1000, in: fish)
        let tab = try bench.open()
        let never: JSON = "x_never"
        let asked: [(String, [String: JSON])] = [
            ("edit_section", ["section": never, "name": "Soup"]),
            ("add_dish", ["section": never, "name": "Sole", "price": 1]),
            ("edit_dish", ["dish": never, "price": 1]),
            ("edit_dish", ["dish": .string(dish), "section": never]),
            ("move_section", ["section": .string(fish), "before": never]),
            ("move_dish", ["dish": .string(dish), "after": never]),
            ("remove_section", ["section": never]), ("remove_dish", ["dish": never]),
            ("stock", ["dish": never, "left": 3]), ("edit", ["tab": never, "name": "Ada"]),
            ("add", ["tab": never, "dish": .string(dish)]),
            ("add", ["tab": .string(tab), "dish": never]),
            ("repeat", ["tab": .string(tab), "from": never]), ("place", ["tab": never]),
            ("merge", ["tab": never, "from": .string(tab)]),
            ("merge", ["tab": .string(tab), "from": never]),
            ("split", ["tab": never, "lines": [["line": never]]]),
            ("pay", ["tab": never, "method": "cash", "amount": 1]),
            ("unpay", ["payment": never]), ("close", ["tab": never]),
            ("reopen", ["tab": never]), ("cancel", ["tab": never]), ("undo", ["rev": 999]),
        ]
        for (action, arguments) in asked {
            expectEqual(bench.code(action, arguments), .notFound, "\(action) \(arguments)")
        }
    }

    @Test func `only a tab of a table can get another table`() throws {
        var bench = OrdersBench()
        let dish = try bench.dish("Sea bass", 1000, in: bench.section("Fish"))
        let takeaway = try bench.open("takeaway")
        expectEqual(bench.code("edit", ["tab": .string(takeaway), "table": "9"]), .conflict)
        let tab = try bench.open()
        try bench.order(dish, at: tab)
        try bench.ask("edit", ["tab": .string(tab), "table": "9"])
        #expect(bench.hosts["tabs"]?[tab]?["table"] == "9")
        #expect(bench.kitchen["rounds"]?["\(tab).1"]?["table"] == "9")
    }
}
