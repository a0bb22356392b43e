import Foundation
import MemoryStorage
import Storage
import Sync
import Testing

@testable import SQLiteStorage

@Suite struct JournalWriterFaultTests {
    private let scene = Scene()

    private static let long = String(repeating: "long ", count: 20_000)

    private func reason(_ outcome: Result<Void, StoreError>) -> StoreError? {
        guard case .failure(let reason) = outcome else { return nil }
        return reason
    }

    @Test func `a full disk keeps nothing of the transaction, and appending works again with room`()
        async throws
    {
        let store = try scene.makeStore()
        let writer = JournalWriter(store: store)
        #expect(reason(await writer.keep(Sample.batch(1...1))) == nil)
        try store.leaveRoom(bytes: 65_536)

        // Only the second exceeds the room; the batches in its transaction fail with it.
        let outcomes = await writer.keepTogether(
            [
                Sample.batch(3...3), Sample.batch(4...5, name: Self.long),
                Sample.batch(1...1, of: "terrace"),
            ], after: Sample.batch(2...2))
        #expect(outcomes.map(reason) == [.full, .full, .full])
        #expect(try store.lastRev(of: "main") == 2)
        #expect(try store.lastRev(of: "terrace") == 0)

        // Mutations decided after the lost events no longer continue the journal.
        #expect(
            reason(await writer.keep(Sample.batch(6...6)))
                == .discontinuous(expected: 3, found: 6))
        #expect(reason(await writer.keep(Sample.batch(3...4, name: Self.long))) == .full)

        try store.tamper("PRAGMA max_page_count = 1000000")
        #expect(reason(await writer.keep(Sample.batch(3...4, name: Self.long))) == nil)
        #expect(
            try store.verify(venue: "main") == JournalVerdict(events: 4, lastRev: 4, faults: []))
        #expect(try store.integrityFaults() == [])
    }

    @Test func `refuses tokens on a full disk, and continues to read`() throws {
        let store = try scene.makeStore()
        try store.keep(Sample.batch(1...3))
        let token = try store.issueToken(role: .host, name: nil, venue: "main", now: Sample.now)
        try store.leaveRoom(bytes: 0)
        #expect(throws: StoreError.full) {
            _ = try store.issueToken(
                role: .host, name: Self.long, venue: "main", now: Sample.now)
        }
        #expect(try store.device(withToken: token.secret, now: Sample.now) == token.device)
        #expect(try store.recall("m3", in: "main")?.event.rev == 3)
    }

    @Test func `retries with the next batch after the system refused to write`() async {
        await #expect(processExitsWith: .success) {
            let scene = Scene()
            let store = try scene.makeStore()
            let writer = JournalWriter(store: store)
            guard case .success = await writer.keep(Sample.batch(1...1)) else { exit(1) }

            // From here on no file may grow. The system reports it like a broken disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let before = limit.rlim_cur
            limit.rlim_cur = 1
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            for _ in 0..<3 {
                guard case .failure(.disk) = await writer.keep(Sample.batch(2...2)) else { exit(2) }
            }
            limit.rlim_cur = before
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            guard case .success = await writer.keep(Sample.batch(2...3)),
                try store.verify(venue: "main").faults.isEmpty, try store.lastRev(of: "main") == 3
            else { exit(3) }
        }
    }

    @Test func `waits for a command that keeps the file locked, but not forever`() throws {
        let store = try scene.makeStore()
        let other = try Store(folder: scene.folder, creating: false)
        try store.tamper("PRAGMA busy_timeout = 1")
        let outcomes = try other.write { _ in store.append([Sample.batch(1...1)]) }
        #expect(outcomes.map(reason) == [.busy])
        try store.keep(Sample.batch(1...1))
    }
}
