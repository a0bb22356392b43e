import Client
import JSON
import ScreenClient
import Sync

/// A connection that keeps copies of its views, as screens do, and checks each message's hash
/// against its copy.
final class Watcher {
    let connection: SyncConnection
    private(set) var copies: [String: ViewCopy]
    private(set) var messages: [JSON] = []
    private var pingCount = 0

    struct Astray: Error {
        var message: JSON
        var outcome: ViewCopy.Outcome
    }

    init(_ connection: SyncConnection, _ views: [String]) throws {
        self.connection = connection
        copies = Dictionary(uniqueKeysWithValues: views.map { ($0, ViewCopy(of: $0)) })
        for view in views {
            try connection.subscribe(view)
            while try take()["type"] != "live" {}
        }
    }

    convenience init(_ hub: LiveHub, _ role: Role, _ views: String...) throws {
        try self.init(try hub.connect(role), views)
    }

    func hash(_ view: String) -> String? { copies[view]?.hash }
    func document(_ view: String) -> JSON? { copies[view]?.document }
    func rev(_ view: String) -> Int? { copies[view]?.position?.rev }

    /// Applies one message.
    @discardableResult
    func take() throws -> JSON {
        let message = try connection.next()
        messages.append(message)
        let type = message["type"]?.text
        if let view = message["view"]?.text, type == "snapshot" || type == "diff" {
            let outcome = copies[view]?.apply(message) ?? .unrelated
            guard outcome == .applied else { throw Astray(message: message, outcome: outcome) }
        }
        return message
    }

    /// Sends a mutation and applies all messages up to its answer.
    func ask(_ id: String, _ action: String, _ arguments: JSON = [:]) throws -> JSON {
        try connection.mutate(id, action, arguments)
        while true {
            let message = try take()
            if message["id"]?.text == id { return message }
        }
    }

    /// Applies all messages so far.
    /// - Returns: the venue's revision, up to which every diff has arrived.
    @discardableResult
    func catchUp() throws -> Int {
        pingCount += 1
        try connection.send(["type": "ping", "n": JSON(pingCount)])
        while true {
            let message = try take()
            if message["type"] == "pong", message["n"]?.integer == pingCount {
                return message["rev"]?.integer ?? -1
            }
        }
    }

    /// Applies messages until the view's copy has reached this revision.
    func reach(_ rev: Int, of view: String) throws {
        while (self.rev(view) ?? -1) < rev { try take() }
    }
}
