import ArgumentParser
import Foundation
import Simulation

/// `simulate`: plays evenings, one for each seed, and names those that broke a promise.
@main
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Plays evenings of a whole hub on which all goes wrong that can.",
        discussion: """
            Prints each seed whose evening broke a promise, with what was wrong, and the command that \
            plays it again; then a summary. Fails when there was one.
            """)

    @Option(help: "How many evenings.")
    var seeds: UInt64 = 1_000

    @Option(help: "The first seed.")
    var from: UInt64 = 1

    @Flag(help: "Take orders and reservations too.")
    var service = false

    @Flag(help: "Print a line for each evening.")
    var verbose = false

    func run() throws {
        let begin = ContinuousClock.now
        var (failed, revisions, messages, restarts) = (0, 0, 0, 0)
        for seed in from..<from + seeds {
            let outcome = Simulation(seed: seed, hasService: service).run()
            revisions += outcome.revisionCount
            messages += outcome.messageCount
            restarts += outcome.restartCount
            if verbose { print(outcome) }
            guard let violation = outcome.violation else { continue }
            failed += 1
            print("seed \(seed): \(violation)")
            print(
                "  again: swift run -c release simulate --seeds 1 --from \(seed)"
                    + (service ? " --service" : ""))
            fflush(nil)
        }
        print(
            "\(seeds) evenings from seed \(from): \(revisions) revisions, \(messages) messages heard, "
                + "\(restarts) restarts, in \(begin.duration(to: .now)); \(failed) failed")
        if failed > 0 { throw ExitCode.failure }
    }
}
