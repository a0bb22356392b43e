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

    private var givenToken: String? { token ?? Environment.text("TOKEN") }
    private var dataFolder: String? { folder ?? Environment.text("DATA") }

    /// Of a hub on this machine, where `tablecast certificate` has made one.
    private var ownAuthority: String? {
        dataFolder.flatMap { LocalAuthority.certificatePath(in: CertificateCommand.folder(in: $0)) }
    }

    /// Asks the hub with the token that was given, or with one made for this command in the data
    /// folder, which is revoked in the end, so that no device is left signed in.
    func signedIn(
        as role: DeviceRole, name: String, _ ask: (_ token: String) throws -> Void
    ) throws {
        if let givenToken { return try ask(givenToken) }
        let administration = try administration(for: role)
        let token = try administration.makeToken(role: role.role, name: name, venue: venue.slug)
        defer { try? administration.takeAway(token) }
        try ask(token)
    }

    private func administration(for role: DeviceRole) throws -> Administration {
        guard let dataFolder else {
            throw HubError(
                "Say who is asking: --token with a token made by `tablecast token --role "
                    + "\(role.rawValue)`, or --data with the hub's data folder.")
        }
        return try Administration(dataFolder: dataFolder)
    }
}
