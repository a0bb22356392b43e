import ArgumentParser
import Client
import Foundation
import Rehearsal
import Server
import Sync
import Terminal

struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Play an evening's service, to see the screens live.",
        discussion: """
            Guests arrive, are called and are seated. Some don't show up, and the host makes mistakes \
            and undoes them. A seed always plays the same evening. Needs a token of role host or \
            owner. Ctrl-C ends it.
            """)

    @OptionGroup var hub: HubOption

    @Option(help: "How many times as fast as real time; max for as fast as the hub answers.")
    var speed = "60"

    @Option(help: "The seed of the random evening.")
    var seed: UInt64 = 1

    @Option(help: "A recorded evening instead: CSV with the columns evening,time,size.")
    var arrivals: String?

    @Option(help: "The evening of that file.")
    var evening: String?

    func validate() throws {
        guard RehearsalSpeed(speed) != nil else {
            throw ValidationError("--speed must be a number, at least 0, or max.")
        }
        guard (arrivals == nil) == (evening == nil) else {
            throw ValidationError("--arrivals and --evening must be used together.")
        }
    }

    func run() throws {
        let interruption = Interruption()
        let rehearsal = try plan()
        try hub.signedIn(as: .host, name: "rehearsal") { token in
            try play(rehearsal, with: token, until: interruption)
        }
    }

    private func play(
        _ rehearsal: Rehearsal, with token: String, until interruption: Interruption
    ) throws {
        let session = SyncSession(
            with: try hub.address(), venue: hub.venue.slug, token: token, views: [])
        defer { session.close() }
        let player = RehearsalPlayer(
            rehearsal, through: session, speed: RehearsalSpeed(speed) ?? .max,
            report: { if !say($0) { interruption.request() } },
            shouldStop: { interruption.isRequested })
        let summary = try player.play()
        say(summary.description)
        if summary.wasStopped {
            say("Parties that still wait stay there: take them off the list on the host's page.")
        }
    }

    private func plan() throws -> Rehearsal {
        guard let arrivals, let evening else { return Rehearsal(seed: seed) }
        guard let content = FileManager.default.contents(atPath: arrivals) else {
            throw HubError("The file \(arrivals) can't be read.")
        }
        let file = try ArrivalsFile(parsing: Array(content))
        return Rehearsal(arrivals: try file.arrivals(of: evening), seed: seed)
    }
}
