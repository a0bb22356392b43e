import Delivery
import Destinations
import Outgoing
import Sync

/// Fetches content for connectors over HTTP. Each connection is judged by the address that it is made
/// to.
struct ConnectorFetcher: Fetcher {
    func fetch(_ connector: Connector, tag: String?) -> FetchAnswer {
        let client = OutgoingClient(allowsLocal: connector.allowsPrivate)
        do {
            let content = try client.fetch(
                try Destination(connector.address), tag: tag, bytesMax: connector.bytesMax)
            return switch content {
            case .content(let bytes, let tag): .content(bytes, tag: tag)
            case .same: .same
            case .notWhole: .failed(.notWhole)
            case .refused(let status): .failed(.answered(status))
            }
        } catch OutgoingError.forbiddenAddress {
            return .failed(.privateAddress)
        } catch OutgoingError.timedOut {
            return .failed(.timedOut)
        } catch is DestinationError {
            return .failed(.badAddress)
        } catch {
            return .failed(.unreachable)
        }
    }
}
