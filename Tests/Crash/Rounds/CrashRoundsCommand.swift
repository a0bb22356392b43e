import ArgumentParser
import CrashTrial
import Foundation
import TestSupport

/// `crash-rounds`: the given number of rounds of `kill -9` under load.
@main
struct CrashRoundsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-rounds",
        abstract: "Kills the hub at random moments under load, and looks at what is left.",
        discussion: """
            Ends with exit status 1 at the first thing that should not have happened, and says what \
            it was.
            """)

    @Option(help: "The program to serve with; the one beside this one by default.")
    var tablecast: String?

    @Option(help: "How many rounds.")
    var rounds = 500

    @Option(help: "How many clients.")
    var clients = 4

    @Option(help: "Of what is asked for, and of the moments; a random one by default.")
    var seed: UInt64?

    @Option(help: "The address of a PostgreSQL database for the journal.")
    var journal: String?

    func run() throws {
        let program =
            try tablecast.map { URL(fileURLWithPath: $0) } ?? BuiltProgram.named("tablecast")
        let seed = seed ?? UInt64.random(in: 1...1_000_000)
        print("seed \(seed)")
        let trial = try CrashTrial(
            program: program, seed: seed, clientCount: max(1, clients), journal: journal)
        let findings = trial.run(rounds: rounds) { round, findings in
            if round % 25 == 0 || round == rounds { Self.report(findings) }
        }
        for mishap in findings.mishaps { print(mishap) }
        if !findings.mishaps.isEmpty { throw ExitCode.failure }
    }

    private static func report(_ findings: CrashFindings) {
        let slowest = String(format: "%.1f s", findings.slowestReturn / .seconds(1))
        print(
            "\(findings.crashCount) crashes under load, \(findings.crashAtBeginCount) at the begin; "
                + "\(findings.ackedRevs.count) mutations acknowledged, "
                + "\(findings.replayedCount) of them at the second asking; "
                + "\(findings.returnCount) connections; slowest return \(slowest); "
                + "\(findings.calendarRequestCount) requests to the calendar; "
                + "\(findings.mishaps.count) mishaps")
        fflush(nil)
    }
}
