import JSON
import Sync

/// A venue with a planner, driven by short calls.
typealias PlannerBench = VenueBench<BenchedPlanner>

struct BenchedPlanner: BenchedBoard {
    static let name = "planner"
    static let timeZone = "Europe/Madrid"
    /// Monday, 4 May 2026, 08:00 in UTC.
    static let start = Instant(milliseconds: 1_777_881_600_000)
    static let undoer = Principal(role: .owner, device: "d_owner")

    fileprivate static let watcher = ClientID(number: 7)
}

extension VenueBench where Board == BenchedPlanner {
    /// Reports a connector's result to the board.
    ///
    /// - Returns: The refusal, or `nil` if the report was accepted.
    @discardableResult
    mutating func report(
        _ id: String, _ result: ConnectorReport.Result, waitSeconds: Int? = nil
    ) -> Rejection? {
        let connector = ConnectorReport(id: id, result: result, waitSeconds: waitSeconds)
        do throws(Rejection) {
            try ask("report", by: .hub, connector: connector)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the hash in a message with a document.
    static func hash(in message: [UInt8]?) -> String? {
        guard let message, let name = message.firstRange(of: Array(#""hash":""#.utf8)) else {
            return nil
        }
        return String(decoding: message[name.upperBound...].prefix(8), as: UTF8.self)
    }

    /// Watches the views, so that their documents are updated row by row.
    mutating func watch(_ views: [String]) {
        _ = venue.connect(Board.watcher, as: Self.host, at: now)
        for view in views { _ = venue.subscribe(Board.watcher, to: view, at: now) }
    }

    var watched: [String] { venue.subscriptions(of: Board.watcher).map(\.view) }

    /// Returns the same state without watchers, so that every view is rebuilt.
    func deserted() -> PlannerBench {
        var bench = self
        bench.venue.disconnect(Board.watcher, at: now)
        // Due events are only decided here. Views don't show them before they are durable.
        _ = bench.venue.tick(at: now.adding(milliseconds: 3_600_000))
        return bench
    }
}
