import BoardKit
import Client
import Destinations
import Glibc
import HTTPTypes
import JSON
import Locks
import ShippedBoards
import Sync
import TestBoards
import TestSupport
import Testing

@testable import Delivery
@testable import Server

/// Work that was in progress when the hub ended twice.
@Suite(.timeLimit(.minutes(5))) struct SetAsideTests {
    private static let view = "tasting/some?state=open"
    private static let path = "/v1/main/views/\(view)"

    /// Records whether the connector `feed/write` is marked as running.
    private struct Looking: OutgoingSender {
        let folder: String
        let seen = Locked<[Bool]>([])

        func look() {
            let entries = WorkSlots.entries(at: folder + "/tablecast.work") ?? []
            let isMarked = entries.contains {
                $0.isInWork && $0.work == Work("reminder feed/write", in: "main")
            }
            seen.with { $0.append(isMarked) }
        }

        func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
            look()
            throw .failed("Nothing is sent here.")
        }
    }

    /// Sends one request with the given sender, and reports no news.
    private struct Asker: ConnectorCarrier {
        let sender: any OutgoingSender
        let looking: Looking
        let jobs: Locked<[ReminderBoard.Job]>

        func carry(
            _ job: any ConnectorJob, with secrets: any ConnectorSecrets
        ) -> ConnectorAnswer {
            guard let job = job as? ReminderBoard.Job else { return .same }
            jobs.with { $0.append(job) }
            if job == .write, let there = try? Destination("http://a.example/") {
                looking.look()
                _ = try? sender.send(OutgoingRequest(.get, there))
                looking.look()
            }
            return .same
        }
    }

    private let hub: LiveHub
    private let looking = Looking(folder: LiveHub.newFolder())
    private let jobs = Locked<[ReminderBoard.Job]>([])

    init() throws {
        hub = try LiveHub(
            folder: looking.folder,
            changing: { [jobs, looking] options in
                let tasting = BoardModule(
                    TastingBoard.declared,
                    make: { _, dependencies in TastingBoard(ticket: dependencies.ticket) })
                options.boards = BoardRegistry(
                    BoardRegistry.shipped.modules + [tasting, ReminderBoard.module])
                options.carriers.connectors["reminder"] = {
                    Asker(sender: $0.sender(false), looking: looking, jobs: jobs)
                }
                options.sender = { _ in looking }
            })
    }

    /// Leaves the marks of a hub that ended during some work.
    private func end(_ count: Int = 2, during name: String) throws {
        hub.stop()
        for _ in 1...count {
            _ = WorkMarks(in: hub.dataFolder) { _ in }.begin(Work(name, in: "main"))
        }
        try hub.start()
    }

    private func setAside() throws -> JSON? {
        try hub.get("/v1/main/devices", as: .owner).json?["setAside"]
    }

    private func tryAgain(_ name: String, as role: Role) throws -> Int {
        try hub.ask("POST", "/v1/main/set-aside?name=\(name)", as: role).status
    }

    @Test func `refuses a view that was set aside, until the owner retries it`() throws {
        try expectEqual(hub.get(Self.path, as: .host).status, 200)
        try end(during: Self.view)
        let refused = try hub.get(Self.path, as: .host)
        expectEqual(refused.status, 503)
        #expect(refused.isProblem)
        try expectEqual(hub.get(Self.path + "&rev=0", as: .owner).status, 503)
        let host = try hub.connect(.host)
        try host.subscribe(Self.view)
        try expectEqual(host.next("error")["code"], "unavailable")
        try expectEqual(hub.get("/v1/main/views/tasting/some?state=here", as: .host).status, 200)
        try expectEqual(setAside(), [.string(Self.view)])
        let name = "tasting/some%3Fstate%3Dopen"
        try expectEqual(tryAgain(name, as: .engineer), 403)
        try expectEqual(tryAgain(name, as: .owner), 204)
        try expectEqual(tryAgain(name, as: .owner), 404)
        try host.subscribe(Self.view)
        _ = try host.next("snapshot")
        try expectNil(setAside())
        try hub.restart()
        try expectEqual(hub.get(Self.path, as: .host).status, 200)
    }

    @Test func `does not blame a connector that succeeds after a crash`() throws {
        _ = try hub.connect(.owner).ask("f", "reminder.follow", ["address": "http://a.example/"])
        for _ in 1...2 {
            try end(1, during: "reminder feed/read")
            try expectNil(setAside())
            while WorkSlots.entries(at: looking.folder + "/tablecast.work") != [] { usleep(1_000) }
        }
        expectEqual(jobs.with { $0.contains(.read(address: "http://a.example/")) }, true)
    }

    @Test func `does not run a connector that was set aside, until the owner retries it`() throws {
        _ = try hub.connect(.owner).ask("f", "reminder.follow", ["address": "http://a.example/"])
        while jobs.with({ $0.count }) < 2 || looking.seen.with({ $0.count }) < 3 { usleep(1_000) }
        // A job that waits for another server is not marked.
        expectEqual(looking.seen.with { $0 }, [true, false, true])
        try end(during: "reminder feed/read")
        // The other connector runs again after the start.
        while jobs.with({ $0.count }) < 3 { usleep(1_000) }
        let other = try hub.ask("POST", "/v1/main/set-aside?name=reminder%20feed/write", as: .owner)
        expectEqual(other.status, 404)
        expectEqual(jobs.with { $0.last }, .write)
        try expectEqual(setAside(), ["reminder feed/read"])
        try expectEqual(tryAgain("reminder%20feed/read", as: .owner), 204)
        while jobs.with({ $0.last }) == .write { usleep(1_000) }
        expectEqual(jobs.with { $0.count }, 4)
    }
}
