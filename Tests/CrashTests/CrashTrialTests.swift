import CrashTrial
import PostgresServer
import TestSupport
import Testing

/// The real program, killed under load; `crash-rounds` does it any number of times.
@Suite(.timeLimit(.minutes(3)))
struct CrashTrialTests {
    @Test func `acknowledged mutations survive once, and every client returns`() async throws {
        try await run(rounds: 5)
    }

    #if Cluster
        @Test func `the same holds with the journal in PostgreSQL`() async throws {
            // Each start waits for the end of the lease that the killed hub left behind.
            try await run(rounds: 2, journal: PostgresServer.shared().makeSchema())
        }
    #endif

    private func run(rounds: Int, journal: String? = nil) async throws {
        let findings = try await onOwnThread {
            try CrashTrial(program: BuiltProgram.named("tablecast"), seed: 1_604, journal: journal)
                .run(rounds: rounds)
        }
        #expect(findings.mishaps == [])
        #expect(findings.crashCount == rounds)
        #expect(findings.ackedRevs.count > rounds)
        #expect(findings.ackedLines.values.reduce(0) { $0 + $1.count } > rounds)
        // Each client connects at the beginning, and at least once after each crash.
        #expect(findings.returnCount >= 4 * (1 + rounds))
    }
}
