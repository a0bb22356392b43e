import JSON
import Locks
import MemoryStorage
import Operations
import SQLiteStorage
import Storage
import Sync
import TestSupport
import Testing
import Transport

@testable import Server
@testable import Venues

/// The hub's reactions to the journal and to the store of devices.
@Suite struct SeamTests {
    @Test func `every loop refuses a signed-out device`() throws {
        let hub = try LiveHub(loopCount: 3)
        let owner = try hub.connect(.owner)
        // The loop of the connection answers the metrics.
        func statuses() throws -> Set<Int> {
            Set(try (0..<9).map { _ in try hub.get("/metrics", as: .engineer).status })
        }
        try expectEqual(statuses(), [200])
        let device = try #require(
            try Store(folder: hub.dataFolder, creating: false).devices(in: "main")
                .first { $0.role == .engineer })
        _ = try owner.ask("r", "house.revoke", ["device": .string(device.id)])
        try expectEqual(statuses(), [401])
    }

    @Test func `an owner can change devices that the hub has not heard of`() throws {
        let hub = try LiveHub()
        let owner = try hub.connect(.owner)
        let store = try Store(folder: hub.dataFolder, creating: false)
        let device = try store.issueToken(
            role: .display, name: nil, venue: "main", now: Instant(milliseconds: 0)
        ).device.id
        let args: JSON = ["device": .string(device), "role": "host"]
        try expectEqual(owner.ask("s", "house.set_role", args)["type"], "ack")
        // The answer comes from the journal.
        try expectEqual(owner.ask("s", "house.set_role", args)["replayed"], true)
        try expectEqual(store.device(device, in: "main")?.role, .host)
        let none = try owner.ask("n", "house.revoke", ["device": "d_nobody"])
        expectEqual(none["code"], "not_found")
    }

    @Test func `a hub on another engine continues from its stored data`() throws {
        let folder = LiveHub.newFolder()
        let place = MemoryPlace(MemoryDisk(), folder: folder)
        let hub = try LiveHub(folder: folder, changing: { $0.storage = place })
        _ = try hub.connect(.host).add("Ada")
        try hub.restart()
        _ = try hub.connect(.host).add("Bo")
        try expectEqual(place.open(creating: false).lastRev(of: "main"), 2)
        try expectEqual(Administration(place).verify().sound.count, 1)
    }

    /// A journal whose first commit has an unknown outcome, determined at the second attempt.
    private final class UncertainJournal: Journal {
        private let journal: JournalWriter
        private let isKept: Bool
        private let appendCount = Locked(0)
        private let settleCount = Locked(0)

        init(_ journal: JournalWriter, isKept: Bool) {
            self.journal = journal
            self.isKept = isKept
        }

        func append(_ batch: JournalBatch, completion: @escaping StoreAnswer<Void>) {
            let isFirst = appendCount.with { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return journal.append(batch, completion: completion) }
            let fail: StoreAnswer<Void> = { _ in completion(.failure(.outcomeUnknown("test"))) }
            if isKept { journal.append(batch, completion: fail) } else { fail(.success(())) }
        }

        func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>) {
            let isFirst = settleCount.with { count in
                count += 1
                return count == 1
            }
            if isFirst { answer(.failure(.disk("test"))) } else { journal.settle(batch, answer) }
        }

        func stop() { journal.stop() }
        func awaitAnswers() { journal.awaitAnswers() }
    }

    /// Collects the answers to mutations.
    private final class AnswerSink: ClientSink {
        private let answered: (ServerMessage) -> Void

        init(_ answered: @escaping (ServerMessage) -> Void) { self.answered = answered }

        func deliver(_ message: ServerMessage) { answered(message) }
        func close(_ code: CloseCode, reason: String) {}
    }

    @Test(arguments: [true, false])
    func `determines the outcome of an uncertain commit before any answer`(
        isKept: Bool
    ) async throws {
        let server = try LoneLoopServer { UncertainJournal($0, isKept: isKept) }
        func add(_ id: String) async -> String {
            await withCheckedContinuation { continuation in
                server.hubLoop.perform { server in
                    let mutation = Mutation(
                        id: id, action: "waitlist.add", arguments: ["name": "Ada", "size": 2])
                    server.venues.runner(of: "main")?.mutate(
                        mutation, by: Principal(role: .host, device: "d_1"),
                        answerTo: AnswerSink { message in
                            continuation.resume(
                                returning: String(decoding: message.bytes, as: UTF8.self))
                        })
                }
            }
        }
        let first = await add("m1")
        #expect(first.contains(isKept ? "\"ack\"" : "unavailable"))
        // The hub continues from the journal's revision.
        #expect(await add("m2").contains("\"rev\":\(isKept ? 2 : 1)"))
        let again = await add("m1")
        expectEqual(again.contains("replayed"), isKept)
        try expectEqual(server.store.lastRev(of: "main"), 2)
    }
}
