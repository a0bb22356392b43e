import JSON
import TestSupport
import Testing

@testable import TestBoards

/// Tests that the comparison finds faults.
@Suite struct OrdersComparisonTests {
    @Test func `the comparison finds what the account lacks in every view`() throws {
        var bench = OrdersBench()
        let dish = try bench.dish("Sole", 1800, in: bench.section("Fish", ["station": "grill"]))
        let tab = try bench.open("takeaway")
        try bench.order(dish, at: tab)
        let closed = try bench.open()
        let line = try bench.order(dish, at: closed)
        try bench.step("serve", [line])
        try bench.pay(closed, ["lines": [.string(line)]])
        try bench.ask("close", ["tab": .string(closed)])
        var account = OrdersAccount()
        account.take(OrdersEntry(event: try #require(bench.events.last)), shown: bench)
        let comparison = OrdersComparison(bench, with: account)
        expectEqual(comparison.differences(of: [tab]).count, 2)
        let found = comparison.differences().compactMap { $0.split(separator: " ").first }
        expectEqual(
            found,
            [
                "host", "gone", "kitchen", "grill", "recent", "display", "history", "menu",
            ])
    }

    @Test func `the comparison finds documents that break an invariant`() {
        let comparison = OrdersComparison(WrongDocuments(), with: OrdersAccount())
        expectEqual(
            comparison.faults(of: ["t_1"]),
            [
                "t_1: a quantity is wrong", "t_1: a round is missing", "t_1: equal lines are two",
                "t_1: more is paid than owed", "t_1: people do not pay the total",
                "open tabs share a number", "less than nothing is left",
                "two dishes have one place",
            ])
    }
}

/// Documents that break every invariant.
private struct WrongDocuments: OrdersDocuments {
    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON? {
        switch view {
        case "orders/tab":
            [
                "bill": ["total": 100, "paid": 101, "people": ["Ada": 99]],
                "lines": [
                    "i_1": ["dish": "m_1", "quantity": 0, "status": "basket"],
                    "i_2": ["dish": "m_1", "quantity": 1, "status": "basket"],
                    "i_3": ["dish": "m_1", "quantity": 1, "status": "placed", "round": 2],
                ],
            ]
        case "orders/host": ["tabs": ["t_1": ["number": 1], "t_2": ["number": 1]]]
        case "orders/menu":
            [
                "dishes": [
                    "m_1": ["section": "s_1", "rank": "a", "left": -1],
                    "m_2": ["section": "s_1", "rank": "a"],
                ]
            ]
        default: nil
        }
    }

    func guestView(_ tab: String) -> JSON? { nil }
}
