import ArgumentParser
import Client
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
            given: by this machine's address in the network.
            """)
    var url: String?

    func run() throws {
        var address = try url ?? Environment.text("URL") ?? knownAddress()
        while address.hasSuffix("/") { address.removeLast() }
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
            throw ValidationError("--url must begin with http:// or https://.")
        }
        let administration = try Administration(dataFolder: data.path)
        say(address + (try administration.makeLink(role: role.role, venue: venue.slug)))
    }

    /// Where other devices reach the hub that runs on the data folder, or ran there last.
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
            "This link works on this machine only: other devices don't reach the hub. Name an address "
                + "with --url if they do.")
        return local.replacing("//localhost", with: "//127.0.0.1")
    }
}
