import Foundation
import JSON
import Locks
import MemoryStorage
import PostgresServer
import Storage
import Sync
import Testing
import Time

@testable import PostgresStorage

/// What goes wrong between a hub and its database.
@Suite(.timeLimit(.minutes(2))) struct PostgresFaultTests {
    /// A database of its own, behind a network that breaks on command.
    private final class Scene {
        let server: PostgresServer
        let proxy: PostgresProxy
        let address: String
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tablecast-\(UUID().uuidString)").path

        init(_ server: PostgresServer? = nil) throws {
            self.server = try server ?? .shared()
            proxy = try PostgresProxy(to: self.server.port)
            address = try self.server.makeSchema(through: proxy.port)
        }

        deinit {
            proxy.close()
            proxy.release()
        }

        var directly: String { address.replacing(":\(proxy.port)/", with: ":\(server.port)/") }

        func open(
            _ hub: String = "here", lease: Duration = .seconds(30), directly: Bool = false
        ) throws -> PostgresStore {
            let address = try PostgresAddress(directly ? self.directly : address)
            let place = PostgresPlace(address, folder: folder, hub: hub, lease: lease)
            return try PostgresStore(place, creating: true)
        }

        func openWithVenue(lease: Duration = .seconds(30)) throws -> PostgresStore {
            let store = try open(lease: lease)
            _ = try store.makeVenue(
                slug: "main", name: "Bar", timeZone: "UTC", settings: [:], now: Sample.now)
            try store.append(Sample.batch(1...1))
            return store
        }

        /// The number of events that are really stored.
        func eventCount() throws -> String {
            try server.run("SELECT count(*) FROM event", at: directly)
        }
    }

    /// Appends on another thread.
    private func append(_ batch: JournalBatch, to store: PostgresStore) -> Task<StoreError?, Never>
    {
        let answer = Monitor<Result<Void, StoreError>?>(nil)
        Thread.detachNewThread {
            let outcome = store.append([batch])[0]
            answer.withValue { $0 = outcome }
        }
        return Task.detached {
            while true {
                if let outcome = answer.withValue({ $0 }) {
                    if case .failure(let error) = outcome { return error }
                    return nil
                }
                await Task.yield()
            }
        }
    }

    private func expectUnknown(_ error: StoreError?) {
        guard case .outcomeUnknown? = error else {
            Issue.record("the outcome is unknown, not \(error.map { "\($0)" } ?? "a success")")
            return
        }
    }

    @Test func `a commit whose answer was lost is found`() async throws {
        let scene = try Scene()
        let store = try scene.openWithVenue()
        scene.proxy.holdAnswers()
        let outcome = append(Sample.batch(2...3), to: store)
        while try scene.eventCount() != "3" { await Task.yield() }
        scene.proxy.breakConnections()
        expectUnknown(await outcome.value)
        #expect(try store.settle(Sample.batch(2...3)))
        #expect(try !store.settle(Sample.batch(3...4)))
        try store.append(Sample.batch(4...4))
        #expect(try store.verify().flatMap(\.verdict.faults) == [])
    }

    @Test func `a commit that arrives after it was looked up is fenced off`() async throws {
        let scene = try Scene()
        let store = try scene.openWithVenue()
        scene.proxy.holdRequests()
        let outcome = append(Sample.batch(2...2), to: store)
        scene.proxy.awaitHeld()
        scene.proxy.breakConnections()
        expectUnknown(await outcome.value)
        #expect(try !store.settle(Sample.batch(2...2)))
        scene.proxy.release()
        try store.append(Sample.batch(2...2, name: "Bo"))
        let events = try store.events(of: "main", after: 1, limit: 9, bytesMax: .max)
        #expect(events == [Sample.event(2, id: "m2", name: "Bo")])
    }

    @Test func `a look-up waits for a commit that still runs`() async throws {
        let scene = try Scene()
        let store = try scene.openWithVenue()
        // Another session keeps the insertion waiting.
        let blocker = try PostgresConnection(PostgresAddress(scene.directly), name: "blocker")
        try blocker.query("BEGIN")
        try blocker.query("LOCK TABLE event IN EXCLUSIVE MODE")
        let outcome = append(Sample.batch(2...2), to: store)
        let waiting = """
            SELECT count(*) FROM pg_stat_activity
            WHERE application_name = 'tablecast here journal' AND wait_event_type = 'Lock'
                AND query LIKE 'INSERT%'
                AND pid IN (SELECT pid FROM pg_locks
                    WHERE relation = 'event'::regclass AND NOT granted)
            """
        while try scene.server.run(waiting, at: scene.directly) != "1" { await Task.yield() }
        scene.proxy.breakConnections()
        expectUnknown(await outcome.value)
        let isKept = Monitor<Bool?>(nil)
        Thread.detachNewThread {
            let answer = try? store.settle(Sample.batch(2...2))
            isKept.withValue { $0 = answer }
        }
        // The next session waits for the lock that the commit holds.
        let fencing = """
            SELECT count(*) FROM pg_stat_activity
            WHERE application_name = 'tablecast here journal' AND wait_event_type = 'Lock'
                AND query LIKE 'SELECT 1 FROM shard%'
            """
        while try scene.server.run(fencing) == "0" { await Task.yield() }
        #expect(isKept.withValue { $0 } == nil)
        try blocker.query("COMMIT")
        while isKept.withValue({ $0 }) == nil { await Task.yield() }
        let found = try scene.eventCount() == "2"
        #expect(isKept.withValue { $0 } == found)
    }

    @Test func `a killed backend leaves nothing of its commit, and the journal goes on`()
        async throws
    {
        let scene = try Scene()
        let store = try scene.openWithVenue()
        let blocker = try PostgresConnection(PostgresAddress(scene.directly), name: "blocker")
        try blocker.query("BEGIN")
        try blocker.query("LOCK TABLE event IN EXCLUSIVE MODE")
        let outcome = append(Sample.batch(2...2), to: store)
        let kill = """
            SELECT count(pg_terminate_backend(pid)) FROM pg_locks
            WHERE relation = 'event'::regclass AND NOT granted
            """
        while try scene.server.run(kill, at: scene.directly) != "1" { await Task.yield() }
        expectUnknown(await outcome.value)
        try blocker.query("COMMIT")
        #expect(try !store.settle(Sample.batch(2...2)))
        try store.append(Sample.batch(2...2))
        #expect(try scene.eventCount() == "2")
    }

    @Test
    func `goes on after crashes of the server, and accepts nothing that is not durable`()
        throws
    {
        let server = try PostgresServer()
        let scene = try Scene(server)
        let store = try scene.openWithVenue(lease: .seconds(6))
        let written = Locked(1)
        let isDone = Monitor(false)
        Thread.detachNewThread {
            for rev in 2...400 {
                let batch = Sample.batch(rev...rev)
                while true {
                    let outcome = store.append([batch])[0]
                    if case .success = outcome { break }
                    if case .failure(.outcomeUnknown) = outcome {
                        while true {
                            guard let isKept = try? store.settle(batch) else { continue }
                            if isKept { written.with { $0 = rev } }
                            break
                        }
                        if written.with({ $0 }) == rev { break }
                    }
                }
                written.with { $0 = rev }
            }
            isDone.withValue { $0 = true }
        }
        for limit in [60, 200] {
            while written.with({ $0 }) < limit { sched_yield() }
            try server.crash()
        }
        isDone.takeValue { $0 ? () : nil }
        #expect(try store.lastRev(of: "main") == 400)
        #expect(try store.verify().flatMap(\.verdict.faults) == [])
        try refuseCarelessCommits(server, store)
    }

    /// The server's operator turns durable commits off, and on again.
    private func refuseCarelessCommits(_ server: PostgresServer, _ store: PostgresStore) throws {
        try server.run("ALTER SYSTEM SET synchronous_commit = off")
        try server.run("SELECT pg_reload_conf()")
        var reason = ""
        while !reason.contains("synchronous_commit is off") {
            do throws(StoreError) {
                try store.probe()
            } catch {
                reason = error.description
            }
        }
        #expect(throws: StoreError.self) { try store.append(Sample.batch(401...401)) }
        try server.run("ALTER SYSTEM RESET synchronous_commit")
        try server.run("SELECT pg_reload_conf()")
        while (try? store.probe()) == nil { sched_yield() }
        try store.append(Sample.batch(401...401))
    }

    @Test func `a second hub is told whose the journal is, and takes it when it is free`() throws {
        let scene = try Scene()
        let first = try scene.open("first", lease: .seconds(30))
        try first.lock()
        let second = try scene.open("second")
        let error = #expect(throws: StoreError.self) { try second.lock() }
        #expect(error?.description.contains("The hub first owns the journal") == true)
        #expect(error?.description.contains("its lease ends in 30 s") == true)
        first.checkpoint()
        try second.lock()
        #expect(throws: StoreError.self) { try first.lock() }
    }

    @Test func `a hub that was killed gets its journal back when the lease has ended`() throws {
        let scene = try Scene()
        let before = try scene.openWithVenue(lease: .seconds(2))
        // Its lease can't be released any more.
        scene.proxy.close()
        let after = try scene.open(lease: .seconds(2), directly: true)
        try after.lock()
        try after.append(Sample.batch(2...2))
        _ = before
    }

    @Test func `an owner that was replaced writes nothing`() throws {
        let scene = try Scene()
        let first = try scene.openWithVenue()
        // The first hub believes in its lease, as after a pause of the whole process.
        try scene.server.run("UPDATE shard SET expires_at = '-infinity'", at: scene.directly)
        let second = try scene.open("second")
        try second.lock()
        for _ in 1...2 {
            let error = #expect(throws: StoreError.self) { try first.append(Sample.batch(2...2)) }
            #expect(error?.description.contains("Another hub has taken over") == true)
        }
        #expect(throws: StoreError.self) { try first.probe() }
        #expect(try scene.eventCount() == "1")
        try second.append(Sample.batch(2...2))
    }

    @Test func `an owner that can't renew its lease stops before the lease ends`() throws {
        let scene = try Scene()
        let store = try scene.openWithVenue(lease: .seconds(3))
        scene.proxy.close()
        var refusal: StoreError?
        while refusal == nil {
            do {
                try store.probe()
            } catch {
                if error.description.contains("renew its lease") { refusal = error }
            }
        }
        let isValid = try scene.server.run(
            "SELECT min(expires_at) > clock_timestamp() FROM shard", at: scene.directly)
        #expect(isValid == "t")
        let error = #expect(throws: StoreError.self) { try store.append(Sample.batch(2...2)) }
        #expect(error == refusal)
    }

    @Test func `a batch that repeats a mutation does not harm others of its transaction`() throws {
        let scene = try Scene()
        let store = try scene.openWithVenue()
        _ = try store.makeVenue(
            slug: "terrace", name: "Bar", timeZone: "UTC", settings: [:], now: Sample.now)
        var repeated = Sample.batch(2...3)
        repeated.entries[1].event.mutationID = "m1"
        var withNull = Sample.batch(2...2, of: "terrace")
        withNull.entries[0].event.subject = "a\0b"
        let outcomes = store.append([
            Sample.batch(1...1, of: "terrace"), repeated, withNull,
            Sample.batch(2...2, of: "terrace"), Sample.batch(2...2),
        ])
        let errors = outcomes.map { outcome -> StoreError? in
            if case .failure(let error) = outcome { error } else { nil }
        }
        #expect(errors[0] == nil && errors[3] == nil && errors[4] == nil)
        #expect(errors[1] == .mutationRecorded(rev: 3))
        #expect(errors[2] != nil)
        #expect(try scene.eventCount() == "4")
        #expect(try store.verify().flatMap(\.verdict.faults) == [])
    }

    @Test func `finds an event that was altered`() throws {
        let scene = try Scene()
        let store = try scene.openWithVenue()
        try store.append(Sample.batch(2...5))
        #expect(throws: PostgresServer.Failure.self) {
            try scene.server.run("DELETE FROM event", at: scene.directly)
        }
        try scene.server.run(
            """
            SET session_replication_role = replica;
            UPDATE event SET actor = 'guest' WHERE rev = 3; DELETE FROM event WHERE rev = 5
            """, at: scene.directly)
        let faults = try store.verify().flatMap(\.verdict.faults)
        #expect(faults == [JournalFault(rev: 3, what: "the checksum does not match")])
        #expect(throws: StoreError.self) {
            try store.replay("main", from: ReplayPosition(after: 0))
        }
    }
}
