import JSON
import Sync
import TestSupport
import Testing

/// Placing, which is all or nothing and reports all problems at once.
@Suite struct OrdersPlacingTests {
    private var bench = OrdersBench()
    private var fish = ""
    private var bass = ""
    private var soup = ""
    private var tab = ""

    init() throws {
        fish = try bench.section("Fish", ["station": "grill"])
        bass = try bench.dish("Sea bass", 1800, in: fish, ["vat": 400])
        soup = try bench.dish("Soup", 600, in: fish)
        tab = try bench.open()
    }

    private mutating func stock(_ dish: String, _ left: JSON) throws {
        try bench.ask("stock", ["dish": .string(dish), "left": left])
    }

    private func problems(_ tab: String, _ lines: [String]? = nil) -> [[String]] {
        var arguments: [String: JSON] = ["tab": .string(tab)]
        arguments["lines"] = lines.map(OrdersBench.texts)
        let refusal = bench.refusal("place", arguments)
        expectEqual(refusal?.code, .conflict)
        return (refusal?.problems ?? []).map { [$0.field, $0.message] }
    }

    @Test mutating func `placing freezes the dish's values, and numbers the tab's rounds`() throws {
        let first = try bench.add(bass, 2, to: tab, ["notes": "no salt", "person": "Ada"])
        expectEqual(
            bench.line(first, of: tab),
            [
                "dish": .string(bass), "quantity": 2, "status": "basket", "notes": "no salt",
                "person": "Ada", "at": bench.lastAt,
            ])
        try expectEqual(bench.place(tab), 1)
        let at = bench.lastAt
        let frozen: JSON = [
            "dish": .string(bass), "quantity": 2, "status": "placed", "at": at,
            "notes": "no salt", "person": "Ada", "name": "Sea bass", "price": 1800, "vat": 400,
            "round": 1, "station": "grill",
        ]
        expectEqual(bench.line(first, of: tab), frozen)
        try bench.ask(
            "edit_dish",
            ["dish": .string(bass), "name": "Bream", "price": 1, "vat": 2100, "station": "oven"])
        expectEqual(bench.line(first, of: tab), frozen)
        try bench.ask("remove_dish", ["dish": .string(bass)])
        expectEqual(bench.line(first, of: tab), frozen)
        try bench.add(soup, to: tab)
        try expectEqual(bench.place(tab), 2)
        expectEqual(bench.bill(tab)["total"], 4200)
    }

    @Test mutating func `a part of the basket can be placed, and the rest stays`() throws {
        let first = try bench.add(soup, to: tab)
        let second = try bench.add(bass, to: tab)
        try expectEqual(bench.place(tab, [second]), 1)
        expectEqual(bench.status(first, of: tab), "basket")
        try expectEqual(bench.place(tab, [first]), 2)
        expectEqual(problems(tab), [["lines", "There is nothing to place"]])
    }

    @Test mutating func `placing reduces the stock`() throws {
        try stock(bass, 5)
        try bench.add(bass, 2, to: tab)
        try bench.add(bass, 2, to: tab, ["person": "Ada"])
        expectEqual(bench.left(bass), 5)
        try bench.place(tab)
        expectEqual(bench.left(bass), 1)
        try bench.add(bass, 2, to: tab)
        expectEqual(problems(tab).map { $0[1] }, ["Only 1 of Sea bass is left"])
        expectEqual(bench.left(bass), 1)
        expectNil(bench.left(soup))
    }

    @Test mutating func `lines of the same dish count together, and each bad line has a problem`()
        throws
    {
        try stock(bass, 3)
        let first = try bench.add(bass, 2, to: tab)
        let second = try bench.add(soup, 1, to: tab)
        let third = try bench.add(bass, 2, to: tab, ["person": "Ada"])
        expectEqual(
            problems(tab),
            [
                [first, "Only 3 of Sea bass are left"], [third, "Only 3 of Sea bass are left"],
            ])
        // Nothing was placed.
        for line in [first, second, third] {
            expectEqual(bench.status(line, of: tab), "basket")
        }
        try expectEqual(bench.place(tab, [first, second]), 1)
        expectEqual(bench.left(bass), 1)
    }

    @Test mutating func `one answer lists all problems of placing, in order`() throws {
        let delivery = try bench.open("delivery", ["phone": .null, "address": .null])
        let sole = try bench.dish("Sole", 1500, in: fish)
        let cod = try bench.dish("Cod", 1200, in: fish)
        let codLine = try bench.add(cod, 3, to: delivery)
        let bassLine = try bench.add(bass, to: delivery)
        let soleLine = try bench.add(sole, to: delivery)
        try bench.add(soup, to: delivery)
        try stock(bass, 0)
        try stock(cod, 2)
        try bench.ask("remove_dish", ["dish": .string(sole)])
        expectEqual(
            problems(delivery),
            [
                ["phone", "Phone is a required field."],
                ["address", "Address is a required field."],
                [codLine, "Only 2 of Cod are left"], [bassLine, "Sea bass is sold out"],
                [soleLine, "Sole is no longer on the menu"],
            ])
        let empty = try bench.open("delivery", ["phone": .null, "address": .null])
        expectEqual(
            problems(empty),
            [
                ["phone", "Phone is a required field."],
                ["address", "Address is a required field."],
                ["lines", "There is nothing to place"],
            ])
    }

    @Test mutating func `a takeaway tab needs only lines to be placed`() throws {
        let takeaway = try bench.open("takeaway", ["phone": .null])
        try bench.add(soup, to: takeaway)
        try expectEqual(bench.place(takeaway), 1)
    }

    @Test mutating func `the first round of a delivery freezes the fee`() throws {
        try bench.ask("configure", ["deliveryFee": 350], by: OrdersBench.owner)
        let delivery = try bench.open("delivery")
        try bench.add(soup, to: delivery)
        expectNil(bench.bill(delivery)["delivery"])
        expectEqual(bench.bill(delivery)["total"], 0)
        try bench.place(delivery)
        try bench.ask("configure", ["deliveryFee": 999], by: OrdersBench.owner)
        try bench.order(soup, at: delivery)
        expectEqual(bench.bill(delivery)["delivery"], 350)
        expectEqual(bench.bill(delivery)["total"], 1550)
        // Tabs of other kinds have no fee.
        try bench.order(soup, at: tab)
        expectNil(bench.bill(tab)["delivery"])
    }

    @Test mutating func `the last dish goes to the first tab that places it`() throws {
        try stock(bass, 1)
        let other = try bench.open()
        try bench.add(bass, to: tab)
        let late = try bench.add(bass, to: other)
        try bench.place(tab)
        expectEqual(bench.left(bass), 0)
        expectEqual(problems(other), [[late, "Sea bass is sold out"]])
        expectEqual(bench.code("add", ["tab": .string(tab), "dish": .string(bass)]), .conflict)
    }
}
