import JSON
import Sync
import TestSupport
import Testing

/// Totals of bills, compared with figures computed by another program.
@Suite struct OrdersBillTests {
    private struct Service {
        var bench = OrdersBench()
        var tab = ""
        var lines: [String] = []
        var amounts: [JSON] = []

        init(_ vector: JSON) throws {
            var settings: [String: JSON] = [
                "currency": vector["currency"] ?? "EUR", "vat": vector["vat"] ?? 1000,
            ]
            settings["deliveryFee"] = vector["delivery"]
            try bench.ask("configure", settings, by: OrdersBench.owner)
            let section = try bench.section("Everything")
            tab = try bench.open(vector["delivery"] == nil ? "table" : "delivery")
            for (place, line) in (vector["lines"]?.elements ?? []).enumerated() {
                try order(line, place, section)
            }
            try bench.place(tab)
            let cancelled = (vector["lines"]?.elements ?? []).enumerated()
                .filter { $0.element["cancelled"] == true }.map { lines[$0.offset] }
            if !cancelled.isEmpty { try bench.step("cancel_lines", cancelled) }
            for payment in vector["payments"]?.elements ?? [] { try pay(payment) }
        }

        private mutating func order(_ line: JSON, _ place: Int, _ section: String) throws {
            var more: [String: JSON] = [:]
            more["vat"] = line["vat"]
            let price = line["price"]?.integer ?? 0
            let dish = try bench.dish("Dish \(place)", price, in: section, more)
            var wish: [String: JSON] = [:]
            wish["person"] = line["person"]
            lines.append(try bench.add(dish, line["quantity"]?.integer ?? 1, to: tab, wish))
        }

        private mutating func pay(_ payment: JSON) throws {
            var arguments = payment.members ?? [:]
            arguments["tab"] = .string(tab)
            arguments["lines"] = payment["lines"]?.elements.map { places in
                .array(places.compactMap(\.integer).map { .string(lines[$0]) })
            }
            amounts.append(try bench.ask("pay", arguments)["amount"] ?? .null)
        }
    }

    @Test func `every bill matches the reference, with included VAT and shares by person`() throws {
        let cases = try VectorFile.cases("orders/bills")
        #expect(cases.count > 70)
        for vector in cases {
            let name = vector["name"]?.text ?? ""
            let service = try Service(vector)
            expectEqual(service.bench.bill(service.tab), vector["bill"], "\(name)")
            expectEqual(.array(service.amounts), vector["amounts"], "\(name)")
            let document = service.bench.tab(service.tab)
            expectEqual(document["currency"], vector["currency"], "\(name)")
            let row = service.bench.hosts["tabs"]?[service.tab]
            for member in ["total", "paid", "due", "tip", "dishes"] {
                #expect(row?[member] == vector["bill"]?[member], "\(name) \(member)")
            }
        }
    }

    @Test func `the parts of an evenly split bill add up to the amount due`() throws {
        for vector in try VectorFile.cases("orders/bills") {
            let name = vector["name"]?.text ?? ""
            let service = try Service(vector)
            for (count, parts) in vector["parts"]?.members ?? [:] {
                var bench = service.bench
                let parts = parts.elements?.compactMap(\.integer) ?? []
                for part in parts where part > 0 {
                    try bench.pay(service.tab, ["amount": JSON(part)])
                }
                expectEqual(bench.bill(service.tab)["due"], 0, "\(name) by \(count)")
                let more: [String: JSON] = [
                    "tab": .string(service.tab), "method": "cash", "amount": 1,
                ]
                expectEqual(bench.code("pay", more), .conflict, "\(name) by \(count)")
            }
        }
    }

    @Test func `a guest sees the same bill, without payments`() throws {
        for vector in try VectorFile.cases("orders/bills").prefix(20) {
            let service = try Service(vector)
            let view = service.bench.guestView(service.tab)
            #expect(view?["bill"] == vector["bill"])
            #expect(view?["currency"] == vector["currency"])
            #expect(view?["payments"] == nil)
        }
    }

    @Test func `a tab without lines has a bill with zero sums`() throws {
        var bench = OrdersBench()
        let tab = try bench.open()
        expectEqual(
            bench.bill(tab),
            [
                "dishes": 0, "total": 0, "vat": [:], "paid": 0, "tip": 0, "due": 0,
            ])
        // A line in the basket does not count.
        let dish = try bench.dish("Soup", 600, in: bench.section("Soups"))
        try bench.add(dish, 3, to: tab, ["person": "Ada"])
        expectEqual(bench.bill(tab)["total"], 0)
        expectNil(bench.bill(tab)["people"])
    }
}
