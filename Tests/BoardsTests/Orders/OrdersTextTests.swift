import JSON
import Sync
import TestSupport
import Testing

/// Accepted texts and their stored form.
@Suite struct OrdersTextTests {
    @Test func `texts are trimmed, composed, and on one line unless line breaks are legal`()
        throws
    {
        var bench = OrdersBench()
        let section = try bench.section("  Cafe\u{301}s \n y  te\u{301}s ")
        #expect(bench.menu["sections"]?[section]?["name"] == "Cafés y tés")
        let dish = try bench.dish(
            " Té\tverde ", 150, in: section, ["description": " uno\ndos \n"])
        #expect(bench.dishRow(dish)?["name"] == "Té verde")
        #expect(bench.dishRow(dish)?["description"] == "uno\ndos")
        let tab = try bench.open("delivery", ["address": "1 Main St\nFloor 2 "])
        #expect(bench.tab(tab)["tab"]?["address"] == "1 Main St\nFloor 2")
        let line = try bench.add(dish, to: tab, ["notes": " a\nb ", "person": " Ada "])
        #expect(bench.line(line, of: tab)?["notes"] == "a\nb")
        #expect(bench.line(line, of: tab)?["person"] == "Ada")
        #expect(bench.tab(tab)["tab"]?["phone"] == "+12015550123")
    }

    @Test func `an edit without changes is invalid`() throws {
        var bench = OrdersBench()
        let section = try bench.section("Fish")
        let dish = try bench.dish("Sole", 900, in: section)
        let tab = try bench.open()
        let line = try bench.add(dish, to: tab)
        let asked: [(String, [String: JSON])] = [
            ("edit_section", ["section": .string(section)]), ("edit_dish", ["dish": .string(dish)]),
            ("edit", ["tab": .string(tab)]), ("change", ["line": .string(line)]),
        ]
        for (action, arguments) in asked {
            expectEqual(bench.code(action, arguments), .invalid, "\(action)")
        }
        expectEqual(bench.code("configure", by: OrdersBench.owner), .invalid)
        // A section or a dish moves beside exactly one other.
        for arguments in [
            ["section": .string(section)],
            ["section": .string(section), "before": "s_1", "after": "s_2"],
        ] as [[String: JSON]] {
            expectEqual(bench.code("move_section", arguments), .invalid)
        }
    }
}
