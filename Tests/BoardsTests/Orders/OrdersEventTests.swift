import JSON
import Sync
import TestSupport
import Testing

/// Contents of events.
@Suite struct OrdersEventTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var tab = ""

    init() throws {
        try bench.ask("configure", ["deliveryFee": 350], by: OrdersBench.owner)
        bass = try bench.dish("Sea bass", 1800, in: bench.section("Fish", ["station": "grill"]))
        tab = try bench.open("delivery", ["name": "Ada"])
    }

    private var last: Event? { bench.events.last }

    /// Whether a text or a number stands anywhere in a value.
    private func holds(_ value: JSON?, _ wanted: JSON) -> Bool {
        guard let value else { return false }
        if value == wanted { return true }
        if let members = value.members {
            return members.contains { JSON.string($0.key) == wanted || holds($0.value, wanted) }
        }
        return value.elements?.contains { holds($0, wanted) } ?? false
    }

    @Test mutating func `a placing holds what it has frozen, its round and the fee`() throws {
        let line = try bench.add(bass, 2, to: tab)
        try bench.place(tab)
        expectEqual(last?.type, "tablecast.orders.placed")
        expectEqual(last?.subject, tab)
        expectEqual(last?.actor.text, "host:d_host")
        for value in [.string(line), "Sea bass", 1800, 1000, "grill", 350] as [JSON] {
            #expect(holds(last?.data, value), "\(value)")
        }
        expectEqual(last?.data["round"], 1)
    }

    @Test mutating func `an event holds the new values, and whom it is about`() throws {
        expectEqual(last?.type, "tablecast.orders.opened")
        for value in ["delivery", "Ada", "+12015550123", "1 Main St"] as [JSON] {
            #expect(holds(last?.data, value), "\(value)")
        }
        try bench.ask("edit", ["tab": .string(tab), "name": "Bo"])
        #expect(holds(last?.data, "Bo"))
        let line = try bench.order(bass, at: tab)
        try bench.step("cook", [line])
        #expect(holds(last?.data, .string(line)))
        let payment = try bench.pay(tab, ["amount": 700, "tip": 30])
        for value in [.string(payment), 700, 30, "cash"] as [JSON] {
            #expect(holds(last?.data, value), "\(value)")
        }
        try bench.ask("stock", ["dish": .string(bass), "left": 4])
        expectEqual(last?.subject, bass)
        #expect(holds(last?.data, 4))
    }

    @Test mutating func `an import holds each dish that it has changed, and no others`() throws {
        let file = #"""
            [{"nombre":"Sea bass","descripcion":"","precio":18,"tipo":"Fish"},
             {"nombre":"Cod","descripcion":"","precio":12.5,"tipo":"Fish"}]
            """#
        let (_, answer) = bench.importMenu(file)
        expectEqual(answer["unchanged"], 1)
        expectEqual(last?.type, "tablecast.orders.imported")
        #expect(holds(last?.data, "Cod"))
        #expect(holds(last?.data, 1250))
        #expect(!holds(last?.data, .string(bass)))
    }

    @Test mutating func `an undo names what it takes back, and who did it`() throws {
        try bench.ask("edit", ["tab": .string(tab), "name": "Bo"])
        let rev = bench.rev
        try bench.undo(by: OrdersBench.waiter)
        expectEqual(last?.type, "tablecast.orders.undone")
        #expect(holds(last?.data, JSON(rev)))
        expectEqual(last?.actor.text, "waiter:d_waiter")
    }
}
