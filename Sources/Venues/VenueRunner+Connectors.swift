package import Delivery
import Dispatch
package import Sync
import Transport

/// Connectors, lookups, and the reports about them.
extension VenueRunner {
    /// Passes on the boards' connectors, if they have changed.
    func updateConnectors() {
        connectorsAsOf = (venue.rev, venue.memoryEventCount)
        var connectors = withVenue { $0.connectors }
        if connectors.isEmpty, shownConnectors.isEmpty { return }
        let setAside = setAside
        if !setAside.isEmpty {
            for (board, listed) in connectors {
                connectors[board] = listed.filter { !setAside.contains("\(board) \($0.id)") }
            }
        }
        guard connectors != shownConnectors else { return }
        shownConnectors = connectors
        venues.context.connectors?.set(connectors, of: slug)
    }

    /// The views and connectors that are set aside, because the hub was ended twice during them.
    package var setAside: [String] { venues.context.work?.setAside(in: slug) ?? [] }

    /// Allows a view or connector that is set aside again.
    ///
    /// - Returns: `false` if it is not set aside.
    package func tryAgain(_ name: String) -> Bool {
        let named = Work(name, in: slug)
        guard let work = venues.context.work, work.isSetAside(named) else { return false }
        work.forget(named)
        updateConnectors()
        return true
    }

    /// Passes on the watched boards, if they have changed.
    func updateWatchedBoards() {
        // Sets that share their storage are compared in constant time.
        guard venue.watchers.boards != shownWatchedBoards else { return }
        shownWatchedBoards = venue.watchers.boards
        venues.context.connectors?.setWatched(shownWatchedBoards, of: slug)
    }

    /// Does a connector's job at once if it waits for its period.
    package func wake(_ connector: String, of board: String) {
        venues.context.connectors?.wake(connector, of: board, in: slug)
    }

    /// Makes a lookup of a board. Calls `done` once, on the venue's loop.
    ///
    /// - Parameter waitMax: the time after which the answer is `unfinished`.
    package func ask(
        _ lookup: Lookup, of board: String, waitMax: Duration,
        _ done: @escaping (LookupAnswer) -> Void
    ) {
        guard let connectors = venues.context.connectors else {
            return done(.failed(.unknownTarget, retryAfter: .seconds(60)))
        }
        let loop = venues.loop
        let wait = LoopBound(OneAnswer(done), on: loop)
        wait.value.timer = loop.schedule(after: waitMax) { wait.value.give(.unfinished) }
        connectors.ask(lookup, of: board, in: slug) { answer in
            loop.execute { wait.value.give(answer) }
        }
    }

    /// Handles a report about an effect or a connector.
    package func tell(_ mutation: Mutation, _ done: @escaping @Sendable (ReportAnswer) -> Void) {
        let answer = ReportReceipt { [weak self] answer in
            // Pass on the changes of the report before its lane continues.
            if mutation.connector != nil { self?.updateConnectors() }
            done(answer)
        }
        let judge = { self.mutate(mutation, by: .hub, isFromHub: true, answerTo: answer) }
        guard let report = mutation.connector else { return judge() }
        let board = String(mutation.action.prefix { $0 != "." })
        if let work = venues.context.work {
            work.mark(Work(connector: report.id, of: board, in: slug), while: judge)
        } else {
            judge()
        }
        venues.context.connectors?.wrote(
            venue.pendingBytes(of: mutation.id), by: report.id, of: board, in: slug)
    }
}

/// Passes on the answer to a report about an effect or a connector.
private final class ReportReceipt: ClientSink {
    private let done: (ReportAnswer) -> Void

    init(_ done: @escaping (ReportAnswer) -> Void) { self.done = done }

    func deliver(_ message: ServerMessage) {
        guard case .reject(_, let rejection) = message else { return done(.taken) }
        done(rejection.code == .unavailable ? .unavailable : .refused)
    }

    func close(_ code: CloseCode, reason: String) {}
}
