package import Sync

/// Decides when the connectors of all venues are fetched, and what their boards are told. Ignores
/// the results of connectors that were changed or removed in the meantime.
package struct ConnectorPlan {
    /// A connector in one version. When the connector changes, its task becomes invalid.
    package struct Task: Sendable, Hashable {
        fileprivate struct Key: Hashable {
            var venue: String
            var board: String
            var id: String
        }

        fileprivate var key: Key
        /// Distinguishes the versions of a connector.
        fileprivate var number: Int
    }

    /// The next step after a fetch.
    package enum Step: Sendable, Equatable {
        /// Tell the board, then call `told`.
        case tell(FetchReport, action: String, venue: String)
        /// Fetch again after this time.
        case wait(Duration)
    }

    private struct Entry {
        var state: ConnectorState
        var number: Int
    }

    private let timing: ConnectorTiming
    private var entries: [Task.Key: Entry] = [:]
    private var lastNumber = 0

    package init(_ timing: ConnectorTiming) { self.timing = timing }

    /// Sets the connectors of a venue, by board. Connectors that have not changed keep their state.
    ///
    /// - Returns: the new and changed connectors, to be fetched now.
    package mutating func set(_ connectors: [String: [Connector]], of venue: String) -> [Task] {
        var kept: [Task.Key: Entry] = [:]
        var begun: [Task] = []
        for (board, connectors) in connectors.sorted(by: { $0.key < $1.key }) {
            for connector in connectors {
                let key = Task.Key(venue: venue, board: board, id: connector.id)
                if let known = entries[key], known.state.connector == connector {
                    kept[key] = known
                    continue
                }
                lastNumber += 1
                kept[key] = Entry(state: ConnectorState(connector, timing), number: lastNumber)
                begun.append(Task(key: key, number: lastNumber))
            }
        }
        entries = entries.filter { $0.key.venue != venue }
        entries.merge(kept) { $1 }
        return begun
    }

    /// Returns the connector to fetch, with the entity tag of the content that the board knows;
    /// `nil` if the connector was changed or removed.
    package func state(of task: Task) -> ConnectorState? {
        guard let entry = entries[task.key], entry.number == task.number else { return nil }
        return entry.state
    }

    /// Takes the result of a fetch. Returns `nil` if the connector was changed or removed.
    package mutating func take(_ answer: FetchAnswer, for task: Task) -> Step? {
        guard let result = change(task, { $0.take(answer) }) else { return nil }
        guard let result, let action = state(of: task)?.connector.action else {
            return pause(task)
        }
        return .tell(
            FetchReport(id: task.key.id, result: result), action: action, venue: task.key.venue)
    }

    /// Takes the board's answer to a report. Returns `nil` if the connector was changed or removed.
    package mutating func told(_ outcome: ReportAnswer, for task: Task) -> Step? {
        if outcome == .unavailable { change(task) { $0.reportFailed() } }
        return pause(task)
    }

    private mutating func pause(_ task: Task) -> Step? {
        change(task) { $0.takePause() }.map(Step.wait)
    }

    /// - Returns: the result of `body`; `nil` if the connector was changed or removed.
    @discardableResult
    private mutating func change<Value>(
        _ task: Task, _ body: (inout ConnectorState) -> Value
    ) -> Value? {
        guard var state = state(of: task) else { return nil }
        defer { entries[task.key]?.state = state }
        return body(&state)
    }
}
