import JSON
import Sync
import TestSupport
import Testing

@testable import TestBoards

/// The account itself, compared with figures computed elsewhere.
@Suite struct OrdersRecountTests {
    private func tab(_ vector: JSON) -> OrdersRecount.Tab {
        var tab = OrdersRecount.Tab(fields: ["status": "open"])
        tab.fee = vector["delivery"]?.integer
        for (place, row) in (vector["lines"]?.elements ?? []).enumerated() {
            var line = OrdersRecount.Line(
                dish: "d_\(place)", quantity: row["quantity"]?.integer ?? 0,
                person: row["person"]?.text, at: OrdersBench.start, age: place)
            line.status = row["cancelled"] == true ? "cancelled" : "served"
            line.price = row["price"]?.integer ?? 0
            line.vat = (row["vat"] ?? vector["vat"])?.integer ?? 0
            line.round = 1
            tab.lines["l_\(place)"] = line
        }
        let amounts = vector["amounts"]?.elements?.compactMap(\.integer) ?? []
        for (place, amount) in amounts.enumerated() {
            let tip = vector["payments"]?.elements?[place]["tip"]?.integer ?? 0
            tab.payments["y_\(place)"] = OrdersRecount.Payment(
                amount: amount, tip: tip, method: "cash", at: OrdersBench.start)
        }
        return tab
    }

    @Test func `the account's bills are those of the vectors`() throws {
        let recount = OrdersRecount()
        for vector in try VectorFile.cases("orders/bills") {
            // The account knows the fee at one rate only.
            let hasOtherRate =
                vector["delivery"] != nil && vector["vat"]?.integer != OrdersRecount.vat
            if hasOtherRate { continue }
            let name = vector["name"]?.text ?? ""
            expectEqual(recount.bill(tab(vector)), vector["bill"], "\(name)")
        }
    }

    @Test func `a service day in Rome begins at four`() throws {
        for (text, day) in [
            ("2026-11-20T18:00:00Z", "2026-11-20"), ("2026-11-21T02:59:59Z", "2026-11-20"),
            ("2026-11-21T03:00:00Z", "2026-11-21"),
        ] {
            expectEqual(OrdersRecount.day(try #require(Instant(text))), day)
        }
    }
}
