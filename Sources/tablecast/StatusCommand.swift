import ArgumentParser
import Client

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say in a few lines how a hub is.",
        discussion: """
            Who is connected, whether every screen keeps up, how fast the journal is, what was \
            refused. Needs a token of role engineer or owner. Exit status 1 when the hub is not \
            ready, a copy has drifted, a screen is behind or the machine's clock has jumped.
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
