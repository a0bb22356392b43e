import MemoryStorage
import Storage
import Sync
import Testing

/// The contract of boards' secrets, for every engine.
@Suite struct SecretsContractTests {
    @Test(arguments: EngineKind.allCases)
    func `stores a secret with the event that sets it`(
        kind: EngineKind
    ) async throws {
        let engine = try kind.make()
        let secrets = engine.storage
        func keep(_ change: SecretChange, rev: Int) async throws {
            let entry = JournalEntry(
                event: Sample.event(rev), fingerprint: nil, secrets: [change])
            try await engine.keep(JournalBatch(venue: "main", generation: 0, entries: [entry]))
        }
        let change = SecretChange(name: "c_3/token", value: [1, 2, 3])
        #expect("\(change)" == "c_3/token is set")
        #expect(!String(reflecting: [change]).contains("1"))
        await #expect(throws: StoreError.self) { try await keep(change, rev: 2) }
        #expect(try secrets.secret("c_3/token", ofBoard: "waitlist", in: "main") == nil)
        try await keep(change, rev: 1)
        #expect(try secrets.secret("c_3/token", ofBoard: "waitlist", in: "main") == [1, 2, 3])
        #expect(try secrets.secret("c_3/token", ofBoard: "notice", in: "main") == nil)
        #expect(try secrets.secretCounts(of: "main") == (1, 0))
        try await keep(SecretChange(name: "c_3/token", value: nil), rev: 2)
        #expect(try secrets.secretCounts(of: "main") == (0, 0))
        #expect("\(SecretChange(name: "c_3/token", value: nil))" == "c_3/token is removed")
    }
}
