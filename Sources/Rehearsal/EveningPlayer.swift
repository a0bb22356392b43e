package import CivilDates
public import Client
package import JSON

/// Plays a recorded evening through the protocol, like a program of the house: each change is a
/// request over plain HTTP.
///
/// Other clients may change the same things meanwhile, so some mutations may be rejected; the
/// player counts those.
public final class EveningPlayer {
    /// The interval at which `shouldStop` is called while waiting.
    private static let stopCheckInterval: Duration = .milliseconds(200)

    private let evening: RecordedEvening
    private var names: EveningNames
    private let client: HTTPClient
    private let venue: String
    private let speed: RehearsalSpeed
    private let report: (String) -> Void
    private let shouldStop: () -> Bool
    private var summary = RehearsalSummary()
    /// Whether the hub has answered a request.
    private var isHeard = false

    /// - Parameters:
    ///   - date: The date of the evening.
    ///   - documents: The documents of the evening's views, by view.
    ///   - client: A client with the rights for all steps. Its timeout is the longest wait before a
    ///     request is repeated or the player stops.
    ///   - report: Called with a line for each step, which contains no guest's name.
    ///   - shouldStop: Called several times a second and before each step.
    package init(
        _ evening: RecordedEvening, on date: CivilDate, documents: [String: JSON] = [:],
        through client: HTTPClient, venue: String, speed: RehearsalSpeed,
        report: @escaping (String) -> Void, shouldStop: @escaping () -> Bool = { false }
    ) {
        self.evening = evening
        names = EveningNames(date: date, documents: documents)
        self.client = client
        self.venue = venue
        self.speed = speed
        self.report = report
        self.shouldStop = shouldStop
    }

    private var now: Duration { client.surroundings.now }

    /// Plays the evening until its end or until `shouldStop` returns `true`. Changes made so far
    /// are not undone.
    ///
    /// Throws if the hub can't be reached at the beginning, if the token becomes invalid, and
    /// `rejected` if it has no right to a change.
    public func play() throws(ClientError) -> RehearsalSummary {
        let start = now
        let first = evening.steps.first?.second ?? 0
        for step in evening.steps {
            guard wait(until: start + delay(of: step.second - first)) else { break }
            guard try play(step) else { break }
        }
        summary.duration = now - start
        return summary
    }

    private func delay(of seconds: Int) -> Duration {
        switch speed {
        case .max: .zero
        case .times(let factor): .seconds(Double(seconds) / factor)
        }
    }

    /// - Returns: `false` if the player has to stop.
    private func wait(until moment: Duration) -> Bool {
        while !checkStop() {
            let left = moment - now
            guard left > .zero else { return true }
            client.surroundings.sleep(for: min(left, Self.stopCheckInterval))
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

    /// Sends a mutation until it gets a final answer, always with the same id, so that the mutation
    /// is carried out once. Returns `nil` if the player has to stop.
    private func ask(
        _ action: String, _ arguments: [String: JSON]
    ) throws(ClientError) -> MutationAnswer? {
        let id = client.surroundings.randomID()
        var backoff = Backoff()
        while !checkStop() {
            let pause: Duration
            do throws(ClientError) {
                let answer = try client.mutate(id: id, action, arguments, venue: venue)
                isHeard = true
                guard case .rejected(let rejection) = answer else { return answer }
                switch rejection.code {
                case "rate_limited", "unavailable": pause = rejection.retryIn ?? .seconds(1)
                case "forbidden", "unknown_action", "bad_message":
                    throw .rejected(code: rejection.code, message: rejection.reason)
                default: return answer
                }
            } catch {
                guard isHeard, error.isWorthRetrying else { throw error }
                summary.reconnectCount += 1
                report("\(error); trying again")
                pause = backoff.next(fraction: client.surroundings.randomFraction())
            }
            guard wait(until: now + pause) else { return nil }
        }
        return nil
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
