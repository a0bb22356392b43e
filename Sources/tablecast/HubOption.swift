import ArgumentParser
import Certificates
import Client
import Operations
import Server
import Sync
import Terminal

/// The hub to which a command connects, and how it signs in.
struct HubOption: ParsableArguments {
    @Argument(help: "The hub: http://localhost:8080.")
    private var url: String

    @Option(help: "A token made by `tablecast token` (TABLECAST_TOKEN).")
    private var token: String?

    @Option(
        name: .customLong("data"),
        help: "Instead of a token, on the hub's own machine: its data folder (TABLECAST_DATA).")
    private var folder: String?

    @Option(
        help: """
            The authority of the hub's certificate, in PEM (TABLECAST_AUTHORITY); by default the \
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

    /// The authority of a hub on this machine, if `tablecast certificate` has made one.
    private var ownAuthority: String? {
        dataFolder.flatMap { LocalAuthority.certificatePath(in: CertificateCommand.folder(in: $0)) }
    }

    /// Calls `ask` with the given token, or with a temporary one that is made in the data folder
    /// and revoked at the end.
    func signedIn(
        as role: Role, name: String, _ ask: (_ token: String) throws -> Void
    ) throws {
        if let givenToken { return try ask(givenToken) }
        let administration = try administration(for: role)
        let token = try administration.makeToken(role: role, name: name, venue: venue.slug)
        defer { try? administration.revoke(token) }
        try ask(token)
    }

    private func administration(for role: Role) throws -> Administration {
        guard let dataFolder else {
            throw HubError(
                "Say who is asking: --token with a token made by `tablecast token --role "
                    + "\(role.rawValue)`, or --data with the hub's data folder.")
        }
        return try Administration(
            DataOption.place(
                in: dataFolder, journal: Environment.text("JOURNAL"), as: "a command"))
    }
}
