import CrashTrial
import TestSupport
import Testing

/// The real program, killed under load; `crash-rounds` does it any number of times.
@Suite(.timeLimit(.minutes(3)))
struct CrashTrialTests {
    private static let rounds = 5

    @Test func `acknowledged mutations survive once, and every client returns`() async throws {
        let findings = try await onOwnThread {
            try CrashTrial(program: BuiltProgram.named("tablecast"), seed: 1_604)
                .run(rounds: Self.rounds)
        }
        #expect(findings.mishaps == [])
        #expect(findings.crashCount == Self.rounds)
        #expect(findings.ackedRevs.count > Self.rounds)
        #expect(findings.ackedLines.values.reduce(0) { $0 + $1.count } > Self.rounds)
        // Each client connects at the beginning, and at least once after each crash.
        #expect(findings.returnCount >= 4 * (1 + Self.rounds))
    }
}
