import JSON
import Sync
import TestSupport
import Testing

/// Joining of equal lines in a basket.
@Suite struct OrdersBasketTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var soup = ""
    private var tab = ""

    init() throws {
        let fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish)
        soup = try bench.dish("Soup", 600, in: fish)
        tab = try bench.open()
    }

    /// Returns the dish, quantity, notes and person of a basket's lines, in any order.
    private func basket(_ tab: String) -> Set<String> {
        let lines = bench.tab(tab)["lines"]?.members ?? [:]
        return Set(
            lines.values.filter { $0["status"] == "basket" }.map { line in
                let dish = line["dish"]?.text == bass ? "bass" : "soup"
                let quantity = line["quantity"]?.integer ?? 0
                return "\(quantity) \(dish) \(line["notes"]?.text ?? "-") "
                    + (line["person"]?.text ?? "-")
            })
    }

    private func total(_ line: String) -> Int? {
        bench.line(line, of: tab)?["quantity"]?.integer
    }

    @Test mutating func `adding a line that is already in the basket raises its quantity`() throws {
        let line = try bench.add(bass, to: tab)
        try expectEqual(bench.add(bass, 2, to: tab), line)
        expectEqual(total(line), 3)
        for more in [["notes": "no salt"], ["person": "Ada"]] as [[String: JSON]] {
            #expect(try bench.add(bass, to: tab, more) != line)
        }
        expectEqual(basket(tab), ["3 bass - -", "1 bass no salt -", "1 bass - Ada"])
        // Placed lines are not in the basket.
        try bench.place(tab, [line])
        #expect(try bench.add(bass, to: tab) != line)
    }

    @Test mutating func `lines are compared by their stored texts`() throws {
        let line = try bench.add(bass, to: tab, ["notes": "sin acompan\u{303}ar"])
        try expectEqual(bench.add(bass, to: tab, ["notes": " sin acompañar "]), line)
        let plain = try bench.add(bass, to: tab)
        try expectEqual(bench.add(bass, to: tab, ["notes": "  ", "person": .null]), plain)
    }

    @Test mutating func `changing a line to equal an older one joins it to that one`() throws {
        let older = try bench.add(bass, 2, to: tab)
        let younger = try bench.add(bass, 3, to: tab, ["notes": "no salt"])
        let changed = try bench.ask("change", ["line": .string(younger), "notes": .null])
        expectEqual(changed, ["line": .string(older)])
        expectEqual(total(older), 5)
        expectNil(bench.line(younger, of: tab))
        // This also holds when the older line is changed.
        let third = try bench.add(bass, to: tab, ["notes": "no salt"])
        let again = try bench.ask("change", ["line": .string(older), "notes": "no salt"])
        expectEqual(again, ["line": .string(older)])
        expectEqual(total(older), 6)
        expectNil(bench.line(third, of: tab))
    }

    @Test mutating func `a joining change with a quantity sets that quantity`() throws {
        let older = try bench.add(bass, 2, to: tab)
        let younger = try bench.add(bass, 3, to: tab, ["person": "Ada"])
        try bench.ask(
            "change", ["line": .string(younger), "quantity": 7, "person": .null])
        expectEqual(total(older), 9)
    }

    @Test mutating func `a quantity of 0 removes the line, and the answer names no line`() throws {
        let line = try bench.add(bass, to: tab)
        let result = try bench.ask("change", ["line": .string(line), "quantity": 0])
        expectNil(result["line"])
        #expect(basket(tab).isEmpty)
    }

    @Test mutating func `a quantity of more than 100 is a conflict`() throws {
        let line = try bench.add(bass, 99, to: tab)
        expectEqual(
            bench.code("add", ["tab": .string(tab), "dish": .string(bass), "quantity": 2]),
            .conflict)
        let other = try bench.add(bass, 2, to: tab, ["notes": "no salt"])
        expectEqual(bench.code("change", ["line": .string(other), "notes": .null]), .conflict)
        expectEqual(bench.code("change", ["line": .string(line), "quantity": 101]), .invalid)
        try bench.add(bass, 1, to: tab)
        expectEqual(total(line), 100)
    }

    @Test mutating func `a sold-out dish can't be added`() throws {
        let line = try bench.add(bass, to: tab)
        try bench.ask("stock", ["dish": .string(bass), "left": 0])
        expectEqual(bench.code("add", ["tab": .string(tab), "dish": .string(bass)]), .conflict)
        // Existing lines can still be changed.
        expectNil(bench.code("change", ["line": .string(line), "quantity": 0]))
        try bench.ask("stock", ["dish": .string(bass), "left": 1])
        expectNil(bench.code("add", ["tab": .string(tab), "dish": .string(bass), "quantity": 5]))
        try bench.ask("remove_dish", ["dish": .string(bass)])
        expectEqual(bench.code("add", ["tab": .string(tab), "dish": .string(bass)]), .notFound)
    }

    // MARK: Ordering again

    @Test mutating func `ordering again puts an earlier tab's lines into the basket`() throws {
        try bench.order(bass, 2, at: tab, ["notes": "no salt", "person": "Ada"])
        try bench.order(soup, 1, at: tab, ["person": "Bo"])
        let later = try bench.open()
        let here = try bench.add(soup, 4, to: later)
        let result = try bench.ask(
            "repeat", ["tab": .string(later), "from": .string(tab)])
        expectEqual(result, ["leftOut": []])
        expectEqual(basket(later), ["2 bass no salt -", "5 soup - -"])
        #expect(bench.tab(later)["lines"]?[here]?["quantity"] == 5)
    }

    @Test mutating func `ordering again leaves out unavailable dishes and names them`() throws {
        let sole = try bench.dish("Sole", 900, in: bench.section("More"))
        try bench.order(bass, 2, at: tab)
        try bench.order(sole, 3, at: tab)
        try bench.order(soup, at: tab)
        try bench.ask("stock", ["dish": .string(bass), "left": 0])
        try bench.ask("remove_dish", ["dish": .string(sole)])
        let later = try bench.open()
        let result = try bench.ask("repeat", ["tab": .string(later), "from": .string(tab)])
        expectEqual(
            result["leftOut"],
            [
                ["name": "Sea bass", "quantity": 2], ["name": "Sole", "quantity": 3],
            ])
        expectEqual(basket(later), ["1 soup - -"])
        try bench.ask("stock", ["dish": .string(soup), "left": 0])
        let nothing: [String: JSON] = ["tab": .string(later), "from": .string(tab)]
        expectEqual(bench.code("repeat", nothing), .conflict)
    }

    @Test mutating func `ordering again beyond a quantity of 100 is a conflict`() throws {
        try bench.order(bass, 60, at: tab)
        let later = try bench.open()
        try bench.add(bass, 41, to: later)
        let arguments: [String: JSON] = ["tab": .string(later), "from": .string(tab)]
        expectEqual(bench.code("repeat", arguments), .conflict)
        expectEqual(basket(later), ["41 bass - -"])
    }

    @Test mutating func `ordering again works from a closed tab, at today's prices`() throws {
        let line = try bench.order(bass, 2, at: tab)
        try bench.step("serve", [line])
        try bench.pay(tab, ["amount": 3600])
        try bench.ask("close", ["tab": .string(tab)])
        try bench.ask("edit_dish", ["dish": .string(bass), "price": 2000])
        bench.beginDay()
        let later = try bench.open()
        try bench.ask("repeat", ["tab": .string(later), "from": .string(tab)])
        try bench.place(later)
        expectEqual(bench.bill(later)["total"], 4000)
    }
}
