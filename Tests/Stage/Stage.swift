import BoardKit
import Carriers
import Delivery
import Dispatch
import Foundation
import JSON
import Limits
import Locks
import Logging
import Operations
import Outgoing
import Pages
import SQLiteStorage
import Server
import ShippedBoards
import Storage
import Sync
import Terminal
import TestSupport
import Time
import Transport

/// The venues, by the ports of their hubs.
final class Stage: Sendable {
    private struct Scene: Sendable {
        let hub: Hub
        let clock: TestClock
        let data: String
        /// Lets the loops go on; `nil` unless they hang.
        var gate: DispatchSemaphore?
    }

    private let scenes = Locked<[String: Scene]>([:])
    /// Of the first hub; the tests do not change them.
    private let files = Locked<PublicFiles?>(nil)

    func close() {
        for port in scenes.with({ Array($0.keys) }) { end(port) }
    }

    /// - Parameter path: the names of the resource.
    func answer(_ isDeletion: Bool, _ path: [String], _ json: JSON) throws -> JSON {
        if path == ["venues"] { return try open(json) }
        guard path.first == "venues", path.count > 1 else { throw HubError("nothing is there") }
        if path.count == 2, isDeletion {
            end(path[1])
            return .null
        }
        guard let scene = scenes.with({ $0[path[1]] }) else {
            throw HubError("there is no such venue")
        }
        switch path.last {
        case "links":
            return .string(
                try administration(of: scene).makeLink(role: try role(json), venue: "main"))
        case "tokens":
            return .string(
                try administration(of: scene)
                    .makeToken(role: try role(json), name: json["name"]?.text, venue: "main"))
        case "clock": try move(scene, by: json["move"]?.integer ?? 0)
        case "rest": try rest(scene, within: json["within"]?.integer)
        case "connections": try act(json["do"]?.text, path[1], scene)
        default: throw HubError("a venue has no such thing")
        }
        return .object(["now": JSON(Int(scene.clock.wallMilliseconds))])
    }

    private func role(_ json: JSON) throws -> Role {
        guard let role = json["role"]?.text.map(Role.init(rawValue:)) else {
            throw HubError("no role")
        }
        return role
    }

    private func administration(of scene: Scene) throws -> Administration {
        var administration = try Administration(SQLiteFolder(scene.data))
        administration.now = { Instant(milliseconds: scene.clock.wallMilliseconds) }
        return administration
    }

    private func open(_ json: JSON) throws -> JSON {
        func text(_ name: String) -> String { json[name]?.text ?? "" }
        let port = json["port"]?.integer ?? 0
        var options = HubOptions(
            boards: .shipped, carriers: .shipped, host: "127.0.0.1", port: port,
            url: json["url"]?.text ?? "http://127.0.0.1:\(port)",
            storage: SQLiteFolder(text("data")), publicFolder: text("public"),
            venueName: text("name"),
            timeZone: text("timeZone"), sender: { OutgoingClient(allowsLocal: $0) })
        options.venueLanguages = text("languages").split(separator: ",")
            .compactMap { Language(rawValue: String($0)) }
        options.googleBase = json["google-base"]?.text
        for limit in text("limits").split(separator: ",") { try options.limits.set(String(limit)) }
        if let seconds = json["silent-after"]?.integer {
            options.timing.silentAfter = .seconds(seconds)
        }
        let leaflet = json["leaflet"]?.text
        options.leafletFolder = leaflet ?? options.leafletFolder
        let clock =
            json["at"]?.integer.map { TestClock(at: Int64($0), stands: true) } ?? TestClock()
        options.time = clock
        // The letters of the tests are those of fonts.conf.
        options.fontsFolder = "/nowhere"
        options.files = leaflet == nil ? files.with { $0 } : nil
        let hub = try Hub(options, logger: Logger(label: "hub"))
        if leaflet == nil { files.with { $0 = hub.files } }
        let scene = Scene(hub: hub, clock: clock, data: options.storage.folder)
        scenes.with { $0[String(hub.port)] = scene }
        return JSON(present: ["owner": hub.firstLink.map(JSON.string)])
    }

    /// Moves the clock by steps, so that what is done again and again is done as often.
    private func move(_ scene: Scene, by milliseconds: Int) throws {
        try rest(scene)
        var left = milliseconds
        while left > 0 {
            let step = min(left, max(1_000, milliseconds / 100))
            scene.clock.move(by: .milliseconds(step))
            try rest(scene)
            left -= step
        }
    }

    private func rest(_ scene: Scene, within milliseconds: Int? = nil) throws {
        guard scene.gate == nil else { throw HubError("a hub that hangs does not come to rest") }
        try scene.hub.rest(within: .milliseconds(milliseconds ?? 20_000))
    }

    private func act(_ what: String?, _ port: String, _ scene: Scene) throws {
        guard scene.gate == nil || what == "allow" else { throw HubError("it hangs") }
        switch what {
        case "hang":
            let gate = scene.hub.hang()
            scenes.with { $0[port]?.gate = gate }
        case "drop": scene.hub.dropConnections()
        case "refuse": scene.hub.refuseConnections()
        case "allow":
            if scene.gate == nil { return try scene.hub.acceptConnections() }
            goOn(port)
        default: throw HubError("connections can hang, drop, refuse or allow")
        }
    }

    private func goOn(_ port: String) {
        guard let scene = scenes.with({ $0[port] }), let gate = scene.gate else { return }
        scenes.with { $0[port]?.gate = nil }
        scene.hub.goOn(through: gate)
    }

    private func end(_ port: String) {
        goOn(port)
        guard let scene = scenes.with({ $0.removeValue(forKey: port) }) else { return }
        // Clients that don't say goodbye are not waited for.
        scene.clock.stands = false
        scene.hub.stop()
    }
}
