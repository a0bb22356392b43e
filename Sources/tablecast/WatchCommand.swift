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

    func run() throws {
        if let since, since < 0 {
            throw ValidationError("--since must be a whole number from 0 on.")
        }
        let interruption = Interruption()
        let address = try hub.address()
        let token = try hub.token(for: .engineer, name: "watch")
        let follower = EventFollower(
            address, venue: hub.venue.slug, token: token,
            request: EventFollower.Request(
                since: try since ?? currentRev(address, token), includesRejected: rejected))
        try follower.connect()
        while !interruption.hasCome {
            if let event = try follower.next(timeout: .milliseconds(200)) {
                guard say(json ? event.canonicalText : EventLine(event).text) else { return }
            }
        }
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

/// An event as one line for a terminal.
struct EventLine {
    let text: String

    init(_ event: JSON) {
        let rev = event["rev"]?.integer.map(String.init) ?? "-"
        let time = event["time"]?.text ?? ""
        let type = event["type"]?.text ?? ""
        let columns = [
            rev.leftPadded(to: 6), time, (event["actor"]?.text ?? "").padded(to: 16),
            (type.hasPrefix("tablecast.") ? String(type.dropFirst(10)) : type).padded(to: 20),
            (event["subject"]?.text ?? "").padded(to: 8), event["data"]?.canonicalText ?? "",
        ]
        text = columns.joined(separator: "  ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
