import ArgumentParser
import Certificates
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

    @Option(
        help: """
            Who vouches for the hub's certificate, in PEM (TABLECAST_AUTHORITY); by default the \
            authorities that this machine trusts, and with --data the hub's own.
            """)
    private var authority: String?

    @OptionGroup var venue: VenueOption

    func address() throws -> HubAddress {
        var address = try HubAddress(url)
        address.authoritiesPath = authority ?? Environment.text("AUTHORITY") ?? ownAuthority
        return address
    }

    /// Of a hub on this machine, where `tablecast certificate` has made one.
    private var ownAuthority: String? {
        guard let folder = folder ?? Environment.text("DATA") else { return nil }
        return LocalAuthority.certificatePath(in: CertificateCommand.folder(in: folder))
    }

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
