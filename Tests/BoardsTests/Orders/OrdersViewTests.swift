import JSON
import Sync
import TestSupport
import Testing

/// The documents, member by member.
@Suite struct OrdersViewTests {
    private var bench = OrdersBench(at: OrdersBench.start.adding(milliseconds: 123))
    private var bass = ""
    private var soup = ""

    init() throws {
        let fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish, ["vat": 2100])
        soup = try bench.dish("Soup", 600, in: fish)
    }

    @Test func `the empty documents exist before any event`() {
        let bench = OrdersBench()
        expectEqual(bench.menu, ["sections": [:], "dishes": [:], "currency": "EUR"])
        expectEqual(bench.hosts, ["tabs": [:], "gone": [:], "currency": "EUR"])
        expectEqual(bench.kitchen, ["rounds": [:], "recent": [:]])
        expectEqual(
            bench.pickup,
            [
                "venue": ["name": "Da Ada", "timeZone": "Europe/Rome"], "tabs": [:],
            ])
    }

    @Test mutating func `a tab has its fields, lines, payments and bill`() throws {
        let result = try bench.ask(
            "open",
            [
                "kind": "delivery", "name": "Ada Lovelace", "phone": "+1 201 555-0123",
                "address": "1 Main St\nFloor 2",
            ])
        let openedAt = bench.lastAt
        let tab = result["tab"]?.text ?? ""
        expectEqual(result["number"], 1)
        expectEqual(result["ticket"], .string("ticket of \(tab)"))
        let line = try bench.order(bass, 2, at: tab)
        let placedAt = bench.lastAt
        let payment = try bench.pay(tab, ["amount": 1000, "tip": 50])
        expectEqual(
            bench.tab(tab),
            [
                "tab": [
                    "number": 1, "kind": "delivery", "status": "open", "openedAt": openedAt,
                    "name": "Ada Lovelace", "phone": "+12015550123",
                    "address": "1 Main St\nFloor 2",
                ],
                "lines": [
                    line: [
                        "dish": .string(bass), "quantity": 2, "status": "placed",
                        "at": placedAt, "name": "Sea bass", "price": 1800, "vat": 2100,
                        "round": 1,
                    ]
                ],
                "payments": [
                    payment: [
                        "amount": 1000, "tip": 50, "method": "cash", "at": bench.lastAt,
                    ]
                ],
                "bill": bench.bill(tab), "currency": "EUR",
            ])
        #expect(bench.bill(tab)["vat"]?["2100"] == ["gross": 3600, "vat": 625])
    }

    @Test mutating func `a host's row has the tab, its sums and its waiting lines`() throws {
        let tab = try bench.open("table", ["name": "Ada"])
        let openedAt = bench.lastAt
        var expected: [String: JSON] = [
            "number": 1, "kind": "table", "status": "open", "openedAt": openedAt, "table": "7",
            "name": "Ada", "total": 0, "paid": 0, "due": 0, "tip": 0, "dishes": 0, "basket": 0,
            "kitchen": 0, "ready": 0,
        ]
        #expect(bench.hosts["tabs"]?[tab] == .object(expected))
        let first = try bench.order(soup, 3, at: tab)
        let since = bench.lastAt
        let second = try bench.order(bass, 2, at: tab)
        let secondSince = bench.lastAt
        try bench.add(soup, 4, to: tab)
        expected.merge([
            "total": 5400, "due": 5400, "dishes": 5, "basket": 4, "kitchen": 5,
            "waitingSince": since,
        ]) { $1 }
        #expect(bench.hosts["tabs"]?[tab] == .object(expected))
        try bench.step("cook", [second])
        try bench.step("done", [first])
        expected.merge(["kitchen": 2, "ready": 3, "waitingSince": secondSince]) { $1 }
        #expect(bench.hosts["tabs"]?[tab] == .object(expected))
        try bench.step("serve", [first, second])
        try bench.pay(tab, ["amount": 5400, "tip": 100])
        expected.merge([
            "kitchen": 0, "ready": 0, "paid": 5400, "due": 0, "tip": 100,
        ]) { $1 }
        expected["waitingSince"] = nil
        #expect(bench.hosts["tabs"]?[tab] == .object(expected))
        try bench.ask("close", ["tab": .string(tab)])
        expected.merge(["status": "closed", "leftAt": bench.lastAt, "basket": 0]) { $1 }
        #expect(bench.hosts["gone"]?[tab] == .object(expected))
        bench.beginDay()
        expectEqual(bench.hosts["gone"], [:])
    }

    @Test mutating func `the history of a day has its tabs and its totals`() throws {
        let closed = try bench.open("table", ["name": "Ada"])
        let openedAt = bench.lastAt
        let line = try bench.order(bass, 2, at: closed)
        let other = try bench.order(soup, 1, at: closed)
        try bench.step("serve", [line, other])
        try bench.pay(closed, ["amount": 4000, "tip": 50])
        try bench.pay(closed, ["amount": 200, "method": "card", "tip": 30])
        try bench.ask("close", ["tab": .string(closed)])
        let leftAt = bench.lastAt
        let cancelled = try bench.open("takeaway")
        let cancelledAt = bench.lastAt
        try bench.ask("cancel", ["tab": .string(cancelled)])
        let goneAt = bench.lastAt
        try bench.open()
        expectEqual(
            bench.document("orders/history", [("day", "2026-11-20")]),
            [
                "tabs": [
                    closed: [
                        "number": 1, "kind": "table", "status": "closed", "table": "7",
                        "name": "Ada", "openedAt": openedAt, "leftAt": leftAt, "total": 4200,
                        "tip": 80, "dishes": 3,
                    ],
                    cancelled: [
                        "number": 2, "kind": "takeaway", "status": "cancelled",
                        "phone": "+12015550123", "openedAt": cancelledAt, "leftAt": goneAt,
                        "total": 0, "tip": 0, "dishes": 0,
                    ],
                ],
                "totals": [
                    "tabs": 1, "dishes": 3, "total": 4200, "tip": 80,
                    "methods": [
                        "cash": ["amount": 4000, "tip": 50], "card": ["amount": 200, "tip": 30],
                    ],
                    "vat": [
                        "2100": ["gross": 3600, "vat": 625], "1000": ["gross": 600, "vat": 55],
                    ],
                ],
                "currency": "EUR",
            ])
        bench.beginDay()
        let yesterday = bench.document("orders/history", [("day", "2026-11-20")])
        expectEqual(yesterday?["tabs"]?.members?.count, 2)
        let today = bench.document("orders/history", [("day", "2026-11-21")])
        #expect(today?["tabs"] == [:])
        #expect(
            today?["totals"] == [
                "tabs": 0, "dishes": 0, "total": 0, "tip": 0, "methods": [:], "vat": [:],
            ])
    }

    @Test
    mutating func `a tab that leaves after midnight belongs to the service day that began before`()
        throws
    {
        // 02:30 in Rome on the 21st: the service day of the 20th lasts until 04:00.
        bench.now = OrdersBench.start.adding(milliseconds: 27_000_000)
        let tab = try bench.open("takeaway")
        try bench.ask("cancel", ["tab": .string(tab)])
        let history = bench.document("orders/history", [("day", "2026-11-20")])
        #expect(history?["tabs"]?[tab] != nil)
        #expect(bench.document("orders/history", [("day", "2026-11-21")])?["tabs"] == [:])
    }

    @Test mutating func `an event changes only the rows that it concerns`() throws {
        let tab = try bench.open()
        let other = try bench.open()
        try bench.order(bass, at: other)
        func rev(_ view: String, _ parameters: [(name: String, value: String)] = []) -> Int? {
            let message = bench.message(view, parameters)
            return message.flatMap { try? JSON(parsing: $0) }?["rev"]?.integer
        }
        let menu = rev("orders/menu")
        let kitchen = rev("orders/kitchen")
        try bench.add(bass, to: tab)
        expectEqual(rev("orders/menu"), menu)
        let pickup = rev("orders/display")
        try bench.order(soup, at: tab)
        expectEqual(rev("orders/display"), pickup)
        try bench.pay(tab, ["amount": 1])
        expectEqual(rev("orders/host"), bench.rev)
        #expect(rev("orders/kitchen") != kitchen)
    }
}
