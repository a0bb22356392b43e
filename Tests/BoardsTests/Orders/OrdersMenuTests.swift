import JSON
import Sync
import TestSupport
import Testing

/// Sections, dishes and stock.
@Suite struct OrdersMenuTests {
    private var bench = OrdersBench()

    private func names(_ member: String) -> [String] {
        OrdersBench.ranked(bench.menu[member]).map { $0.row["name"]?.text ?? "" }
    }

    @Test mutating func `the menu has its sections and dishes in the order of their ranks`()
        throws
    {
        let fish = try bench.section(
            "Fish", ["station": "grill", "texts": ["es": ["name": "Pescados"]]])
        let dish = try bench.dish(
            "Sea bass", 1800, in: fish,
            [
                "description": "With lemon", "allergens": ["fish", "milk"], "station": "oven",
                "texts": ["es": ["name": "Lubina", "description": "Con limón"]], "vat": 400,
            ])
        let plain = try bench.dish("Bread", 150, in: fish)
        var section = bench.menu["sections"]?[fish]?.members ?? [:]
        expectEqual(section.removeValue(forKey: "rank")?.text?.isEmpty, false)
        expectEqual(
            section,
            [
                "name": "Fish", "station": "grill", "texts": ["es": ["name": "Pescados"]],
            ])
        var row = bench.dishRow(dish)?.members ?? [:]
        expectEqual(row.removeValue(forKey: "rank")?.text?.isEmpty, false)
        expectEqual(
            row,
            [
                "section": .string(fish), "name": "Sea bass", "price": 1800, "vat": 400,
                "description": "With lemon", "allergens": ["fish", "milk"], "station": "oven",
                "texts": ["es": ["name": "Lubina", "description": "Con limón"]],
            ])
        // A dish without a rate has that of the settings.
        #expect(bench.dishRow(plain)?["vat"] == 1000)
        expectEqual(names("dishes"), ["Sea bass", "Bread"])
        expectEqual(bench.menu["currency"], "EUR")
    }

    @Test mutating func `distinguishes a dish without allergens from one with unknown allergens`()
        throws
    {
        let fish = try bench.section("Fish")
        try bench.dish("Sole", 900, in: fish, ["allergens": []])
        for (name, allergens) in [("Bass", [] as JSON), ("Ling", .null)] {
            let dish = try bench.dish(name, 900, in: fish, ["allergens": ["fish"]])
            try bench.ask("edit_dish", ["dish": .string(dish), "allergens": allergens])
        }
        var copy = OrdersBench()
        _ = copy.importMenu(bench.exportMenu())
        for bench in [bench, bench.replayed(), try bench.restored(), copy] {
            let stated = OrdersBench.ranked(bench.menu["dishes"]).map { $0.row["allergens"] }
            expectEqual(stated, [[], [], nil])
        }
    }

    @Test mutating func `an edit changes only the given fields, and null removes a value`() throws {
        let fish = try bench.section("Fish", ["station": "grill"])
        let dish = try bench.dish(
            "Sole", 900, in: fish,
            ["description": "x", "allergens": ["fish"], "vat": 400, "station": "oven"])
        try bench.ask("edit_dish", ["dish": .string(dish), "price": 950, "description": .null])
        #expect(bench.dishRow(dish)?["price"] == 950)
        #expect(bench.dishRow(dish)?["description"] == nil)
        #expect(bench.dishRow(dish)?["allergens"] == ["fish"])
        try bench.ask(
            "edit_dish",
            ["dish": .string(dish), "allergens": .null, "vat": .null, "station": .null])
        #expect(bench.dishRow(dish)?["allergens"] == nil)
        #expect(bench.dishRow(dish)?["station"] == nil)
        #expect(bench.dishRow(dish)?["vat"] == 1000)
        try bench.ask("edit_section", ["section": .string(fish), "station": .null])
        #expect(bench.menu["sections"]?[fish]?["station"] == nil)
        for field in ["name", "price"] {
            let arguments: [String: JSON] = ["dish": .string(dish), field: .null]
            expectEqual(bench.code("edit_dish", arguments), .invalid, "\(field)")
        }
    }

