import ArgumentParser
import Client
import Foundation
import JSON
import Server

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a venue's events as they come.",
        discussion: """
            Follows over reconnects, without a hole and without a double. Needs a token of role \
            engineer or owner.
            """)

    @OptionGroup var hub: HubOption

    @Option(help: "Begin after this revision; 0 is the whole journal. Without it: what comes.")
    var since: Int?

    @Flag(help: "Print each event as one line of JSON.")
    var json = false

    @Flag(help: "Print the mutations that were rejected too.")
    var rejected = false

    @OptionGroup(title: "Filters") var filter: EventFilter

    @Option(
        name: .customLong("color"),
        help:
            "Colours: always, never, or auto, which has them on a terminal unless NO_COLOR is set.")
    var colour = ColourChoice.auto

    func run() throws {
        if let since, since < 0 {
            throw ValidationError("--since must be a whole number from 0 on.")
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
        while !interruption.hasCome, !isReaderGone {
            if let event = try follower.next(timeout: .milliseconds(200)), filter.fits(event) {
                let line =
                    json ? event.canonicalText : EventLine(event, isColoured: isColoured).text
                guard say(line) else { return }
            }
        }
    }

    /// Whether nobody will read what is printed any more: of a pipe whose other end is closed this
    /// is to be noticed without an event that would have to be written.
    private var isReaderGone: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) == 1 && output.revents & Int16(POLLERR) != 0
    }

    /// The venue's revision now, which the hub says first of all.
    private func currentRev(_ address: HubAddress, _ token: String) throws -> Int {
        let connection = try SyncConnection(to: address, venue: hub.venue.slug, token: token)
        defer { connection.close() }
        guard let welcome = try connection.next(timeout: .seconds(10)).flatMap(Welcome.init) else {
            throw HubError("The hub did not say where its journal ends.")
        }
        return welcome.rev
    }
}
