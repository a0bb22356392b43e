import ArgumentParser
import Client
import Operations
import Server
import Terminal

struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make a one-time address that signs a browser in.",
        discussion: "It works once, within a day, and opens the role's page.")

    @OptionGroup var data: DataOption
    @OptionGroup var venue: VenueOption

    @Option(help: DeviceRole.help)
    var role: DeviceRole

    @Option(
        help: """
            The address at which the device reaches the hub: http://192.168.1.20:8080 (TABLECAST_URL); \
            by default this machine's address in the network.
            """)
    var url: String?

    func run() throws {
        var address = try url ?? Environment.text("URL") ?? knownAddress()
        while address.hasSuffix("/") { address.removeLast() }
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
            throw ValidationError("--url must begin with http:// or https://.")
        }
        let administration = try Administration(data.place)
        say(address + (try administration.makeLink(role: role.role, venue: venue.slug)))
    }

    /// Returns the address at which other devices reach the hub of the data folder, even if the hub
    /// is not running.
    private func knownAddress() throws -> String {
        let port: Int? = try Environment.value("PORT")
        if port == nil, let outside = RunningAddress.readOutside(from: data.path) { return outside }
        let local =
            port.map { "http://localhost:\($0)" }
            ?? RunningAddress.read(from: data.path) ?? "http://localhost:8080"
        let hub = try HubAddress(local)
        let outside = OutsideAddress(
            given: nil, listeningHost: hub.host == "localhost" ? nil : hub.host)
        if let origin = outside.origin(isSecure: hub.isSecure, port: hub.port) { return origin }
        complain(
            "This link works only on this machine: other devices can't reach the hub. Give an address "
                + "with --url if they do.")
        return local.replacing("//localhost", with: "//127.0.0.1")
    }
}
