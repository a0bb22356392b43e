import CrashTrial
import TestSupport
import Testing

/// The program as it is run, killed under load; `crash-rounds` does it as often as one likes.
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
        // Each of the clients once at the begin, and once after each crash at least.
        #expect(findings.returnCount >= 4 * (1 + Self.rounds))
    }
}
