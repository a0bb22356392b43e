import BoardKit
import JSON
import OrdersBoard
import Sync
import TestSupport
import Testing

/// The search over tabs that left.
@Suite struct OrdersSearchTests {
    private var bench = OrdersBench()
    private var soup = ""

    init() throws {
        soup = try bench.dish("Crème brûlée", 600, in: bench.section("Desserts"))
    }

    /// Returns the tabs found, in order.
    private func found(_ text: String, by principal: Principal = OrdersBench.host) -> [String]? {
        let answer = bench.read("search", ["q": text], by: principal)
        guard let answer, answer.status == 200 else { return nil }
        return answer.json["tabs"]?.elements?.compactMap { $0["tab"]?.text }
    }

    private mutating func end(_ name: String, phone: String = "+12015550123") throws -> String {
        let tab = try bench.open(
            "delivery", ["name": .string(name), "phone": .string(phone), "address": "5 Elm St"])
        try bench.ask("cancel", ["tab": .string(tab)])
        return tab
    }

    @Test mutating func `finds tabs that left by any field, newest first`() throws {
        let zoe = try end("Zoë Núñez")
        let ada = try end("Ada Lovelace", phone: "+442071234567")
        let zoeAgain = try end("Zoe Smith")
        expectEqual(found("zoe"), [zoeAgain, zoe])
        expectEqual(found(" NUNEZ "), [zoe])
        expectEqual(found("2071234"), [ada])
        expectEqual(found("elm"), [zoeAgain, ada, zoe])
        expectEqual(found("nobody"), [])
        let open = try bench.open("takeaway", ["name": "Zoe Open"])
        expectEqual(found("zoe open"), [])
        try bench.ask("cancel", ["tab": .string(open)])
        expectEqual(found("zoe open"), [open])
        try bench.undo()
        expectEqual(found("zoe open"), [])
    }

    @Test mutating func `a search finds at most 50 tabs`() throws {
        var ended: [String] = []
        for number in 1...55 { ended.append(try end("Guest \(number)")) }
        expectEqual(found("guest"), Array(ended.reversed().prefix(50)))
    }

    @Test mutating func `only staff can search`() throws {
        let tab = try end("Ada")
        for principal in [OrdersBench.owner, OrdersBench.host, OrdersBench.waiter] {
            expectEqual(found("ada", by: principal), [tab])
        }
        for principal in [OrdersBench.cook, OrdersBench.engineer, OrdersBench.screen] {
            expectNil(found("ada", by: principal))
        }
    }
}
