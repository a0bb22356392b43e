import Delivery
import Storage
import Terminal

/// The sealed secrets of a board in a venue, for the carrier of its connectors.
struct SealedSecrets: ConnectorSecrets {
    /// A job may outlast the hub; it must not keep the data folder locked.
    weak let secrets: (any Secrets)?
    let board: String
    let venue: String

    func secret(_ name: String) throws -> String? {
        guard let secrets else { throw HubError("The hub has stopped.") }
        return try secrets.secret(name, ofBoard: board, in: venue).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
