import JSON

/// Plays a rehearsal's plan through the protocol, as a host's tablet would.
///
/// It acts on its own parties and notices only, so it can play on a board where others work. What
/// they did first makes some of its mutations rejected; those are counted.
public final class RehearsalPlayer {
    /// How often it looks whether it is to stop.
    private static let stopCheckInterval: Duration = .milliseconds(200)

    private let steps: [Rehearsal.Step]
    private let session: SyncSession
    private let speed: RehearsalSpeed
    private let report: (String) -> Void
    private let shouldStop: () -> Bool
    private var board = RehearsalBoard()
    private var summary = RehearsalSummary()

    /// - Parameters:
    ///   - session: of a host or an owner. Nobody else may use it meanwhile; it need not watch any
    ///     view.
    ///   - report: gets a line for each step, without anybody's name.
    ///   - shouldStop: asked several times a second, and before each step.
    public init(
        _ steps: [Rehearsal.Step], through session: SyncSession, speed: RehearsalSpeed,
        report: @escaping (String) -> Void, shouldStop: @escaping () -> Bool = { false }
    ) {
        self.steps = steps
        self.session = session
        self.speed = speed
        self.report = report
        self.shouldStop = shouldStop
    }

    /// Plays to the end, or until it is to stop; parties are then left as they are.
    ///
    /// Throws when the hub can't be reached at first, when the session ends for good, and `rejected`
    /// when the token may not do what a host does.
    public func play() throws(ClientError) -> RehearsalSummary {
        try session.connect()
        let start = session.surroundings.now
        let first = steps.first?.second ?? 0
        for step in steps {
            guard try wait(until: start + delay(of: step.second - first)) else { break }
            guard try play(step) else { break }
        }
        summary.duration = session.surroundings.now - start
        return summary
    }

    private func delay(of seconds: Int) -> Duration {
        switch speed {
        case .max: .zero
        case .times(let factor): .seconds(Double(seconds) / factor)
        }
    }

    /// Lets the time pass, and the session live meanwhile.
    /// - Returns: false when it is to stop.
    private func wait(until moment: Duration) throws(ClientError) -> Bool {
        while !checkStop() {
            let left = moment - session.surroundings.now
            guard left > .zero else { return true }
            if let event = try session.next(timeout: min(left, Self.stopCheckInterval)) {
                note(event)
            }
        }
        return false
    }

    private func checkStop() -> Bool {
        if shouldStop() { summary.wasStopped = true }
        return summary.wasStopped
    }

    /// - Returns: false when it is to stop.
    private func play(_ step: Rehearsal.Step) throws(ClientError) -> Bool {
        guard let mutation = board.mutation(for: step.act) else {
            summary.skippedCount += 1
            return true
        }
        guard let answer = try ask(mutation) else { return false }
        switch answer {
        case .accepted(let rev, let result, _):
            let label = board.accepted(step.act, rev: rev, result: result, in: &summary)
            report("\(step.clock)  \(label)  (\(board.tally))")
        case .rejected(let rejection):
            board.rejected(step.act)
            summary.rejectedCounts[rejection.code, default: 0] += 1
            report("\(step.clock)  \(mutation.action) was rejected: \(rejection.code)")
        }
        return true
    }

    /// Asks until there is an answer that counts; nil when it is to stop.
    private func ask(_ mutation: RehearsalBoard.Mutation) throws(ClientError) -> MutationAnswer? {
        var id: String?
        while true {
            let asked = session.mutate(mutation.action, mutation.arguments, id: id)
            guard let answer = try self.answer(to: asked) else { return nil }
            guard case .rejected(let rejection) = answer else { return answer }
            switch rejection.code {
            case "rate_limited", "unavailable":
                // Nothing was done, and the same can be asked again under the same id.
                id = asked
                let pause = rejection.retryIn ?? .seconds(1)
                guard try wait(until: session.surroundings.now + pause) else { return nil }
            case "forbidden", "unknown_action", "bad_message":
                throw .rejected(code: rejection.code, message: rejection.reason)
            default: return answer
            }
        }
    }

    private func answer(to id: String) throws(ClientError) -> MutationAnswer? {
        while !checkStop() {
            switch try session.next(timeout: Self.stopCheckInterval) {
            case .answered(id, let answer): return answer
            case .some(let event): note(event)
            case nil: break
            }
        }
        return nil
    }

    private func note(_ event: SyncSession.Event) {
        switch event {
        case .disconnected(let error, _):
            summary.reconnectCount += 1
            report("\(error); connecting again")
        case .connected, .changed, .live, .refused, .drifted, .answered: break
        }
    }
}
