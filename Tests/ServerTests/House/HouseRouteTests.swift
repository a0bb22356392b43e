import Client
import Clocks
import Delivery
import Dispatch
import JSON
import Locks
import Operations
import SQLiteStorage
import Screens
import Storage
import Sync
import TestSupport
import Testing
import Transport

@testable import Server

/// The owner's decisions, checked on every route of the hub.
@Suite struct HouseRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func deviceID(of token: String, _ other: LiveHub? = nil) throws -> String {
        let store = try Store(folder: (other ?? hub).dataFolder, creating: false)
        return try #require(try store.device(withToken: TokenDigest(of: token))).id
    }

    private static let doors = [
        "/v1/main/views/waitlist/display", "/v1/main/events", "/metrics", "/api",
        "/v1/main/views/waitlist/display?rev=0", "/v1/main/sync",
    ]

    /// The status of each route, with a token as bearer and as cookie.
    private func statuses(_ token: String) throws -> [Int] {
        var statuses: [Int] = []
        for fields in [["Authorization": "Bearer \(token)"], ["Cookie": "tablecast=\(token)"]] {
            for door in Self.doors {
                var fields = fields
                fields["Origin"] = hub.origin
                let connection = try RawConnection(hub)
                try connection.send(hub.request("GET", door, as: nil, fields))
                statuses.append(try connection.head().status)
            }
            var fields = fields
            fields["Origin"] = hub.origin
            statuses.append(
                try hub.ask(
                    "POST", "/v1/main/mutations", as: nil, fields,
                    body: #"{"type":"mutate","id":"late","action":"waitlist.add","args":{}}"#
                ).status)
        }
        return statuses
    }

    @Test(arguments: [Role.host, .display, .engineer, .owner])
    func `every route refuses a signed-out device at once`(role: Role) throws {
        let token = try Administration(SQLiteFolder(hub.dataFolder))
            .makeToken(role: role, name: "gone", venue: "main")
        let open = try SyncConnection(to: hub.address, venue: "main", token: token)
        _ = try open.next("welcome")
        #expect(try !statuses(token).contains(401))
        let owner = try hub.connect(.owner)
        let answer = try owner.ask(
            "r", "house.revoke", ["device": .string(try deviceID(of: token))])
        expectEqual(answer["type"], "ack")
        try expectEqual(open.closeCode(), 4401)
        expectEqual(Set(try statuses(token)), [401])
        // Pages for people.
        for page in ["/host", "/display", "/events", "/owner"] {
            try expectEqual(
                hub.get(page, as: nil, ["Cookie": "tablecast=\(token)"]).status, 401, "\(page)")
        }
        try hub.restart()
        expectEqual(Set(try statuses(token)), [401])
    }

    @Test func `an open event stream ends when its device is signed out`() throws {
        let stream = try RawEventStream(hub, .engineer)
        let owner = try hub.connect(.owner)
        let device = try deviceID(of: hub.token(.engineer))
        _ = try owner.ask("r", "house.revoke", ["device": .string(device)])
        try expectEqual(stream.rest().map { $0["type"] }, ["tablecast.house.revoked"])
    }

    @Test func `an open list of devices ends when its device is signed out`() throws {
        let stream = try RawDevicesStream(hub)
        _ = try stream.first()
        let device = try deviceID(of: hub.token(.engineer))
        _ = try hub.connect(.owner).ask("r", "house.revoke", ["device": .string(device)])
        #expect(throws: RawDevicesStream.Ended.self) {
            while true { _ = try stream.next() }
        }
    }

    @Test func `the list of devices says why the hub does not call an address`() throws {
        let sender = TestWebhookSender { _, webhook in
            if webhook.address.contains("printer.home") { throw WebhookRefusal.privateAddress }
            return 204
        }
        let hub = try LiveHub(webhook: sender)
        let owner = try hub.connect(.owner)
        let stream = try RawDevicesStream(hub, .owner)
        try expectNil(stream.next("list")["webhookRefusal"])
        _ = try owner.ask("a", "house.set_webhook", ["url": "http://printer.home/hook"])
        let refused = try stream.next("summary") { $0["webhookRefusal"] != nil }
        expectEqual(refused["webhookRefusal"], "private_address")
        expectEqual(refused["hasWebhook"], true)
        _ = try owner.ask("b", "house.set_webhook", ["url": "https://example.org/hook"])
        _ = try stream.next("summary") { $0["webhookRefusal"] == nil }
    }

    @Test func `the journal has the sender of an invitation, but no secret`() throws {
        let owner = try hub.connect(.owner)
        let answer = try owner.ask("i", "house.invite", ["role": "host", "name": "Bar"])
        let link = try #require(answer["result"]?["link"]?.text)
        let event = try #require(try hub.journal().first)
        expectEqual(event.type, "tablecast.house.invited")
        expectEqual(event.actor.text, "owner:\(try deviceID(of: hub.token(.owner)))")
        #expect(!event.data.canonicalText.contains(String(link.dropFirst(4))))
        // A restarted hub gives the same answer again.
        try hub.restart()
        let again = try hub.connect(.owner).ask(
            "i", "house.invite", ["role": "host", "name": "Bar"])
        expectEqual(again["result"]?["link"]?.text, link)
        expectEqual(again["replayed"], true)
        let followed = try hub.get(link)
        expectEqual(followed.status, 303)
        expectEqual(followed["location"], "/host")
        let secret = try #require(
            followed["set-cookie"]?.split(separator: ";").first?.split(separator: "=").last)
        let store = try Store(folder: hub.dataFolder, creating: false)
        try expectEqual(store.device(withToken: TokenDigest(of: String(secret)))?.name, "Bar")
        try expectEqual(hub.get(link).status, 410)
    }

    @Test func `opening a page renews its cookie`() throws {
        let token = try hub.token(.host)
        let answer = try hub.get("/host", as: nil, ["Cookie": "tablecast=\(token)"])
        expectEqual(answer.status, 200)
        let cookie = try #require(answer["set-cookie"])
        #expect(cookie.hasPrefix("tablecast=\(token); "))
        #expect(cookie.contains("Max-Age=34560000; HttpOnly; SameSite=Lax"))
    }
}
