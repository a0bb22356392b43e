import ArgumentParser
import Client
import Server

/// The hub that a command speaks to, and what it signs in with.
struct HubOption: ParsableArguments {
    @Argument(help: "The hub: http://localhost:8080.")
    private var url: String

    @Option(help: "A token made by `tablecast token` (TABLECAST_TOKEN).")
    private var token: String?

    @Option(
        name: .customLong("data"),
        help: "On the hub's own machine, instead of a token: its data folder (TABLECAST_DATA).")
    private var folder: String?

    @OptionGroup var venue: VenueOption

    func address() throws -> HubAddress { try HubAddress(url) }

    /// The token that was given, or one made for this command in the data folder.
    func token(for role: DeviceRole, name: String) throws -> String {
        if let token = token ?? Environment.text("TOKEN") { return token }
        guard let folder = folder ?? Environment.text("DATA") else {
            throw HubError(
                "Say who is asking: --token with a token made by `tablecast token --role "
                    + "\(role.rawValue)`, or --data with the hub's data folder.")
        }
        return try Administration(dataFolder: folder)
            .makeToken(role: role.role, name: name, venue: venue.slug)
    }
}
