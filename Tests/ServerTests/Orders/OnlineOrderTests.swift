import Client
import Credentials
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// Takeaways and deliveries ordered by the join link, with and without self check-in.
@Suite struct OnlineOrderTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func configure(_ board: String, _ settings: JSON) throws {
        let answer = try hub.connect(.owner).ask(RandomID.make(), "\(board).configure", settings)
        expectEqual(answer["type"], "ack")
    }

    /// Returns the path of the join link, as screens get it.
    private func link() throws -> String {
        try #require(try hub.get("/v1/main/join", as: .host).json?["link"]?.text)
    }

    private func isLinkShown() throws -> Bool {
        let statuses = try ["join", "join.svg"].map { path in
            try hub.get("/v1/main/\(path)", as: .host).status
        }
        // The tests' hub has no address for phones, so it has no image.
        #expect(statuses == [200, 409] || statuses == [404, 404])
        return statuses[0] == 200
    }

    private func page(_ link: String, _ fields: [String: String] = [:]) throws -> RawAnswer {
        try hub.get(link, as: nil, fields)
    }

    private func ask(
        _ link: String, id: String, _ action: String, _ arguments: JSON
    ) throws -> RawAnswer {
        let mutation: JSON = [
            "type": "mutate", "id": .string(id), "action": .string(action), "args": arguments,
        ]
        return try hub.ask(
            "POST", "/v1/main/mutations", as: nil,
            ["Authorization": "Bearer \(link.dropFirst(3))"], body: mutation.canonicalText)
    }

    private func order(
        _ link: String, id: String = "o1", name: String = "Cleo"
    ) throws -> RawAnswer {
        try ask(link, id: id, "orders.open", ["kind": "takeaway", "name": .string(name)])
    }

    private func join(_ link: String, id: String = "j1") throws -> RawAnswer {
        try ask(link, id: id, "waitlist.add", ["name": "Ada", "size": 2])
    }

    private static let panels: JSON = ["/boards/orders/takeaway/takeaway.js"]

    private func told(_ link: String) throws -> JSON {
        try #require(try hub.document(of: link).json)
    }

    @Test func `the link accepts orders while self check-in is off, and leads to tabs`() throws {
        #expect(try !isLinkShown())
        try configure("orders", ["onlineOrders": true])
        #expect(try isLinkShown())
        let link = try link()
        let page = try page(link)
        expectEqual(page.status, 200)
        try expectEqual(told(link)["marks"]?["mode"], "closed")
        try expectEqual(told(link)["panels"], Self.panels)
        try expectEqual(join(link).status, 403)
        let opened = try order(link)
        expectEqual(opened.status, 200)
        let result = try #require(opened.json?["result"])
        let tab = try #require(result["tab"]?.text)
        let ticket = try #require(result["ticket"]?.text)
        let own = "/t/\(ticket)"
        try expectEqual(hub.document(of: own).json?["subject"]?.text, tab)
        // Scanning the code again leads to the existing order.
        let cookie = ["Cookie": "tablecast=\(ticket)"]
        try expectEqual(self.page(link, cookie)["location"], own)
        let guest = try hub.connect(ticket: ticket)
        try expectEqual(guest.ask("x", "orders.cancel", ["tab": .string(tab)])["type"], "ack")
        try expectEqual(self.page(link, cookie).status, 200)
    }

    @Test func `the link's page offers what the link currently permits`() throws {
        try configure("house", ["selfCheckIn": "direct"])
        let link = try link()
        try expectEqual(told(link)["panels"], [])
        try expectEqual(order(link).status, 403)
        try configure("orders", ["onlineOrders": true])
        try expectEqual(told(link)["marks"]?["mode"], "direct")
        try expectEqual(told(link)["panels"], Self.panels)
        try expectEqual(order(link).status, 200)
        try expectEqual(join(link).status, 200)
        try configure("house", ["selfCheckIn": "off"])
        try expectEqual(self.link(), link)
        try expectEqual(page(link).status, 200)
        // A replaced link opens nothing.
        _ = try hub.connect(.owner).ask("n", "house.renew_join_link", [:])
        let renewed = try self.link()
        #expect(renewed != link)
        try expectEqual(page(link).status, 410)
        try expectEqual(told(link)["panels"], [])
        try expectEqual(order(link, id: "o2").status, 403)
        try expectEqual(page(renewed).status, 200)
        for isOn in [false, true] {
            try configure("orders", ["onlineOrders": .bool(isOn)])
            try expectEqual(isLinkShown(), isOn)
        }
        try configure("house", ["boards": []])
        #expect(try !isLinkShown())
        try expectEqual(page(renewed).status, 410)
        #expect(try order(renewed, id: "o3").json?["code"] == "unknown_action")
    }

    @Test func `counts orders and parties from one address together`() throws {
        try configure("orders", ["onlineOrders": true])
        try configure("house", ["selfCheckIn": "direct"])
        let link = try link()
        for number in 0..<30 {
            try expectEqual(order(link, id: "o\(number)").status, 200)
            try expectEqual(join(link, id: "j\(number)").status, 200)
        }
        let refused = try order(link, id: "one-too-many")
        expectEqual(refused.status, 429)
        expectEqual(refused["retry-after"].flatMap { Int($0) }.map { (1...3).contains($0) }, true)
        #expect(refused.json?["code"] == "rate_limited")
        // Staff can still open tabs.
        let opened = try hub.connect(.host).ask("h", "orders.open", ["kind": "takeaway"])
        expectEqual(opened["type"], "ack")
    }
}
