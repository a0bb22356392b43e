import Client
import Foundation
import HTTPTypes
import JSON
import Locks
import TestSupport

/// The resources of attackers at a hub before they begin: sign-ins that were stolen or misused,
/// data uploaded with them, and servers that the hub queries.
public struct Foothold {
    public let hub: ServedHub
    var bytes: HostileBytes
    var servers: [TestServer] = []
    /// The data that should not have reached an attackers' server.
    let leaks = Locked<[String]>([])

    init(at hub: ServedHub, screenToken: String) throws {
        self.hub = hub
        bytes = HostileBytes(port: hub.address.port, token: screenToken)
        if let path = hub.address.authoritiesPath {
            let authority = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes.tlsContext = PeerTLSContext(trusting: Array(authority))
        }
    }

    mutating func signIn(_ roles: String...) throws {
        for role in roles { bytes.secrets[role] = try hub.token(role) }
    }

    /// Makes a change and returns its result.
    @discardableResult
    func mutate(_ action: String, _ arguments: [String: JSON], as name: String) throws -> JSON? {
        let answer = try HTTPClient(hub.address, token: bytes.secrets[name]).mutate(
            id: UUID().uuidString, action, arguments, venue: "main")
        guard case .accepted(_, let result, _) = answer else {
            throw ClientError.violation("\(action): \(answer)")
        }
        return result
    }

    /// Sends a file to a board.
    func upload(_ text: String, _ type: String, to path: String, as name: String) throws {
        let answer = try HTTPClient(
            hub.address, token: bytes.secrets[name], timeout: .seconds(120)
        ).perform(.post, "/v1/main/\(path)", fields: [.contentType: type], body: Array(text.utf8))
        guard answer.status == 200 else {
            let body = String(decoding: answer.body.prefix(500), as: UTF8.self)
            throw ClientError.violation("\(path): \(answer.status) \(body)")
        }
    }
}
