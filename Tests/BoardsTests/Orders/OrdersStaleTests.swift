import JSON
import Sync
import TestSupport
import Testing

/// Stale requests, and the order of checks.
@Suite struct OrdersStaleTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var tab = ""
    private var line = ""

    init() throws {
        bass = try bench.dish("Sea bass", 1800, in: bench.section("Fish"))
        tab = try bench.open()
        line = try bench.order(bass, 2, at: tab)
    }

    private func code(
        _ verb: String, _ arguments: [String: JSON], ifRev: Int,
        by principal: Principal = OrdersBench.host
    ) -> RejectCode? {
        bench.refusal(verb, arguments, by: principal, ifRev: ifRev)?.code
    }

    @Test mutating func `a request is stale if its item has changed since`() throws {
        let seen = bench.rev
        let edit: [String: JSON] = ["tab": .string(tab), "name": "Bo"]
        let cook: [String: JSON] = ["lines": [.string(line)]]
        let price: [String: JSON] = ["dish": .string(bass), "price": 1]
        for (verb, arguments) in [("edit", edit), ("cook", cook), ("edit_dish", price)] {
            expectNil(code(verb, arguments, ifRev: seen), "\(verb)")
        }
        try bench.ask("edit", ["tab": .string(tab), "name": "Ada"])
        expectEqual(code("edit", edit, ifRev: seen), .stale)
        expectNil(code("edit", edit, ifRev: bench.rev))
        // Changes of other items don't matter.
        expectNil(code("edit_dish", price, ifRev: seen))
        try bench.step("done", [line])
        expectEqual(code("serve", cook, ifRev: seen), .stale)
        try bench.ask("edit_dish", ["dish": .string(bass), "price": 1900])
        expectEqual(code("edit_dish", price, ifRev: seen), .stale)
    }

    @Test mutating func `problems are checked in the order of the protocol`() throws {
        let seen = bench.rev - 3
        // `forbidden` comes before all other problems.
        let kitchen = OrdersBench.cook
        expectEqual(code("open", ["kind": "picnic"], ifRev: seen, by: kitchen), .forbidden)
        // `invalid` comes before `not_found`, then `stale`, then `conflict`.
        expectEqual(code("edit", ["tab": "t_never", "phone": "x"], ifRev: seen), .invalid)
        expectEqual(code("edit", ["tab": "t_never", "name": "Bo"], ifRev: seen), .notFound)
        try bench.step("serve", [line])
        try bench.pay(tab, ["amount": 3600])
        try bench.ask("close", ["tab": .string(tab)])
        expectEqual(code("edit", ["tab": .string(tab), "name": "Bo"], ifRev: seen), .stale)
        expectEqual(code("edit", ["tab": .string(tab), "name": "Bo"], ifRev: bench.rev), .conflict)
    }
}
