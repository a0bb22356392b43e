import ArgumentParser
import Foundation
import HostilePeers
import TestSupport

/// `hostile-peers`: measures how attacks affect good clients, as a table.
@main
struct HostilePeersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile-peers",
        abstract: "Measures what good clients notice of hostile ones.",
        discussion: """
            Each attack has a hub of its own, with the standard limits, which good clients use \
            before, during and after it, in rounds of calm and attack. Prints medians over the rounds.
            """)

    @Option(help: "The program to serve with; the one beside this one by default.")
    var tablecast: String?

    @Option(help: "How many rounds of calm and attack.")
    var rounds = 3

    @Option(help: "How many seconds each half of a round takes.")
    var seconds = 6

    @Option(help: "Only the attacks with this in their name.")
    var only: String?

    func validate() throws {
        guard rounds > 0, seconds > 0 else {
            throw ValidationError("A measurement has at least one round and one second.")
        }
        guard Attack.all.contains(where: { only.map($0.name.contains) ?? true }) else {
            let names = Attack.all.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no such attack; there are: \(names).")
        }
    }

    func run() throws {
        let program =
            try tablecast.map { URL(fileURLWithPath: $0) } ?? BuiltProgram.named("tablecast")
        print(Measurement.heading)
        for attack in Attack.all where only.map(attack.name.contains) ?? true {
            print(try Measurement(of: attack, program: program, rounds: rounds, seconds: seconds))
            fflush(nil)
        }
    }
}
