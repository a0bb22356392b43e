import ArgumentParser
import Server

struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make a one-time address that signs a browser in.",
        discussion: "It works once, within a day, and leads to the role's page.")

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(help: "owner, host, display or engineer.")
    var role: DeviceRole

    @Option(
        help: """
            How the device reaches the hub: http://192.168.1.20:8080 (TABLECAST_URL). When it is not \
            given: as this machine does.
            """)
    var url: String?

    func run() throws {
        let port: Int? = try Environment.value("PORT")
        var address =
            url ?? Environment.text("URL") ?? port.map { "http://localhost:\($0)" }
            ?? RunningAddress.read(from: data.path) ?? "http://localhost:8080"
        while address.hasSuffix("/") { address.removeLast() }
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
            throw ValidationError("--url must begin with http:// or https://.")
        }
        let administration = try Administration(dataFolder: data.path)
        say(address + (try administration.makeLink(role: role.role, venue: venue.slug)))
    }
}
