import ArgumentParser
import Server

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make a token for a device or a program.",
        discussion: "Prints the token and nothing else. It is shown this once.")

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(help: "owner, host, display or engineer.")
    var role: DeviceRole

    @Option(help: "What the device is called: Tablet at the door.")
    var name: String?

    func run() throws {
        let administration = try Administration(dataFolder: data.path)
        say(try administration.makeToken(role: role.role, name: name, venue: venue.slug))
    }
}
