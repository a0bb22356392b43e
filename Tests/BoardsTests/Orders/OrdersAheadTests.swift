import BoardKit
import HouseBoard
import JSON
import OrdersBoard
import Sync
import TestSupport
import Testing

/// Guests who open a tab on their own: with the join link, or while they wait for a table.
@Suite struct OrdersAheadTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var link = Principal(joinLink: "")

    init() throws {
        bass = try bench.dish("Sea bass", 1800, in: bench.section("Fish"))
        try bench.ask("house.configure", ["selfCheckIn": "direct"], by: OrdersBench.owner)
        let settings = bench.document("house/settings", by: OrdersBench.owner)
        link = Principal(joinLink: settings?["venue"]?["joinLink"]?.text ?? "")
        try bench.ask("house.configure", ["selfCheckIn": "off"], by: OrdersBench.owner)
    }

    private mutating func configure(_ settings: [String: JSON]) throws {
        try bench.ask("configure", settings, by: OrdersBench.owner)
    }

    private func code(
        _ arguments: [String: JSON], by principal: Principal
    ) -> RejectCode? {
        bench.code("open", arguments, by: principal)
    }

    // MARK: The join link

    @Test mutating func `with online orders, the join link opens takeaway and delivery tabs`()
        throws
    {
        let takeaway: [String: JSON] = ["kind": "takeaway", "phone": "+12015550123"]
        expectEqual(code(takeaway, by: link), .forbidden)
        try configure(["onlineOrders": true])
        let result = try bench.ask("open", takeaway, by: link)
        let tab = result["tab"]?.text ?? ""
        expectEqual(result["ticket"], .string("ticket of \(tab)"))
        expectEqual(result["number"], 1)
        expectNil(code(["kind": "delivery", "address": "1 Main St"], by: link))
        let table: [String: JSON] = ["kind": "table", "table": "7"]
        #expect([.forbidden, .invalid, .conflict].contains(code(table, by: link)))
        expectEqual(code(takeaway, by: Principal(joinLink: "j_never")), .forbidden)
        // The guest continues with the ticket.
        let guest = OrdersBench.guest(of: tab)
        try bench.add(bass, to: tab, by: guest)
        try expectEqual(bench.place(tab, by: guest), 1)
        try configure(["onlineOrders": .null])
        expectEqual(code(takeaway, by: link), .forbidden)
    }

    @Test mutating func `the join link shows the menu while guests can order`() throws {
        func menu() -> JSON? { bench.read("carte", by: link)?.json }
        expectNil(menu())
        try configure(["onlineOrders": true])
        expectEqual(menu(), bench.menu)
        try configure(["guestOrders": "off"])
        expectNil(menu())
    }

    @Test mutating func `a tab without a table ends after half an hour with nothing on it`()
        throws
    {
        let tabs = try ["takeaway", "delivery", "table"].map { try bench.open($0) }
        let line = try bench.add(bass, to: tabs[1])
        bench.wait(minutes: 29)
        func open() -> [Bool] { tabs.map { bench.tab($0)["tab"]?["status"] == "open" } }
        expectEqual(open(), [true, true, true])
        try bench.ask("change", ["line": .string(line), "quantity": 0])
        bench = try bench.restored()
        bench.wait(minutes: 1)
        expectEqual(open(), [false, true, true])
        bench = bench.replayed()
        bench.wait(minutes: 30)
        expectEqual(open(), [false, false, true])
    }

    @Test func `online orders create the link, and self check-in keeps it`() throws {
        var bench = OrdersBench()
        func shown() -> JSON? {
            bench.document("house/settings", by: OrdersBench.owner)?["venue"]?["joinLink"]
        }
        func onTelevision() -> JSON? {
            bench.document("waitlist/display", by: OrdersBench.screen)?["venue"]?["joinLink"]
        }
        #expect(shown() == nil && bench.venue.openJoinLink == nil)
        try bench.ask("configure", ["onlineOrders": true], by: OrdersBench.owner)
        let id = try #require(bench.venue.openJoinLink)
        expectEqual(shown(), .string(id))
        // The list stays closed, and no screen asks guests to join it.
        expectNil(onTelevision())
        let link = Principal(joinLink: id)
        let party: [String: JSON] = ["name": "Ada", "size": 2]
        expectEqual(bench.code("waitlist.add", party, by: link), .forbidden)
        expectNil(bench.code("open", ["kind": "takeaway"], by: link))
        try bench.ask("house.configure", ["selfCheckIn": "direct"], by: OrdersBench.owner)
        #expect(shown() == .string(id) && onTelevision() == .string(id))
        expectNil(bench.code("waitlist.add", party, by: link))
        // Switching off one of the two keeps the link open.
        try bench.ask("configure", ["onlineOrders": .null], by: OrdersBench.owner)
        expectEqual(bench.venue.openJoinLink, id)
        expectEqual(bench.code("open", ["kind": "takeaway"], by: link), .forbidden)
        try bench.ask("house.configure", ["selfCheckIn": "off"], by: OrdersBench.owner)
        expectNil(bench.venue.openJoinLink)
        try bench.ask("configure", ["onlineOrders": true], by: OrdersBench.owner)
        expectEqual(bench.venue.openJoinLink, id)
        try bench.ask("house.renew_join_link", by: OrdersBench.owner)
        let renewed = try #require(bench.venue.openJoinLink)
        #expect(renewed != id && shown() == .string(renewed))
        expectEqual(bench.code("open", ["kind": "takeaway"], by: link), .forbidden)
        // The link opens no tab while the board is off.
        try bench.ask("house.configure", ["boards": []], by: OrdersBench.owner)
        expectNil(bench.venue.openJoinLink)
    }

    @Test mutating func `only a phone with the join link gets a secret, and no event contains it`()
        throws
    {
        try configure(["onlineOrders": true])
        let secret = "only-this-phone-knows"
        func open(_ secret: String) -> [String: JSON] {
            ["kind": "takeaway", "secret": .string(secret)]
        }
        let bad = bench.problems("open", open("short"), by: link).map(\.first)
        expectEqual(bad, ["secret"])
        expectEqual(code(open(secret), by: OrdersBench.host), .invalid)
        try bench.ask("open", open(secret), by: link)
        expectNil(bench.events.last?.data["secret"])
        #expect(!"\(bench.events)".contains(secret))
    }

    @Test mutating func `the join link permits nothing else`() throws {
        try configure(["onlineOrders": true])
        let tab = try bench.open("takeaway")
        let asked: [(String, [String: JSON])] = [
            ("add", ["tab": .string(tab), "dish": .string(bass)]),
            ("place", ["tab": .string(tab)]), ("edit", ["tab": .string(tab), "name": "x"]),
            ("cancel", ["tab": .string(tab)]), ("undo", ["rev": 1]),
        ]
        for (verb, arguments) in asked {
            expectEqual(bench.code(verb, arguments, by: link), .forbidden, "\(verb)")
        }
        // A ticket can't open a second tab.
        let guest = OrdersBench.guest(of: tab)
        expectEqual(code(["kind": "takeaway"], by: guest), .forbidden)
    }

    // MARK: A waiting party

    /// - Returns: the party and its guest.
    private mutating func wait(_ name: String) throws -> (id: String, guest: Principal) {
        let added = try bench.ask("waitlist.add", ["name": .string(name), "size": 2])
        let party = added["party"]?.text ?? ""
        return (party, OrdersBench.waiting(party))
    }

    @Test mutating func `a waiting party orders ahead, and its tab gets the table later`() throws {
        let (party, guest) = try wait("Ada")
        let open: [String: JSON] = ["kind": "table", "party": .string(party)]
        expectEqual(code(open, by: guest), .forbidden)
        try configure(["preorder": true])
        let result = try bench.ask("open", open, by: guest)
        let tab = result["tab"]?.text ?? ""
        #expect(bench.tab(tab)["tab"]?["party"] == .string(party))
        #expect(bench.tab(tab)["tab"]?["table"] == nil)
        #expect(bench.guestView(tab)?["tab"]?["party"] == nil)
        let own = OrdersBench.guest(of: tab)
        let line = try bench.add(bass, to: tab, by: own)
        // The tab has no table to serve yet.
        let refusal = bench.refusal("place", ["tab": .string(tab)], by: own)
        expectEqual(refusal?.code, .conflict)
        let told = refusal?.problems.map { [$0.field, $0.message] }
        expectEqual(told, [["table", "Table is a required field."]])
        try bench.ask("waitlist.seat", ["party": .string(party), "table": "12"])
        let seated = bench.rev
        #expect(bench.tab(tab)["tab"]?["table"] == "12")
        #expect(bench.hosts["tabs"]?[tab]?["table"] == "12")
        #expect(bench.guestView(tab)?["tab"]?["table"] == "12")
        expectNil(bench.code("place", ["tab": .string(tab)], by: own))
        // Undoing the seating removes the table again.
        try bench.ask("waitlist.undo", ["rev": JSON(seated)])
        #expect(bench.tab(tab)["tab"]?["table"] == nil)
        expectEqual(bench.status(line, of: tab), "basket")
    }

    @Test mutating func `a party has one tab, and can't name a table or another party`() throws {
        try configure(["preorder": true])
        let (party, guest) = try wait("Ada")
        let (other, _) = try wait("Bo")
        let own: [String: JSON] = ["kind": "table", "party": .string(party)]
        expectEqual(code(["kind": "table", "party": .string(other)], by: guest), .forbidden)
        expectEqual(code(["kind": "table", "party": "p_never"], by: guest), .forbidden)
        let takeaway: [String: JSON] = ["kind": "takeaway", "party": .string(party)]
        #expect(code(takeaway, by: guest) != nil)
        #expect(code(own.merging(["table": "7"]) { $1 }, by: guest) != nil)
        try bench.ask("open", own, by: guest)
        expectEqual(code(own, by: guest), .conflict)
    }

    @Test mutating func `staff can open a tab for a party without a table`() throws {
        let (party, _) = try wait("Ada")
        let tab = try bench.open("table", ["table": .null, "party": .string(party)])
        #expect(bench.tab(tab)["tab"]?["party"] == .string(party))
        let never: [String: JSON] = ["kind": "table", "party": "p_never"]
        expectEqual(bench.code("open", never), .notFound)
        // A party seated without a table gives its tab none.
        try bench.ask("waitlist.seat", ["party": .string(party)])
        #expect(bench.tab(tab)["tab"]?["table"] == nil)
    }

    @Test mutating func `a party that left can't order ahead`() throws {
        try configure(["preorder": true])
        let (party, guest) = try wait("Ada")
        try bench.ask("waitlist.cancel", ["party": .string(party)])
        let open: [String: JSON] = ["kind": "table", "party": .string(party)]
        expectEqual(code(open, by: guest), .conflict)
        // A restored party gets one.
        try bench.ask("waitlist.restore", ["party": .string(party)])
        expectNil(code(open, by: guest))
        try bench.ask("waitlist.seat", ["party": .string(party), "table": "7"])
        expectEqual(code(open, by: guest), .conflict)
    }
}
