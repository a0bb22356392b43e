import BoardKit
import Client
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import Server

/// Rights at each address, and the use of each secret. Without a right, access is refused.
@Suite struct PermissionTests {
    private let hub: LiveHub
    private let ticket: String

    init() throws {
        hub = try LiveHub()
        ticket = try #require(try hub.connect(.host).add("Ada")["ticket"]?.text)
        let settings = try hub.connect(.owner).ask(
            "c", "house.configure", ["selfCheckIn": "direct"])
        try #require(settings["type"] == "ack")
    }

    private func secret(_ role: Role) throws -> String {
        role == .guest ? ticket : try hub.token(role)
    }

    private func status(_ path: String, bearer: String) throws -> Int {
        try hub.get(path, as: nil, ["Authorization": "Bearer \(bearer)"]).status
    }

    private static let workers = Set(BoardRegistry.shipped.deviceRoles)

    @Test(
        arguments: [
            ("GET", "/v1/main/views/waitlist/host", [.owner, .host, .engineer]),
            ("GET", "/v1/main/views/waitlist/display", workers),
            ("GET", "/v1/main/views/waitlist/display?rev=0", [.owner, .engineer]),
            ("GET", "/v1/main/views/waitlist/guest", [.guest]),
            ("GET", "/v1/main/views/notice/display", Set(BoardRegistry.shipped.roles)),
            ("GET", "/v1/main/views/house/settings", [.owner, .host, .engineer]),
            ("GET", "/v1/main/views/house/effects", [.owner]),
            ("GET", "/v1/main/events?since=0&until=0", [.owner, .engineer]),
            ("GET", "/v1/main/events/1", [.owner, .engineer]),
            ("GET", "/v1/main/devices", [.owner, .engineer]),
            ("POST", "/v1/main/devices/d_none/dismiss", [.owner, .engineer]),
            ("POST", "/v1/main/set-aside?name=none", [.owner]),
            ("GET", "/metrics", [.owner, .engineer]),
            ("GET", "/v1/main/join", workers),
            ("GET", "/v1/main/join.svg", workers),
            ("GET", "/api/RestaurantQueue", [.owner, .host]),
            ("POST", "/v1/main/pin", [.owner]),
        ] as [(String, String, Set<Role>)])
    func `each address is for the listed roles only`(
        method: String, path: String, roles: Set<Role>
    ) throws {
        let body = method == "POST" ? #"{"pin":null}"# : nil
        try expectEqual(hub.ask(method, path, body: body).status, 401)
        for role in BoardRegistry.shipped.roles {
            let fields = ["Authorization": "Bearer \(try secret(role))"]
            let status = try hub.ask(method, path, fields, body: body).status
            #expect((status != 403) == roles.contains(role), "\(role) gets \(status)")
            #expect(status != 401, "\(role)")
        }
    }

    @Test(
        arguments: [
            ("/owner", [.owner]), ("/host", [.owner, .host]), ("/display", workers),
            ("/events", [.owner, .engineer]), ("/screens", [.owner, .engineer]),
        ] as [(String, Set<Role>)])
    func `each page is for the listed roles only`(page: String, roles: Set<Role>) throws {
        try expectEqual(hub.get(page, as: nil).status, 401)
        for role in BoardRegistry.shipped.roles {
            let cookie = ["Cookie": "tablecast=\(try secret(role))"]
            let status = try hub.get(page, as: nil, cookie).status
            expectEqual(status, (roles.contains(role) ? 200 : 401), "\(role)")
        }
    }

    @Test(arguments: [
        "d_none", "é", String(repeating: "é", count: 40), String(repeating: "d", count: 2_000),
        "\0",
        "main:d_1", " ",
    ])
    func `finds no device with a malformed id`(id: String) throws {
        let owner = try hub.connect(.owner)
        for action in ["house.revoke", "house.rename", "house.set_role", "house.forgive"] {
            let arguments: [String: JSON] = [
                "device": .string(id), "name": action == "house.rename" ? "Ada" : nil,
                "role": action == "house.set_role" ? "host" : nil,
            ].compactMapValues(\.self)
            try expectEqual(owner.ask("x", action, .object(arguments))["code"], "not_found")
        }
    }

    @Test func `tickets and links permit nothing else`() throws {
        let view = "/v1/main/views/waitlist/guest"
        try expectEqual(status(view, bearer: ticket), 200)
        let invited = try hub.connect(.owner).ask("i", "house.invite", ["role": "host"])
        let invitation = try #require(invited["result"]?["link"]?.text).dropFirst("/in/".count)
        let id = try #require(try hub.journal().last?.subject)
        let parts = ticket.split(separator: ".")
        // Each secret has the other's code, made with the same key.
        for forged in ["main.\(id).\(invitation)", "main.\(parts[1]).\(invitation)"] {
            try expectEqual(hub.get("/t/\(forged)", as: nil).status, 404)
            try expectEqual(status(view, bearer: forged), 401)
        }
        for path in ["/in/\(parts[2])", "/in/\(ticket)", "/t/\(invitation)", "/j/\(ticket)"] {
            try expectEqual(hub.get(path, as: nil).status, 404, "\(path)")
        }
        // A link only signs in the browser that follows it, and a ticket is for its party only.
        try expectEqual(status("/v1/main/views/waitlist/host", bearer: String(invitation)), 401)
        try expectEqual(status("/v1/main/views/waitlist/host", bearer: ticket), 403)
        let cookie = ["Cookie": "tablecast=\(invitation)"]
        try expectEqual(hub.get("/host", as: nil, cookie).status, 401)
        try expectEqual(hub.get("/in/\(invitation)", as: nil).status, 303)
    }

    @Test func `a browser's secret is not a program's token, and a token is not a link`() throws {
        let followed = try hub.get(hub.link(.host), as: nil)
        let cookie = try #require(followed["set-cookie"]?.split(separator: ";").first)
        let secret = try #require(cookie.split(separator: "=").last)
        try expectEqual(hub.get("/host", as: nil, ["Cookie": String(cookie)]).status, 200)
        try expectEqual(status("/v1/main/views/waitlist/host", bearer: String(secret)), 401)
        for path in ["/in/\(secret)", "/in/\(try hub.token(.host))", "/t/\(secret)"] {
            try expectEqual(hub.get(path, as: nil).status, 404, "\(path)")
        }
    }
}
