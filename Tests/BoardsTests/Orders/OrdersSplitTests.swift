import JSON
import Sync
import TestSupport
import Testing

/// Splitting of tabs.
@Suite struct OrdersSplitTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var soup = ""
    private var tab = ""

    init() throws {
        let fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish)
        soup = try bench.dish("Soup", 600, in: fish)
        tab = try bench.open("table", ["name": "Ada", "phone": "+12015550123"])
    }

    private func arguments(
        _ lines: [(String, Int?)], _ more: [String: JSON] = [:]
    ) -> [String: JSON] {
        let carried = lines.map { line, quantity in
            JSON(present: ["line": .string(line), "quantity": quantity.map { JSON($0) }])
        }
        return ["tab": .string(tab), "lines": .array(carried)].merging(more) { $1 }
    }

    /// - Returns: the new tab.
    private mutating func split(
        _ lines: [(String, Int?)], _ more: [String: JSON] = [:]
    ) throws -> String {
        try bench.ask("split", arguments(lines, more))["tab"]?.text ?? ""
    }

    private func code(_ lines: [(String, Int?)]) -> RejectCode? {
        bench.code("split", arguments(lines))
    }

    @Test mutating func `moves lines to a new tab with the old one's values`() throws {
        let first = try bench.order(bass, at: tab)
        let second = try bench.order(soup, 2, at: tab)
        let wish = try bench.add(soup, to: tab)
        let before = bench.tab(tab)["lines"]
        let result = try bench.ask("split", arguments([(second, nil), (wish, nil)]))
        let other = result["tab"]?.text ?? ""
        expectEqual(result["number"], 2)
        expectEqual(result["ticket"], .string("ticket of \(other)"))
        var fields = bench.tab(other)["tab"]?.members ?? [:]
        #expect(fields["openedAt"]?.text != nil)
        fields["openedAt"] = nil
        expectEqual(
            fields,
            [
                "number": 2, "kind": "table", "status": "open", "table": "7", "name": "Ada",
                "phone": "+12015550123",
            ])
        expectEqual(Set(bench.tab(tab)["lines"]?.members?.keys.map { $0 } ?? []), [first])
        #expect(bench.tab(other)["lines"]?[wish] == before?[wish])
        #expect(bench.tab(other)["lines"]?[second]?["round"] == 1)
        expectEqual(bench.bill(tab)["total"], 1800)
        expectEqual(bench.bill(other)["total"], 1200)
        let moved = try bench.ask("split", arguments([(first, nil)], ["table": "9"]))
        #expect(bench.tab(moved["tab"]?.text ?? "")["tab"]?["table"] == "9")
    }

    @Test mutating func `moves a part of a quantity, and leaves the rest unchanged`() throws {
        try bench.ask("stock", ["dish": .string(bass), "left": 9])
        let line = try bench.order(bass, 5, at: tab, ["notes": "no salt"])
        try bench.step("cook", [line])
        let before = bench.line(line, of: tab)?.members ?? [:]
        let other = try split([(line, 2)])
        expectEqual(bench.line(line, of: tab), .object(before.merging(["quantity": 3]) { $1 }))
        let carried = bench.tab(other)["lines"]?.members?.values.map { $0 } ?? []
        expectEqual(carried, [.object(before.merging(["quantity": 2]) { $1 })])
        expectEqual(bench.left(bass), 4)
        expectEqual(bench.kitchen["rounds"]?["\(other).1"]?["lines"]?.members?.count, 1)
    }

    @Test mutating func `moves a whole quantity as the line itself, and rejects more`() throws {
        let line = try bench.order(bass, 3, at: tab)
        expectEqual(code([(line, 4)]), .conflict)
        let other = try split([(line, 3)])
        #expect(bench.line(line, of: other)?["quantity"] == 3)
        expectNil(bench.line(line, of: tab))
    }

    @Test mutating func `both tabs number their rounds from 1`() throws {
        let lines = try (1...4).map { _ in try bench.order(soup, at: tab) }
        let other = try split([(lines[1], nil), (lines[3], nil)])
        expectEqual(lines.map { bench.line($0, of: tab)?["round"] }, [1, nil, 2, nil])
        expectEqual(lines.map { bench.line($0, of: other)?["round"] }, [nil, 1, nil, 2])
        let rows = Set(bench.kitchen["rounds"]?.members?.keys.map { $0 } ?? [])
        expectEqual(rows, ["\(tab).1", "\(tab).2", "\(other).1", "\(other).2"])
    }

    @Test mutating func `paid lines can't move, and the rest must cover the amount paid`() throws {
        let first = try bench.order(bass, at: tab)
        let second = try bench.order(soup, 3, at: tab)
        let payment = try bench.pay(tab, ["lines": [.string(first)]])
        expectEqual(code([(first, nil)]), .conflict)
        expectNil(code([(second, nil)]))
        try bench.ask("unpay", ["payment": .string(payment)])
        try bench.pay(tab, ["amount": 2000])
        expectEqual(code([(first, nil)]), .conflict)
        expectEqual(code([(second, 3)]), .conflict)
        expectNil(code([(second, 2)]))
    }

    @Test mutating func `cancelled lines can't move`() throws {
        let line = try bench.order(bass, at: tab)
        try bench.order(soup, at: tab)
        try bench.step("cancel_lines", [line])
        expectEqual(code([(line, nil)]), .conflict)
    }

    @Test mutating func `lines of another tab can't move`() throws {
        let other = try bench.open()
        let line = try bench.order(bass, at: other)
        try bench.order(bass, at: tab)
        #expect([.conflict, .notFound].contains(code([(line, nil)])))
    }

    @Test mutating func `a split basket line leaves the rest in its tab`() throws {
        let wish = try bench.add(bass, 5, to: tab)
        let other = try split([(wish, 2)])
        #expect(bench.line(wish, of: tab)?["quantity"] == 3)
        let carried = bench.tab(other)["lines"]?.members?.values.first
        #expect(carried?["quantity"] == 2)
        #expect(carried?["status"] == "basket")
    }
}
