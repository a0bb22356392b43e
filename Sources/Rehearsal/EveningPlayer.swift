package import CivilDates
public import Client
package import JSON

/// Plays a recorded evening through the protocol, like a tablet of the house.
///
/// Others may change the same things meanwhile, so some of its mutations may be rejected; it counts
/// those.
public final class EveningPlayer {
    /// How often `shouldStop` is called while waiting.
    private static let stopCheckInterval: Duration = .milliseconds(200)

    private let evening: RecordedEvening
    private var names: EveningNames
    private let session: SyncSession
    private let speed: RehearsalSpeed
    private let report: (String) -> Void
    private let shouldStop: () -> Bool
    private var summary = RehearsalSummary()

    /// - Parameters:
    ///   - date: The date of the evening.
    ///   - documents: The documents of the evening's views, by view.
    ///   - session: A session with the rights for all steps. It needs no views, and must not be
    ///     used by anything else meanwhile.
    ///   - report: Called with a line for each step, which contains no guest's name.
    ///   - shouldStop: Called several times a second and before each step.
    package init(
        _ evening: RecordedEvening, on date: CivilDate, documents: [String: JSON] = [:],
        through session: SyncSession, speed: RehearsalSpeed,
        report: @escaping (String) -> Void, shouldStop: @escaping () -> Bool = { false }
    ) {
        self.evening = evening
        names = EveningNames(date: date, documents: documents)
        self.session = session
        self.speed = speed
        self.report = report
        self.shouldStop = shouldStop
    }

    /// Plays the evening until its end or until `shouldStop` returns `true`. Changes made so far
    /// are not undone.
    ///
    /// Throws if the hub can't be reached at the beginning, if the session ends for good, and
    /// `rejected` if the token has no right to a change.
    public func play() throws(ClientError) -> RehearsalSummary {
        try session.connect()
        let start = session.now
        let first = evening.steps.first?.second ?? 0
        for step in evening.steps {
            guard try wait(until: start + delay(of: step.second - first)) else { break }
            guard try play(step) else { break }
        }
        summary.duration = session.now - start
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
    private func play(_ step: RecordedEvening.Step) throws(ClientError) -> Bool {
        if names.leavesOut(step) { return true }
        guard let arguments = names.arguments(of: step) else {
            summary.skippedCount += 1
            return true
        }
        guard let answer = try ask(step.action, arguments) else { return false }
        switch answer {
        case .accepted(let rev, let result, _):
            names.accepted(step, rev: rev, result: result)
            summary.acceptedCount += 1
            report("\(step.clock)  \(step.action)")
        case .rejected(let rejection):
            summary.rejectedCounts[rejection.code, default: 0] += 1
            report("\(step.clock)  \(step.action) was rejected: \(rejection.code)")
        }
        return true
    }

    /// Sends a mutation until there is a final answer. Returns `nil` if the player has to stop.
    private func ask(
        _ action: String, _ arguments: [String: JSON]
    ) throws(ClientError) -> MutationAnswer? {
        var id: String?
        while true {
            let asked = session.mutate(action, arguments, id: id)
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

/// The speed of a rehearsal.
public enum RehearsalSpeed: Sendable, Equatable {
    /// This many times as fast as real time. Always above 0.
    case times(Double)
    /// Each step follows as soon as the one before is answered.
    case max

    /// Reads a factor, or `0` or `max` for the highest speed. Returns `nil` for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .max
            return
        }
        guard let factor = Double(text), factor.isFinite, factor >= 0 else { return nil }
        self = factor == 0 ? .max : .times(factor)
    }
}
