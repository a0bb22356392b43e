import JSON
import Sync
import TestSupport
import Testing

/// Merging of two tabs.
@Suite struct OrdersMergeTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var soup = ""
    private var tab = ""
    private var from = ""

    init() throws {
        let fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish)
        soup = try bench.dish("Soup", 600, in: fish)
        tab = try bench.open("table", ["table": "7"])
        from = try bench.open("table", ["table": "8", "name": "Ada"])
    }

    private mutating func merge() throws {
        try bench.ask("merge", ["tab": .string(tab), "from": .string(from)])
    }

    @Test mutating func `merging joins lines, rounds and payments, and keeps times`() throws {
        try bench.order(bass, at: tab)
        let first = try bench.order(soup, 2, at: from)
        let placedAt = bench.lastAt
        let second = try bench.order(bass, at: from, ["person": "Bo"])
        try bench.pay(tab, ["amount": 500])
        let payment = try bench.pay(from, ["lines": [.string(first)], "tip": 100])
        let before = bench.tab(from)
        try merge()
        let after = bench.tab(tab)
        expectEqual(after["lines"]?.members?.count, 3)
        #expect(after["lines"]?[first]?["round"] == 2)
        #expect(after["lines"]?[second]?["round"] == 3)
        #expect(after["lines"]?[first]?["at"] == before["lines"]?[first]?["at"])
        #expect(after["lines"]?[first]?["paid"] == true)
        #expect(after["payments"]?[payment] == before["payments"]?[payment])
        expectEqual(bench.bill(tab)["total"], 4800)
        expectEqual(bench.bill(tab)["paid"], 1700)
        expectEqual(bench.bill(tab)["tip"], 100)
        let row = bench.kitchen["rounds"]?["\(tab).2"]
        #expect(row?["placedAt"] == placedAt)
        #expect(row?["table"] == "7")
        expectEqual(bench.kitchen["rounds"]?.members?.keys.contains { $0.hasPrefix(from) }, false)
        try expectEqual(bench.place(addingTo: tab, soup), 4)
    }

    @Test mutating func `a merged tab is closed and names the tab that took it over`() throws {
        try bench.order(soup, at: from)
        try merge()
        let document = bench.tab(from)
        #expect(document["tab"]?["status"] == "merged")
        #expect(document["tab"]?["into"] == .string(tab))
        #expect(document["tab"]?["leftAt"] == bench.lastAt)
        expectEqual(document["lines"], [:])
        expectEqual(document["payments"], [:])
        #expect(bench.hosts["tabs"]?[from] == nil)
        // The other tab keeps its own values.
        #expect(bench.tab(tab)["tab"]?["table"] == "7")
        #expect(bench.tab(tab)["tab"]?["name"] == nil)
    }

    @Test mutating func `equal lines in the baskets are joined`() throws {
        let here = try bench.add(bass, 2, to: tab, ["notes": "no salt"])
        let equal = try bench.add(bass, 3, to: from, ["notes": "no salt"])
        let other = try bench.add(bass, 1, to: from, ["person": "Ada"])
        try merge()
        let lines = bench.tab(tab)["lines"]
        #expect(lines?[here]?["quantity"] == 5)
        #expect(lines?[equal] == nil)
        #expect(lines?[other]?["quantity"] == 1)
    }

    @Test mutating func `baskets can't be merged if a line would exceed 100`() throws {
        try bench.add(bass, 60, to: tab)
        try bench.add(bass, 41, to: from)
        expectEqual(bench.code("merge", ["tab": .string(tab), "from": .string(from)]), .conflict)
    }

    @Test mutating func `only two different open tabs of the same kind can be merged`() throws {
        let takeaway = try bench.open("takeaway")
        let named = JSON.string(tab)
        expectEqual(bench.code("merge", ["tab": named, "from": named]), .conflict)
        expectEqual(bench.code("merge", ["tab": named, "from": .string(takeaway)]), .conflict)
        let second = try bench.open("takeaway")
        expectNil(bench.code("merge", ["tab": .string(second), "from": .string(takeaway)]))
    }

    @Test mutating func `guests of a merged tab can still read it`() throws {
        try bench.order(bass, at: tab)
        try bench.order(soup, at: from)
        try merge()
        let view = bench.guestView(from)
        #expect(view?["tab"]?["status"] == "merged")
        #expect(view?["lines"] == [:])
        let guest = OrdersBench.guest(of: from)
        let added: [String: JSON] = ["tab": .string(tab), "dish": .string(bass)]
        expectEqual(bench.code("add", added, by: guest), .forbidden)
    }
}

extension OrdersBench {
    /// - Returns: the round.
    fileprivate mutating func place(
        addingTo tab: String, _ dish: String
    ) throws(Rejection) -> Int {
        try add(dish, to: tab)
        return try place(tab)
    }
}
