package import Sync

/// Decides when the connectors of all venues are fetched, and what their boards are told. What comes
/// of a connector that was changed or taken away meanwhile is not told.
package struct ConnectorPlan {
    /// One connector as it was at one time.
    package struct Task: Sendable, Hashable {
        fileprivate struct Key: Hashable {
            var venue: String
            var board: String
            var id: String
        }

        fileprivate var key: Key
        /// Distinguishes it from what the connector was before.
        fileprivate var number: Int
    }

    /// What follows from a fetch.
    package enum Step: Sendable, Equatable {
        /// Tell the board, and then `told`.
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

    /// Sets the connectors of a venue, by board. The unchanged ones go on as they were.
    ///
    /// - Returns: what is to be fetched now, because it is new or has changed.
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

    /// The connector to fetch, with the entity tag of the content that the board knows; `nil` if
    /// nobody wants it any more.
    package func state(of task: Task) -> ConnectorState? {
        guard let entry = entries[task.key], entry.number == task.number else { return nil }
        return entry.state
    }

    /// Takes the result of a fetch.
    package mutating func take(_ answer: FetchAnswer, for task: Task) -> Step? {
        guard let result = change(task, { $0.take(answer) }) else { return nil }
        guard let result, let action = state(of: task)?.connector.action else {
            return pause(task)
        }
        return .tell(
            FetchReport(id: task.key.id, result: result), action: action, venue: task.key.venue)
    }

    /// The board was told, or could not be.
    package mutating func told(_ outcome: TellingOutcome, for task: Task) -> Step? {
        if outcome == .unavailable { change(task) { $0.reportFailed() } }
        return pause(task)
    }

    private mutating func pause(_ task: Task) -> Step? {
        change(task) { $0.takePause() }.map(Step.wait)
    }

    /// - Returns: what `body` returns; `nil` if nobody wants the connector any more.
    @discardableResult
    private mutating func change<Value>(
        _ task: Task, _ body: (inout ConnectorState) -> Value
    ) -> Value? {
        guard var state = state(of: task) else { return nil }
        defer { entries[task.key]?.state = state }
        return body(&state)
    }
}
