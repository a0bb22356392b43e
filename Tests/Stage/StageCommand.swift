import ArgumentParser
import Foundation
import JSON
import Logging
import TestSupport
import Transport

/// `stage`: serves until it is stopped.
@main
struct StageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stage", abstract: "Hubs for tests, in one process.",
        discussion: """
            Prints the address of its control port. POST /venues makes a venue on a hub of its own: \
            {"port", "data", "public", "name", "timeZone", "languages", "at"}, and what the options of `tablecast serve` \
            have these names for: "url", "google-base", "leaflet", "silent-after", "limits". Its clock runs like the \
            machine's, or stands at the milliseconds `at`. What follows is asked of /venues/PORT: POST /links and \
            /tokens {"role", "name"}; POST /clock {"move": milliseconds}, which answers when the hub is at rest; GET \
            /rest {"within": milliseconds}; POST /connections {"do": "hang", "drop", "refuse" or "allow"}; DELETE.
            """)

    func run() throws {
        let signals = [SIGTERM, SIGINT]
        Signals.block(signals)
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let stage = Stage()
        let server = TestServer { request, peer in
            do {
                let json = request.body.isEmpty ? .null : try JSON(parsing: request.body)
                let path = request.target.split(separator: "/").map(String.init)
                let answer = try stage.answer(request.method == "DELETE", path, json)
                return peer.answer(200, body: answer.canonical)
            } catch {
                return peer.answer(400, body: Array("\(error)".utf8))
            }
        }
        print("http://127.0.0.1:\(server.port)")
        fflush(nil)
        _ = Signals.wait(for: signals)
        stage.close()
        withExtendedLifetime(server) {}
    }
}
