import ArgumentParser
import Client
import Foundation
import JSON
import Server
import Sync
import Terminal

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a venue's events as they come.",
        discussion: """
            Prints every event once and without gaps, also after a reconnect. Needs a token of role \
            engineer or owner.
            """)

    @OptionGroup var hub: HubOption

    @Option(help: "Begin after this revision; 0 for the whole journal; by default only new events.")
    var since: Int?

    @Flag(help: "Print each event as one line of JSON.")
    var json = false

    @Flag(help: "Print rejected mutations too.")
    var rejected = false

    @OptionGroup(title: "Filters") var filter: EventFilter

    @Option(
        name: .customLong("color"),
        help:
            "Colours: always, never, or auto (on a terminal unless NO_COLOR is set).")
    var colour = ColourChoice.auto

    func run() throws {
        if let since, since < 0 {
            throw ValidationError("--since must be a whole number, at least 0.")
        }
        let interruption = Interruption()
        try hub.signedIn(as: .engineer, name: "watch") { token in
            try follow(with: token, until: interruption)
        }
    }

    private func follow(with token: String, until interruption: Interruption) throws {
        let address = try hub.address()
        let follower = EventFollower(
            address, venue: hub.venue.slug, token: token,
            request: EventFollower.Request(
                since: try since ?? currentRev(address, token), includesRejected: rejected))
        try follower.connect()
        let isColoured = colour.isColoured
        while !interruption.isRequested, !isReaderGone {
            if let event = try follower.next(timeout: .milliseconds(200)), filter.matches(event) {
                let line =
                    json
                    ? TerminalText.escaped(event.canonicalText, as: .json)
                    : EventLine(event, isColoured: isColoured).text
                guard sayAsItIs(line) else { return }
            }
        }
    }

    /// Whether standard output is a pipe whose reader is gone. This has to be noticed even if there is
    /// no event to print.
    private var isReaderGone: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) == 1 && output.revents & Int16(POLLERR) != 0
    }

    /// Returns the venue's current revision, from the hub's first message.
    private func currentRev(_ address: HubAddress, _ token: String) throws -> Int {
        let connection = try SyncConnection(to: address, venue: hub.venue.slug, token: token)
        defer { connection.close() }
        guard let welcome = try connection.next(timeout: .seconds(10)).flatMap(Welcome.init) else {
            throw HubError("The hub did not send its revision.")
        }
        return welcome.rev
    }
}
