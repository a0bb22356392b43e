import ArgumentParser
import CalendarPeers
import Foundation
import Glibc
import Locks
import Transport

/// The command `google-calendar --port P`, which serves until it is stopped.
@main
struct GoogleCalendarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "google-calendar",
        abstract: "Google Calendar API v3 and its sign-in, for tests.",
        discussion: """
            For `tablecast serve --google-base`. Whoever opens the page of the sign-in has agreed. POST \
            /faults orders faults: {"fault": "rateLimitExceeded", "on": "events.patch", "times": 2}, or an \
            array of them. GET /state says what there is. The token `person` is always good.
            """)

    @Option(help: "The port on 127.0.0.1; 0 for a free one, which is printed.")
    var port = 0

    @Option(help: "The client id that may sign in.")
    var client = "client"

    @Option(help: "Where messages of events.watch go, such as http://127.0.0.1:8080.")
    var pushTo: String?

    func run() throws {
        let signals = [SIGTERM, SIGINT]
        Signals.block(signals)
        let loop = try EventLoop(name: "google-calendar")
        let outcome = Locked<Result<Int, SystemError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let (port, client, pushTo) = (port, client, pushTo)
        loop.execute {
            let server = GoogleCalendarServer(client: client, pushTo: pushTo)
            let result = Result { () throws(SystemError) in
                try server.listen(port: port, on: loop)
            }
            // Keep the server alive as long as the loop.
            loop.atEndOfTurn { withExtendedLifetime(server) {} }
            outcome.with { $0 = result }
            done.signal()
        }
        done.wait()
        if let bound = try outcome.with({ $0 })?.get() { print("http://127.0.0.1:\(bound)") }
        fflush(nil)
        _ = Signals.wait(for: signals)
        loop.stop()
    }
}
