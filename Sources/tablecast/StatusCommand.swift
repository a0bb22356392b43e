import ArgumentParser
import Client
import Sync

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print a hub's status in a few lines.",
        discussion: """
            Prints who is connected, whether every screen keeps up, how fast the journal is, and what \
            was rejected. Needs a token of role engineer or owner. The exit status is 1 if the hub is \
            not ready, a copy has drifted, a screen is behind or the machine's clock has jumped.
            """)

    @OptionGroup var hub: HubOption

    func run() throws {
        let address = try hub.address()
        try hub.signedIn(as: .engineer, name: "status") { token in
            let status = try HTTPClient(address, token: token).status()
            for line in status.lines { guard say(line) else { return } }
            if !status.isWell { throw ExitCode.failure }
        }
    }
}
