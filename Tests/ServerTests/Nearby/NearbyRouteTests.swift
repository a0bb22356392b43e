import Client
import Credentials
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// The board's routes at a hub: rights and formats.
@Suite struct NearbyRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func ask(_ role: Role, _ action: String, _ arguments: JSON) throws -> JSON {
        try hub.connect(role).ask(RandomID.make(), "nearby.\(action)", arguments)
    }

    @Test func `only the guest of a round reads it with the ticket`() throws {
        let opened = try ask(.host, "open", ["title": "Friday"])["result"]
        let round = try #require(opened?["round"]?.text)
        let ticket = try #require(opened?["ticket"]?.text)
        let told = try hub.get("/v1/main/nearby/ticket?round=\(round)", as: .host)
        expectEqual(told.json?["ticket"]?.text, ticket)
        let guest = ["Authorization": "Bearer \(ticket)"]
        let shared = try hub.get("/v1/main/nearby/share?round=\(round)", as: nil, guest)
        #expect(shared.json?["subject"] == "Friday")
        let view = try hub.get("/v1/main/views/nearby/round", as: nil, guest)
        #expect(view.json?["doc"]?["round"]?["title"] == "Friday")
        let joined = try hub.connect(ticket: ticket).ask(
            "j", "nearby.join", ["round": .string(round), "name": "Ada"])
        let key = try #require(joined["result"]?["key"]?.text)
        // A key is as long as a ticket's code.
        expectEqual(key.utf8.count, 24)
        #expect(!ticket.contains(key))
        for path in ["search?q=", "ticket?round=\(round)", "places?at=house"] {
            try expectEqual(
                hub.get("/v1/main/nearby/\(path)", as: nil, guest).status, 403, "\(path)")
        }
        try expectEqual(hub.get("/v1/main/views/nearby/display", as: nil, guest).status, 403)
        // A friend's key is not a token.
        let friend = ["Authorization": "Bearer \(key)"]
        try expectEqual(hub.get("/v1/main/views/nearby/round", as: nil, friend).status, 401)
    }
}
