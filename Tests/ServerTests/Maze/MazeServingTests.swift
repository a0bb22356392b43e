import BoardKit
import Credentials
import JSON
import Limits
import Mazes
import SQLiteStorage
import ShippedBoards
import Storage
import Sync
import TestSupport
import Testing

@testable import Server

/// The API of mazes at a hub: answers, rights and refusals.
@Suite struct MazeServingTests {
    private static let api = "/v1/main/maze/api"
    private static let maze = "8x8-0000002a"

    private static func hub(_ limits: [Limit: Int] = [:]) throws -> LiveHub {
        var all = LiveHub.tirelessPeers
        for (limit, value) in limits { all[limit] = value }
        return try LiveHub(limits: all)
    }

    private func bearer(_ secret: String) -> [String: String] {
        ["Authorization": "Bearer \(secret)"]
    }

    private func unlock(_ hub: LiveHub, _ lock: String) throws -> RawAnswer {
        try hub.ask(
            "POST", "\(Self.api)/plain/unlock", as: .display,
            ["Content-Type": "application/json"], body: #"{"lock":"\#(lock)"}"#)
    }

    @Test func `everybody in the venue may use the maze, and nobody else`() throws {
        let hub = try Self.hub()
        let addresses = ["\(Self.api)/plain/start?maze=2x2-00000000", "/v1/main/maze/runs"]
        func statuses(_ secret: String) throws -> Set<Int> {
            Set(try addresses.map { try hub.get($0, bearer(secret)).status })
        }
        for role in BoardRegistry.shipped.deviceRoles {
            try expectEqual(statuses(hub.token(role)), [200], "\(role)")
        }
        let party = try #require(try hub.connect(.host).add("Ada")["ticket"]?.text)
        let record = try #require(
            try Store(folder: hub.dataFolder, creating: false).venue("main"))
        let run = Ticket.mint(
            Subject(board: "maze", id: "m_3"), venue: "main", key: record.ticketKey)
        for ticket in [party, run] {
            try expectEqual(statuses(ticket), [200])
            try expectEqual(statuses("\(ticket)x"), [401])
            let cookie = ["Cookie": "tablecast=\(ticket)"]
            try expectEqual(hub.get(addresses[0], cookie).status, 200)
        }
        try expectEqual(statuses("nobody"), [401])
        try expectEqual(addresses.map { try hub.get($0).status }, [401, 401])
        try hub.makeVenue("elsewhere")
        try expectEqual(statuses(hub.token(.owner, venue: "elsewhere")), [403])
        try expectEqual(
            hub.get(addresses[0], as: .host, ["Origin": "http://a.example"]).status, 403)
    }

    @Test func `signed-in clients get the request rate that the board allows`() throws {
        let hub = try Self.hub([
            .requestCredit: 20, .requestsPerSecond: 1, .signInRequestCredit: 2,
            .signInRequestsPerSecond: 1,
        ])
        let ticket = try #require(try hub.connect(.host).add("Ada")["ticket"]?.text)
        let path = "\(Self.api)/plain/start?maze=2x2-00000000"
        // The hub remembers the device after its first request.
        for secret in [try hub.token(.owner), ticket] {
            for _ in 0..<40 { try expectEqual(hub.get(path, bearer(secret)).status, 200) }
        }
        // Maze requests don't count against the device's other requests.
        try expectEqual(hub.get("/v1/main/maze/runs", as: .owner).status, 200)
        #expect(
            try (0..<40).contains { _ in try hub.get(path, bearer("\(ticket)x")).status == 429 })
        try expectEqual(hub.get(path, bearer(ticket)).status, 200)
    }
}
