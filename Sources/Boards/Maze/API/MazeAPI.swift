import BoardKit
import Locks
import Mazes
import Sync

/// The in-memory state of a venue's maze API: the recently used mazes, and the counts of requests.
/// Loops and workers share it.
final class MazeAPI: Sendable {
    static let mazeCountMax = 32
    /// The most conditions that are counted. Those used least recently start from 0 again.
    static let conditionsCountMax = 1_024
    static let requestsPerSecondMax = 10_000

    private static let limit = RateLimit(
        perSecond: requestsPerSecondMax, credit: requestsPerSecondMax)

    private struct State {
        var mazes = RecentlyUsed<MazeCode, ServedMaze>(countMax: mazeCountMax)
        /// The number of first requests for a room, which don't fail, by conditions.
        var requestCounts = RecentlyUsed<MazeConditions, Int>(countMax: conditionsCountMax)
        var use = RateUse()
        var numbers: SplitMix64
    }

    private let state: Locked<State>

    /// - Parameter seed: determines new mazes, failures and delays.
    init(seed: UInt64 = .random(in: 0 ... .max)) {
        state = Locked(State(numbers: SplitMix64(seed: seed)))
    }

    /// Counts a request.
    ///
    /// - Returns: `nil` if it is permitted, otherwise the number of seconds to wait.
    func spend(at now: Instant) -> Int? {
        let wait = state.with { state in
            state.use.spend(Self.limit, atMicroseconds: now.milliseconds &* 1_000)
        }
        return wait.map { Int($0 / 1_000_000) + 1 }
    }

    /// Counts a request for a room, and returns whether it fails.
    func failsNext(under conditions: MazeConditions) -> Bool {
        guard conditions.failures > 0 else { return false }
        return state.with { state in
            let count = state.requestCounts[conditions] ?? 0
            guard count >= conditions.after else {
                state.requestCounts[conditions] = count + 1
                return false
            }
            return state.numbers.next(below: MazeConditions.failureScale) < conditions.failures
        }
    }

    /// Returns the delay of an answer: the latency, changed at random by up to a fifth.
    func delay(under conditions: MazeConditions) -> Duration {
        guard conditions.latency > 0 else { return .zero }
        let fifth = conditions.latency * 200
        let deviation = state.with { $0.numbers.next(below: 2 * fifth + 1) } - fifth
        return .microseconds(conditions.latency * 1_000 + deviation)
    }

    func newMaze(_ size: MazeSize) -> MazeCode {
        state.with { MazeCode(size, using: &$0.numbers) }
    }

    /// Answers with a fact about a maze, at once if the maze is cached, otherwise once it is made.
    func answer(
        with code: MazeCode, _ answer: @escaping @Sendable (ServedMaze) -> RouteAnswer
    ) -> RouteOutcome {
        if let maze = kept(code) { return .answer(answer(maze)) }
        return .computation { [self] in
            let maze = maze(code)
            return { _ in .answer(answer(maze)) }
        }
    }

    /// Returns a maze, and makes it if it is not cached. That takes some milliseconds, so loops
    /// must not call this.
    func maze(_ code: MazeCode) -> ServedMaze {
        if let maze = kept(code) { return maze }
        let maze = ServedMaze(code)
        state.with { $0.mazes[code] = maze }
        return maze
    }

    private func kept(_ code: MazeCode) -> ServedMaze? { state.with { $0.mazes[code] } }
}

/// The most recently used values, by their keys.
private struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable> {
    private var entries: [Key: (value: Value, lastUse: Int)] = [:]
    private var useCount = 0
    private let countMax: Int

    init(countMax: Int) { self.countMax = countMax }

    /// Reading a value marks it as used.
    subscript(key: Key) -> Value? {
        mutating get {
            guard let index = entries.index(forKey: key) else { return nil }
            useCount += 1
            entries.values[index].lastUse = useCount
            return entries.values[index].value
        }
        set {
            useCount += 1
            entries[key] = newValue.map { ($0, useCount) }
            guard entries.count > countMax else { return }
            let oldest = entries.min { $0.value.lastUse < $1.value.lastUse }
            if let oldest { entries[oldest.key] = nil }
        }
    }
}
