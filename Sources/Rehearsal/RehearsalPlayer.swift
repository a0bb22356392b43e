import Boards
public import Client
import JSON

/// Plays a rehearsal's plan through the protocol, like a host's tablet.
///
/// It changes only what it has made itself, unless a part says otherwise, so it can play on boards
/// that others use. Others may change the same things, so some of its mutations may be rejected; it
/// counts those.
public final class RehearsalPlayer {
    /// How often `shouldStop` is called while waiting.
    private static let stopCheckInterval: Duration = .milliseconds(200)

    private var rehearsal: Rehearsal
    private let session: SyncSession
    private let speed: RehearsalSpeed
    private let report: (String) -> Void
    private let shouldStop: () -> Bool
    private var summary = RehearsalSummary()

    /// - Parameters:
    ///   - steps: The plan.
    ///   - session: The session of a host or an owner. It needs no views, and must not be used by
    /// anything else meanwhile.
    ///   - speed: The speed.
    ///   - report: Called with a line for each step, which contains no guest's name.
    ///   - shouldStop: Called several times a second and before each step.
    public init(
        _ rehearsal: Rehearsal, through session: SyncSession, speed: RehearsalSpeed,
        report: @escaping (String) -> Void, shouldStop: @escaping () -> Bool = { false }
    ) {
        self.rehearsal = rehearsal
        self.session = session
        self.speed = speed
        self.report = report
        self.shouldStop = shouldStop
    }

    /// Plays the plan until its end or until `shouldStop` returns `true`. What it has begun is left
    /// as it is then.
    ///
    /// Throws if the hub can't be reached at the beginning, if the session ends for good, and
    /// `rejected` if the token has no right to act as a host.
    public func play() throws(ClientError) -> RehearsalSummary {
        try session.connect()
        let start = session.now
        let first = rehearsal.steps.first?.second ?? 0
        for step in rehearsal.steps {
            guard try wait(until: start + delay(of: step.second - first)) else { break }
            guard try play(step) else { break }
        }
        summary.duration = session.now - start
        summary.counts = rehearsal.parts.flatMap(\.counts)
        return summary
    }

    private func delay(of seconds: Int) -> Duration {
        switch speed {
        case .max: .zero
        case .times(let factor): .seconds(Double(seconds) / factor)
        }
    }

    /// Waits, while the session goes on.
    ///
    /// - Returns: `false` if the player has to stop.
    private func wait(until moment: Duration) throws(ClientError) -> Bool {
        while !checkStop() {
            let left = moment - session.now
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

    /// - Returns: `false` if the player has to stop.
    private func play(_ step: Rehearsal.Step) throws(ClientError) -> Bool {
        guard let mutation = rehearsal.parts[step.part].mutation(at: step.index) else {
            summary.skippedCount += 1
            return true
        }
        guard let answer = try ask(mutation) else { return false }
        switch answer {
        case .accepted(let rev, let result, _):
            let label = rehearsal.parts[step.part].accepted(step.index, rev: rev, result: result)
            let tally = rehearsal.parts.map(\.tally).filter { !$0.isEmpty }
            report("\(step.clock)  \(label)  (\(tally.joined(separator: ", ")))")
        case .rejected(let rejection):
            rehearsal.parts[step.part].rejected(step.index)
            summary.rejectedCounts[rejection.code, default: 0] += 1
            report("\(step.clock)  \(mutation.action) was rejected: \(rejection.code)")
        }
        return true
    }

    /// Sends a mutation until there is a final answer. Returns `nil` if the player has to stop.
    private func ask(_ mutation: RehearsalMutation) throws(ClientError) -> MutationAnswer? {
        var id: String?
        while true {
            let asked = session.mutate(mutation.action, mutation.arguments, id: id)
            guard let answer = try self.answer(to: asked) else { return nil }
            guard case .rejected(let rejection) = answer else { return answer }
            switch rejection.code {
            case "rate_limited", "unavailable":
                // Nothing was done, so the same mutation can be sent again with the same id.
                id = asked
                let pause = rejection.retryIn ?? .seconds(1)
                guard try wait(until: session.now + pause) else { return nil }
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
