import ArgumentParser
import Client
import Foundation
import Server

struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Play an evening's service, to see the screens live.",
        discussion: """
            Guests arrive, are called and seated; some do not show up, and the host makes slips and \
            takes them back. The same seed plays the same evening. Needs a token of role host or \
            owner. Ctrl-C ends it.
            """)

    @OptionGroup var hub: HubOption

    @Option(help: "How many times faster than life; max for as fast as the hub answers.")
    var speed = "60"

    @Option(help: "What decides names, sizes and courses.")
    var seed: UInt64 = 1

    @Option(help: "A recorded evening instead: CSV with the columns evening,time,size.")
    var arrivals: String?

    @Option(help: "Which evening of that file.")
    var evening: String?

    func validate() throws {
        guard RehearsalSpeed(speed) != nil else {
            throw ValidationError("--speed must be a number from 0 on, or max.")
        }
        guard (arrivals == nil) == (evening == nil) else {
            throw ValidationError("--arrivals and --evening go together.")
        }
    }

    func run() throws {
        let interruption = Interruption()
        let steps = try plan()
        try hub.signedIn(as: .host, name: "rehearsal") { token in
            try play(steps, with: token, until: interruption)
        }
    }

    private func play(
        _ steps: [Rehearsal.Step], with token: String, until interruption: Interruption
    ) throws {
        let session = SyncSession(
            with: try hub.address(), venue: hub.venue.slug, token: token, views: [])
        defer { session.close() }
        let player = RehearsalPlayer(
            steps, through: session, speed: RehearsalSpeed(speed) ?? .max,
            report: { if !say($0) { interruption.come() } },
            shouldStop: { interruption.hasCome })
        let summary = try player.play()
        say(summary.description)
        if summary.wasStopped {
            say("Whoever was waiting then still is: take them off the list on the host's page.")
        }
    }

    private func plan() throws -> [Rehearsal.Step] {
        guard let arrivals, let evening else { return Rehearsal.plan(seed: seed) }
        guard let content = FileManager.default.contents(atPath: arrivals) else {
            throw HubError("The file \(arrivals) can't be read.")
        }
        let file = try ArrivalsFile(parsing: Array(content))
        return Rehearsal.plan(arrivals: try file.arrivals(of: evening), seed: seed)
    }
}
