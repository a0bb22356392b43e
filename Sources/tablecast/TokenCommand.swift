import ArgumentParser
import Operations
import Server

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make a token for a device or a program.",
        discussion: "Prints only the token, which can't be shown again.")

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(help: DeviceRole.help)
    var role: DeviceRole

    @Option(help: "The name of the device: Tablet at the door.")
    var name: String?

    func run() throws {
        let administration = try Administration(data.place)
        say(try administration.makeToken(role: role.role, name: name, venue: venue.slug))
    }
}