    @Test mutating func `dish names in a section must differ in more than case`() throws {
        let fish = try bench.section("Fish")
        let more = try bench.section("More")
        expectEqual(bench.code("add_section", ["name": " fISH "]), .conflict)
        expectEqual(
            bench.code("edit_section", ["section": .string(more), "name": "fish"]), .conflict)
        expectNil(bench.code("edit_section", ["section": .string(fish), "name": "FISH"]))
        let sole = try bench.dish("Sole", 900, in: fish)
        let arguments: [String: JSON] = ["name": "SOLE", "price": 1]
        let taken = arguments.merging(["section": .string(fish)]) { $1 }
        expectEqual(bench.code("add_dish", taken), .conflict)
        let other = try bench.dish("sole", 700, in: more)
        let moved: [String: JSON] = ["dish": .string(other), "section": .string(fish)]
        expectEqual(bench.code("edit_dish", moved), .conflict)
        expectEqual(
            bench.code("move_dish", ["dish": .string(other), "after": .string(sole)]), .conflict)
    }

    @Test mutating func `a move changes one row, and a dish can move to another section`() throws {
        let sections = try ["A", "B", "C"].map { try bench.section($0) }
        let before = bench.menu["sections"]
        try bench.ask(
            "move_section", ["section": .string(sections[2]), "before": .string(sections[0])])
        expectEqual(names("sections"), ["C", "A", "B"])
        for id in sections.prefix(2) { #expect(bench.menu["sections"]?[id] == before?[id]) }
        try bench.ask(
            "move_section", ["section": .string(sections[2]), "after": .string(sections[0])])
        expectEqual(names("sections"), ["A", "C", "B"])
        let first = try bench.dish("One", 1, in: sections[0])
        let second = try bench.dish("Two", 1, in: sections[1])
        try bench.dish("Three", 1, in: sections[0])
        try bench.ask("move_dish", ["dish": .string(second), "after": .string(first)])
        #expect(bench.dishRow(second)?["section"] == .string(sections[0]))
        expectEqual(bench.carte.map { $0[1] }, ["One", "Two", "Three"])
        for id in [first, sections[0]] {
            let verb = id == first ? "move_dish" : "move_section"
            let arguments: [String: JSON] = [
                verb == "move_dish" ? "dish" : "section": .string(id), "before": .string(id),
            ]
            expectEqual(bench.code(verb, arguments), .conflict, "\(verb)")
        }
    }

    @Test mutating func `only an empty section can be removed`() throws {
        let fish = try bench.section("Fish")
        let dish = try bench.dish("Sole", 900, in: fish)
        expectEqual(bench.code("remove_section", ["section": .string(fish)]), .conflict)
        try bench.ask("remove_dish", ["dish": .string(dish)])
        expectNil(bench.dishRow(dish))
        expectEqual(bench.code("edit_dish", ["dish": .string(dish), "price": 1]), .notFound)
        try bench.ask("remove_section", ["section": .string(fish)])
        expectEqual(bench.menu["sections"], [:])
        expectEqual(bench.code("edit_section", ["section": .string(fish), "name": "x"]), .notFound)
    }

    @Test mutating func `the stock of a dish is counted, and absent without a limit`() throws {
        let dish = try bench.dish("Sole", 900, in: bench.section("Fish"))
        #expect(bench.dishRow(dish)?["left"] == nil)
        for left in [7, 0, 999] {
            try bench.ask("stock", ["dish": .string(dish), "left": JSON(left)])
            expectEqual(bench.left(dish), left)
        }
        try bench.ask("stock", ["dish": .string(dish), "left": .null])
        #expect(bench.dishRow(dish)?["left"] == nil)
    }
}
