import JSON
import ScreenClient
import Sync
import TestBoards

extension VenueBench: StaffDocuments {
    // MARK: Refusals

    /// Returns the refusal of a request, or `nil` if it would be accepted. Changes nothing.
    func refusal(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) -> Rejection? {
        var copy = self
        do throws(Rejection) {
            try copy.ask(verb, arguments, by: principal, ifRev: ifRev)
            return nil
        } catch {
            return error
        }
    }

    func code(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> RejectCode? {
        refusal(verb, arguments, by: principal)?.code
    }

    /// Returns the message of a refusal.
    func message(
        of verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> String? {
        refusal(verb, arguments, by: principal)?.message
    }

    /// Returns the fields and messages of a refusal.
    func problems(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> [[String]] {
        (refusal(verb, arguments, by: principal)?.problems ?? []).map { [$0.field, $0.message] }
    }

    /// Returns the messages about the fields of a refusal.
    func sentences(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) -> [String] {
        problems(verb, arguments, by: principal).map { $0[1] }
    }

    // MARK: Documents

    /// Returns the document of a view for a reader, or `nil` if the reader gets none. A watched
    /// view is not rebuilt.
    func document(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal = host
    ) -> JSON? {
        message(view, parameters, by: principal).flatMap { try? JSON(parsing: $0) }?["doc"]
    }

    /// Returns the bytes that a reader of a view gets.
    func message(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal = host
    ) -> [UInt8]? {
        var copy = venue
        return try? copy.read(view, parameters, by: principal).snapshot
    }

    func viewRefusal(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal = host
    ) -> ViewRefusal? {
        var copy = venue
        do throws(ViewRefusal) {
            _ = try copy.read(view, parameters, by: principal)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the cached document of a view that is watched or always exists, or `null`.
    func kept(_ view: String) -> JSON { venue.document(of: view)?.json ?? .null }

    func staffView(_ view: String, _ parameters: [(name: String, value: String)]) -> JSON? {
        venue.document(of: viewName(view, parameters))?.json ?? document(view, parameters)
    }

    // MARK: Watchers

    /// A client that watches a view.
    struct Watcher {
        var copy: ViewCopy
        /// Whether the client has stopped reading, so that its connection is full.
        var isSlow = false
        /// The received messages, without the answers to its subscription.
        var heard: [JSON] = []
    }

    /// Starts to watch a view, either from a copy's position or without a copy.
    mutating func watch(
        _ view: String, by principal: Principal = host, from copy: ViewCopy? = nil
    ) -> ClientID {
        watcherCount += 1
        let id = ClientID(number: watcherCount)
        watchers[id] = Watcher(copy: copy ?? ViewCopy(of: view))
        deliver(venue.connect(id, as: principal, at: now))
        let since = copy?.position.map { position -> JSON in
            ["epoch": .string(position.epoch), "rev": JSON(position.rev)]
        }
        let message = JSON(present: [
            "type": "subscribe", "view": .string(view), "since": since,
        ])
        deliver(venue.receive(message.canonical, from: id, at: now))
        watchers[id]?.heard = []
        return id
    }

    /// Breaks the watcher's connection, and returns its copy.
    mutating func leave(_ id: ClientID) -> ViewCopy? {
        venue.disconnect(id, at: now)
        return watchers.removeValue(forKey: id)?.copy
    }

    /// Makes the watcher stop or resume reading.
    mutating func setSlow(_ id: ClientID, _ isSlow: Bool) {
        watchers[id]?.isSlow = isSlow
        deliver(isSlow ? [] : venue.drained(id))
    }

    /// Returns the messages that a watcher has received since the last call.
    mutating func heard(_ id: ClientID) -> [JSON] {
        defer { watchers[id]?.heard = [] }
        return watchers[id]?.heard ?? []
    }

    mutating func deliver(_ actions: [Action]) {
        guard !watchers.isEmpty else { return }
        for action in actions {
            switch action {
            case .send(let id, let message): deliver(message.bytes, to: id)
            case .broadcast(let ids, let messages):
                for id in ids { for message in messages { deliver(message, to: id) } }
            case .drifted(_, let view, _): faults.append("\(view) has drifted")
            default: break
            }
        }
        _ = venue.endTurn(congested: Set(watchers.filter(\.value.isSlow).keys))
    }

    private mutating func deliver(_ bytes: [UInt8], to id: ClientID) {
        guard watchers[id] != nil, let message = try? JSON(parsing: bytes) else { return }
        watchers[id]?.heard.append(message)
        guard ["snapshot", "diff"].contains(message["type"]?.text) else { return }
        if watchers[id]?.copy.apply(message) != .applied {
            faults.append("a \(message["type"] ?? "") to \(message["rev"] ?? "") is not applied")
        }
    }
}
