import ArgumentParser
import BoardKit
import CivilDates
import Client
import Clocks
import Foundation
import JSON
import Rehearsal
import ShippedBoards
import Sync
import Terminal

struct RehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Play an evening's service, to see the screens live.",
        discussion: """
            Plays a recorded evening: guests arrive, are called and are seated. Some don't show up, \
            and the host makes mistakes and undoes them. Needs a token of role host or owner. Ctrl-C \
            ends it.
            """)

    @OptionGroup var hub: HubOption

    @Option(help: "How many times as fast as real time; max for as fast as the hub answers.")
    var speed = "60"

    @Option(
        name: .customLong("with"), parsing: .singleValue,
        help: "A board whose evening is played too, such as orders. Can be given several times.")
    var boards: [String] = []

    @Option(help: "The folder with the recorded evenings, each called as its board.")
    var evenings: String?

    func validate() throws {
        guard RehearsalSpeed(speed) != nil else {
            throw ValidationError("--speed must be a number, at least 0, or max.")
        }
    }

    func run() throws {
        let interruption = Interruption()
        let evening = try recordedEvening()
        try hub.signedIn(as: boards.isEmpty ? .host : .owner, name: "rehearsal") { token in
            try play(evening, with: token, until: interruption)
        }
    }

    /// Returns the evening of the boards that every venue uses, and of the requested ones.
    private func recordedEvening() throws -> RecordedEvening {
        let folder = URL(
            fileURLWithPath: evenings ?? "\(Environment.text("PUBLIC") ?? "Public")/docs/evenings")
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        let recorded = (files ?? []).filter { $0.hasSuffix(".jsonl") }
            .map { String($0.dropLast(6)) }.sorted()
        guard !recorded.isEmpty else {
            throw HubError("There are no recorded evenings in the folder \(folder.path).")
        }
        for name in boards where !recorded.contains(name) {
            throw HubError(
                "There is no recorded evening of \(name); there are \(recorded.joined(separator: ", "))."
            )
        }
        let always = BoardRegistry.shipped.modules.map(\.declaration).filter(\.isAlwaysOn)
        let played = recorded.filter { name in
            boards.contains(name) || always.contains { $0.name == name }
        }
        return RecordedEvening(
            try played.map { name in
                let content = try Data(contentsOf: folder.appendingPathComponent("\(name).jsonl"))
                return try RecordedEvening(parsing: Array(content))
            })
    }

    private func play(
        _ evening: RecordedEvening, with token: String, until interruption: Interruption
    ) throws {
        let address = try hub.address()
        let client = HTTPClient(address, token: token)
        var documents: [String: JSON] = [:]
        for view in evening.views {
            documents[view] = try client.view(view, venue: hub.venue.slug)["doc"]
        }
        let settings = try client.view("house/settings", venue: hub.venue.slug)["doc"]
        let player = EveningPlayer(
            evening, on: Self.today(in: settings?["venue"]?["timeZone"]?.text),
            documents: documents,
            through: HTTPClient(address, token: token, timeout: Self.answerTimeout),
            venue: hub.venue.slug, speed: RehearsalSpeed(speed) ?? .max,
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

    /// The longest wait for an answer, and therefore the longest delay after Ctrl-C.
    private static let answerTimeout = Duration.seconds(2)

    /// The date in a time zone.
    private static func today(in zone: String?) -> CivilDate {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone.flatMap(TimeZone.init(identifier:)) ?? .gmt
        let now = Date(timeIntervalSince1970: Double(WallClock.now.milliseconds) / 1000)
        let date = calendar.dateComponents([.year, .month, .day], from: now)
        return CivilDate(year: date.year ?? 1970, month: date.month ?? 1, day: date.day ?? 1)
    }
}
