import Client
import Clocks
import Foundation
import JSON
import Limits
import SQLiteStorage
import Screens
import Storage
import Sync
import TestSupport
import Testing
import Transport

@testable import Server

/// The list of screens over real sockets.
@Suite struct DevicesRouteTests {
    private static let view = "waitlist/display"

    private let hub: LiveHub

    /// A hub with short limits for silence.
    init() throws {
        var timing = HubTiming()
        timing.silentAfter = .milliseconds(300)
        timing.streamHeartbeat = .milliseconds(100)
        hub = try LiveHub(timing: timing)
    }

    private func list() throws -> JSON {
        try #require(
            try hub.get("/v1/main/devices", as: .engineer, ["Accept": "application/json"]).json)
    }

    private func row(_ role: Role, state: String? = nil) -> (JSON) -> Bool {
        { row in
            row["role"]?.text == role.rawValue && (state == nil || row["state"]?.text == state)
        }
    }

    private func alarm(_ kind: String, hasEnded: Bool = false) -> (JSON) -> Bool {
        { $0["kind"]?.text == kind && ($0["endedAt"] != nil) == hasEnded }
    }

    // MARK: Rights

    @Test func `engineers and owners read the list once or as a stream`() throws {
        for path in ["/v1/main/devices"] {
            try expectEqual(hub.get(path).status, 401)
            for role in [Role.host, .display] {
                try expectEqual(hub.get(path, as: role).status, 403)
                #expect(try hub.get(path, as: role).isProblem)
            }
        }
        let answer = try hub.get("/v1/main/devices", as: .owner)
        expectEqual(answer.status, 200)
        expectEqual(answer["content-type"], "application/json")
        try expectEqual(hub.get("/v1/none/devices", as: .owner).status, 403)
        try expectEqual(
            hub.get("/v1/main/devices", as: .owner, ["Accept": "image/png"]).status, 406)
        try expectEqual(hub.ask("POST", "/v1/main/devices", as: .owner, body: "{}").status, 405)
        let stream = try RawDevicesStream(hub, .owner)
        expectEqual(stream.head["content-type"], "text/event-stream")
        try expectEqual(RawDevicesStream(hub, .display).head.status, 403)
    }

    @Test func `engineers and owners dismiss alarms, with an Origin if by cookie`()
        throws
    {
        _ = try hub.token(.display)
        let device = try #require(try list()["devices"]?.elements?.first?["device"]?.text)
        let path = "/v1/main/devices/\(device)/dismiss"
        try expectEqual(hub.ask("POST", path).status, 401)
        try expectEqual(hub.ask("POST", path, as: .host).status, 403)
        try expectEqual(hub.ask("POST", path, as: .engineer).status, 204)
        try expectEqual(hub.ask("POST", "/v1/main/devices/d_x/dismiss", as: .owner).status, 404)
        try expectEqual(hub.get(path, as: .owner).status, 405)
        let cookie = ["Cookie": "tablecast=\(try hub.token(.engineer))"]
        try expectEqual(hub.ask("POST", path, as: nil, cookie).status, 403)
        let own = cookie.merging(["Origin": hub.origin]) { $1 }
        try expectEqual(hub.ask("POST", path, as: nil, own).status, 204)
        let foreign = cookie.merging(["Origin": "http://evil.example"]) { $1 }
        try expectEqual(hub.ask("POST", path, as: nil, foreign).status, 403)
    }

    // MARK: The list

    @Test func `the stream sends all devices first, then changes`() throws {
        let screen = try Watcher(hub, .display, Self.view)
        _ = try hub.token(.host)
        let stream = try RawDevicesStream(hub)
        let first = try stream.first()
        expectEqual(first.map(\.name).first, "list")
        let summary = try #require(first.first?.data)
        #expect(summary["house"]?["name"] != nil)
        #expect(summary["house"]?["timeZone"] != nil)
        let rows = first.filter { $0.name == "device" }.map(\.data)
        expectEqual(Set(rows.compactMap { $0["role"]?.text }), ["display", "host", "engineer"])
        let display = try #require(rows.first(where: row(.display)))
        expectEqual(display["address"], "127.0.0.1")
        expectEqual(display["name"], "test")
        expectEqual(display["state"], "ok")
        expectEqual(display["views"], [["view": .string(Self.view)]])
        #expect(rows.first(where: row(.host))?["state"] == "away")

        let host = try hub.connect(.host)
        let connected = try stream.next("device") {
            row(.host)($0) && $0["connectedAt"] != nil
        }
        #expect(try #require(connected["id"]?.text).hasPrefix("c_"))
        host.close()
        let id = connected["id"]
        _ = try stream.next("gone") { $0["id"] == id }
        screen.connection.close()
    }

    @Test func `a quiet list sends signs of life, and counts guests without listing them`() throws {
        let host = try hub.connect(.host)
        let ticket = try #require(try host.add("Ada")["ticket"]?.text)
        let guest = try hub.connect(ticket: ticket)
        _ = try guest.next("welcome")
        let stream = try RawDevicesStream(hub)
        let first = try stream.first()
        expectEqual(first.first?.data["guests"], 1)
        #expect(!first.contains { $0.data["role"] == "guest" })
        while try stream.line() != ": alive" {}
    }

    @Test func `sends many rows whole, and later changes to a late reader`() throws {
        let screens = try (0..<40).map { _ in try Watcher(hub, .display) }
        let slow = try RawDevicesStream(hub)
        let quick = try RawDevicesStream(hub)
        let rows = try quick.first().filter { $0.name == "device" && row(.display)($0.data) }
        expectEqual(rows.count, screens.count)
        for screen in screens {
            try screen.connection.send(["type": "subscribe", "view": .string(Self.view)])
        }
        var watching: Set<String> = []
        while watching.count < screens.count {
            let row = try slow.next("device")
            guard row["views"]?.elements?.first?["view"]?.text == Self.view else { continue }
            watching.insert(row["id"]?.text ?? "")
        }
    }

    // MARK: Alarms

    @Test func `a screen that disconnects abruptly is silent until it returns`() throws {
        var screen: RawWebSocket? = try RawWebSocket(hub, .display)
        _ = try screen?.next("welcome")
        let stream = try RawDevicesStream(hub)
        _ = try stream.first()
        screen?.connection.close()
        screen = nil
        try expectEqual(stream.next("alarm", where: alarm("silent"))["address"], "127.0.0.1")
        let lost = try stream.next("device", where: row(.display, state: "silent"))
        #expect(lost["last"]?["address"] == "127.0.0.1")
        #expect(lost["last"]?["connectedAt"] != nil)
        let back = try hub.connect(.display)
        _ = try stream.next("alarm", where: alarm("silent", hasEnded: true))
        // A screen that closes properly is away and raises no alarm.
        back.close()
        _ = try stream.next("device", where: row(.display, state: "away"))
    }

    @Test func `a screen that does not return after a restart is silent`() throws {
        let screen = try Watcher(hub, .display, Self.view)
        try hub.writtenDown()
        try hub.restart()
        screen.connection.close()
        var stream = try RawDevicesStream(hub)
        _ = try stream.next("alarm", where: alarm("silent"))
        // After another restart, it is still missing since the same time.
        try hub.writtenDown()
        try hub.restart()
        stream = try RawDevicesStream(hub)
        _ = try stream.next("alarm", where: alarm("silent"))
        let back = try Watcher(hub, .display, Self.view)
        _ = try stream.next("alarm", where: alarm("silent", hasEnded: true))
        back.connection.close()
    }
}

extension LiveHub {
    /// Waits until the stored list of devices shows a screen as present.
    fileprivate func writtenDown() throws {
        let store = try Store(folder: dataFolder, creating: false)
        while try store.devices(in: "main").allSatisfy({ $0.presence == .away }) {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }
}
