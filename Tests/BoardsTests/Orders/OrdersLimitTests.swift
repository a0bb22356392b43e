import JSON
import Sync
import TestSupport
import Testing

/// Limits: each can be reached, and one more is a conflict.
@Suite struct OrdersLimitTests {
    private var bench = OrdersBench()

    /// A file with a number of dishes, in sections of 500.
    private static func menu(_ count: Int, section: (Int) -> Int = { $0 / 500 }) -> String {
        let dishes = (0..<count).map { number in
            #"{"nombre":"Plato \#(number)","descripcion":"","precio":1,"#
                + #""tipo":"Tipo \#(section(number))"}"#
        }
        return "[" + dishes.joined(separator: ",\n") + "]"
    }

    /// Returns the message of a rejection at a limit.
    private func said(_ verb: String, _ arguments: [String: JSON]) -> String? {
        let refusal = bench.refusal(verb, arguments)
        expectEqual(refusal?.code, .conflict)
        return refusal?.message
    }

    private var firstDish: String {
        OrdersBench.ranked(bench.menu["dishes"]).first?.id ?? ""
    }

    @Test mutating func `a menu has at most 2,000 dishes`() throws {
        expectEqual(bench.importMenu(Self.menu(2001)).status, 422)
        expectEqual(bench.menu["dishes"], [:])
        let (status, answer) = bench.importMenu(Self.menu(2000))
        expectEqual(status, 200)
        expectEqual(answer["added"], 2000)
        let section = OrdersBench.ranked(bench.menu["sections"]).first?.id ?? ""
        let dish: [String: JSON] = ["section": .string(section), "name": "x", "price": 1]
        expectEqual(said("add_dish", dish), "A menu has at most 2000 dishes")
        try bench.ask("remove_dish", ["dish": .string(firstDish)])
        expectNil(bench.code("add_dish", dish))
    }

    @Test mutating func `a menu has at most 100 sections`() throws {
        expectEqual(bench.importMenu(Self.menu(101) { $0 }).status, 422)
        expectEqual(bench.importMenu(Self.menu(100) { $0 }).status, 200)
        expectEqual(said("add_section", ["name": "x"]), "A menu has at most 100 sections")
        let other = #"[{"nombre":"Pan","descripcion":"","precio":1,"tipo":"Otro"}]"#
        expectEqual(bench.importMenu(other).status, 422)
    }

    @Test mutating func `rejects a menu of more than 3 MiB`() {
        // Each dish is legal: 1,000 characters of four bytes.
        let text = String(repeating: "👩", count: 1000)
        let dishes = (0..<800).map { number in
            #"{"nombre":"Plato \#(number)","descripcion":"\#(text)","precio":1,"tipo":"Todo"}"#
        }
        let (status, _) = bench.importMenu("[" + dishes.joined(separator: ",") + "]")
        expectEqual(status, 422)
        expectEqual(bench.menu["dishes"], [:])
    }

    @Test mutating func `at most 500 tabs are open`() throws {
        var last = ""
        for _ in 1...500 { last = try bench.open("takeaway") }
        expectEqual(said("open", ["kind": "takeaway"]), "At most 500 tabs can be open")
        try bench.ask("cancel", ["tab": .string(last)])
        expectNil(bench.code("open", ["kind": "takeaway"]))
    }

    @Test mutating func `a tab has at most 200 lines`() throws {
        let soup = try bench.dish("Soup", 600, in: bench.section("Soups"))
        let tab = try bench.open()
        for number in 1...200 {
            try bench.add(soup, to: tab, ["notes": .string("\(number)")])
        }
        let more: [String: JSON] = ["tab": .string(tab), "dish": .string(soup)]
        expectEqual(
            said("add", more.merging(["notes": "201"]) { $1 }), "A tab has at most 200 lines")
        // An addition to an existing line does not count.
        expectNil(bench.code("add", more.merging(["notes": "200"]) { $1 }))
        let other = try bench.open()
        try bench.add(soup, to: other, ["notes": "201"])
        let merge: [String: JSON] = ["tab": .string(tab), "from": .string(other)]
        expectEqual(said("merge", merge), "A tab has at most 200 lines")
        try expectEqual(bench.place(tab), 1)
    }

    @Test mutating func `a tab has at most 100 payments`() throws {
        let soup = try bench.dish("Soup", 600, in: bench.section("Soups"))
        let tab = try bench.open()
        try bench.order(soup, at: tab)
        var last = ""
        for _ in 1...100 { last = try bench.pay(tab, ["amount": 1]) }
        let more: [String: JSON] = ["tab": .string(tab), "method": "cash", "amount": 1]
        expectEqual(said("pay", more), "A tab has at most 100 payments")
        try bench.ask("unpay", ["payment": .string(last)])
        expectNil(bench.code("pay", more))
    }

    @Test mutating func `no document exceeds 3 MiB`() throws {
        let soup = try bench.dish("Soup", 600, in: bench.section("Soups"))
        let text = String(repeating: "👩", count: 24)
        for _ in 1...40 {
            let tab = try bench.open("takeaway", ["name": .string(text)])
            for number in 1...50 {
                let notes = String(repeating: "é", count: 190) + "\(number)"
                try bench.add(soup, to: tab, ["notes": .string(notes)])
            }
            try bench.place(tab)
        }
        for view in ["orders/host", "orders/kitchen", "orders/display"] {
            let bytes = bench.message(view)?.count ?? 0
            #expect(bytes > 0 && bytes <= 3 << 20, "\(view) \(bytes)")
        }
    }
}
