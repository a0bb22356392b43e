import ArgumentParser
import Boards
import Client
import Foundation
import JSON
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

    @Flag var boards: [RehearsedBoard] = []

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
        let arrivals = try recordedArrivals()
        let parts = BoardRegistry.shipped.rehearsalParts(with: boards.map(\.name))
        let role: Role = parts.contains { $0.needsOwner } ? .owner : .host
        try hub.signedIn(as: role, name: "rehearsal") { token in
            try play(try plan(arrivals, with: token), with: token, until: interruption)
        }
    }

    private func plan(_ arrivals: [Arrival]?, with token: String) throws -> Rehearsal {
        let client = HTTPClient(try hub.address(), token: token)
        let options = boards.map(\.name)
        var documents: [String: JSON] = [:]
        for part in BoardRegistry.shipped.rehearsalParts(with: options) {
            guard let view = part.view else { continue }
            documents[view] = try client.view(view, venue: hub.venue.slug)["doc"]
        }
        guard let arrivals else {
            return Rehearsal(seed: seed, with: options, documents: documents)
        }
        return Rehearsal(arrivals: arrivals, seed: seed, with: options, documents: documents)
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
            say(
                "What was begun stays as it is: take parties that still wait off the list on the "
                    + "host's page.")
        }
    }

    private func recordedArrivals() throws -> [Arrival]? {
        guard let arrivals, let evening else { return nil }
        guard let content = FileManager.default.contents(atPath: arrivals) else {
            throw HubError("The file \(arrivals) can't be read.")
        }
        return try ArrivalsFile(parsing: Array(content)).arrivals(of: evening)
    }
}

/// A board whose part is played only when its option is given, such as `--orders`.
struct RehearsedBoard: EnumerableFlag, CustomStringConvertible {
    let name: String
    private let help: String

    var description: String { name }

    static let allCases = BoardRegistry.shipped.modules.compactMap { module in
        module.rehearsal?.optionHelp.map { Self(name: module.declaration.name, help: $0) }
    }

    static func name(for board: Self) -> NameSpecification { .customLong(board.name) }
    static func help(for board: Self) -> ArgumentHelp? { ArgumentHelp(board.help) }
}
