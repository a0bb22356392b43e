/// # The room `MazeFetching`
///
/// Explores mazes over HTTP, on this hub or other servers.

import Destinations
import Glibc
import Locks
public import MazeExploring
public import Mazes
import Outgoing
import Time

/// Carries out explorations of one server over persistent connections.
///
/// A call blocks its thread, so event loops must not make one.
public final class MazeFetcher: Sendable {
    /// The maximum interval between two checks whether an exploration is still wanted.
    private static let askingInterval = Duration.milliseconds(20)

    private let requests: MazeRequests
    /// Used by one exploration at a time.
    private let batch: Locked<OutgoingBatch>
    private let lastFailure = Locked<String?>(nil)

    /// - Parameters:
    ///   - maze: The maze to request, or `nil` to let the server choose.
    ///   - token: A bearer token for the server, or `nil` to send none.
    ///   - allowsLocal: Whether connections to this machine and to private networks are allowed.
    ///     Each address is checked before it is connected to.
    ///   - authoritiesPath: A PEM file with the certificates to trust, or `nil` for the system's.
    ///   - resolvedName: A name resolution to use instead of DNS, as `host:port:address`.
    public init(
        _ address: MazeAddress, maze: MazeCode? = nil, token: String? = nil, allowsLocal: Bool,
        authoritiesPath: String? = nil, resolvedName: String? = nil
    ) {
        requests = MazeRequests(at: address, maze: maze, token: token)
        batch = Locked(
            OutgoingBatch(
                of: OutgoingClient(
                    allowsLocal: allowsLocal, authoritiesPath: authoritiesPath,
                    resolvedName: resolvedName)))
    }

    /// The reason why a request last failed, as a phrase such as `there was no answer in time`. It
    /// may contain the host's name.
    public var failure: String? { lastFailure.with { $0 } }

    /// Explores until the exploration ends. Retries one that has ended before. A concurrent call
    /// waits until the first has returned.
    ///
    /// - Parameters:
    ///   - pace: The minimum time between two requests.
    ///   - isWanted: Called before each request, and at least every 20 ms. If it returns `false`,
    ///     the exploration is cancelled and all requests are abandoned.
    ///   - found: Called with each batch, including the last of a cancelled exploration. Requests
    ///     stand still meanwhile.
    /// - Returns: The final progress, or `nil` if the exploration was cancelled.
    public func explore(
        _ exploration: inout MazeExploration, pace: Duration = .zero, isWanted: () -> Bool,
        found: (MazeExploration.Batch) -> Void
    ) -> MazeExploration.Progress? {
        batch.with { carryOut(&exploration, by: $0, pace: pace, isWanted: isWanted, found: found) }
    }

    private func carryOut(
        _ exploration: inout MazeExploration, by batch: OutgoingBatch, pace: Duration,
        isWanted: () -> Bool, found: (MazeExploration.Batch) -> Void
    ) -> MazeExploration.Progress? {
        /// The time at which the next request may be sent.
        var turn = Self.now
        var generator = SystemRandomNumberGenerator()
        var isCancelled = false
        var end: MazeExploration.Progress?
        var wakesAt: Duration?
        /// The requests in flight, by number.
        var flights: [Int: MazeExploration.Request.ID] = [:]

        func perform(_ actions: [MazeExploration.Action]) {
            for action in actions {
                switch action {
                case .ask(let request):
                    isCancelled = isCancelled || !Self.wait(until: turn, isWanted: isWanted)
                    turn += pace
                    guard !isCancelled else { continue }
                    flights[request.id.number] = request.id
                    batch.begin(requests.request(for: request.subject), number: request.id.number)
                case .abandon(let id):
                    flights[id.number] = nil
                    batch.abandon(id.number)
                    if !isCancelled, failure == nil { note(OutgoingError.timedOut) }
                case .wait(let time): wakesAt = time
                case .found(let rooms): found(rooms)
                case .ended(let progress): end = progress
                }
            }
        }

        var actions = exploration.start(at: Self.now)
        if actions.isEmpty { actions = exploration.retry(at: Self.now) }
        guard !actions.isEmpty else { return exploration.progress }
        perform(actions)
        while end == nil {
            isCancelled = isCancelled || !isWanted()
            guard !isCancelled else {
                perform(exploration.cancel())
                return nil
            }
            let time = wakesAt.map { min($0 - Self.now, Self.askingInterval) }
            if let (number, result) = batch.next(within: time ?? Self.askingInterval),
                let id = flights.removeValue(forKey: number)
            {
                let answer = answer(result)
                perform(exploration.answered(answer, to: id, at: Self.now, using: &generator))
            }
            let now = Self.now
            if let time = wakesAt, time <= now {
                wakesAt = nil
                perform(exploration.woke(at: now, using: &generator))
            }
        }
        return end
    }

    /// Waits until a time. Returns `false` as soon as the exploration is not wanted.
    private static func wait(until turn: Duration, isWanted: () -> Bool) -> Bool {
        while isWanted() {
            let rest = turn - now
            guard rest > .zero else { return true }
            let slice = min(rest, askingInterval)
            MachineTime.sleep(for: slice)
        }
        return false
    }

    /// Converts a result. A body that is too long still counts as an answer, though a bad one.
    private func answer(
        _ result: Result<OutgoingAnswer, OutgoingError>
    ) -> MazeExploration.Answer {
        switch result {
        case .success(let answer)
        where answer.isWhole || answer.body.count > MazeExploration.bodyBytesMax:
            if answer.status >= 300 { note("the server answered \(answer.status)") }
            return .response(
                status: answer.status, retryAfter: answer.retryAfter, body: answer.body)
        case .success: note("the answer was cut off")
        case .failure(let error): note(error)
        }
        return .noAnswer
    }

    private func note(_ failure: some CustomStringConvertible) {
        lastFailure.with { $0 = failure.description }
    }

    /// The machine's clock, because the servers are real.
    private static var now: Duration { MachineTime.monotonic }
}
