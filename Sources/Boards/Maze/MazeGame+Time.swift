import Mazes
package import Sync

/// The board's timed events.
extension MazeGame {
    private static let raceMillisecondsMax: Int64 = 600_000
    private static let millisecondsAfterFirst: Int64 = 120_000
    private static let idleMillisecondsMax: Int64 = 300_000
    private static let millisecondsBeforeRace: Int64 = 10_000
    private static let millisecondsBeforeMaze: Int64 = 20_000

    package func nextDue() -> Instant? {
        guard run != nil else { return nil }
        return [raceEndsAt, pauseEndsAt, firstIdle?.at].compactMap { $0 }.min()
    }

    package func decideDue(at moment: Moment) -> Decision? {
        guard let run else { return nil }
        if let end = raceEndsAt, end <= moment.now { return raceEnd(of: run) }
        if let idle = firstIdle, idle.at <= moment.now { return left(idle.id) }
        guard let end = pauseEndsAt, end <= moment.now else { return nil }
        if run.state == .ready {
            return raceStart(of: run, inSeconds: MazeCountdown.standard, at: moment)
        }
        return started(
            .own(maze: newMaze(usualSize, at: moment).description, nil),
            concurrency: MazeConcurrency.standard)
    }

    /// The end of the race: when every walker that has taken a step is at the exit, some time after
    /// the first arrival, or some time after the beginning.
    private var raceEndsAt: Instant? {
        guard let run, run.state == .racing, let raceAt = run.raceAt else { return nil }
        let last = raceAt.adding(milliseconds: Self.raceMillisecondsMax)
        guard let first = run.firstFinishAt else { return last }
        let isOver = walkers.values.allSatisfy { $0.stepCount == 0 || $0.milliseconds != nil }
        if isOver { return first }
        return min(last, first.adding(milliseconds: Self.millisecondsAfterFirst))
    }

    /// The walker that has been idle for longest, and the time at which it is removed. Only the
    /// time of the race counts, because nobody can move before and after it.
    private var firstIdle: (id: MazeWalkerID, at: Instant)? {
        guard let run, run.state == .racing, let raceAt = run.raceAt else { return nil }
        let first = walkers.filter { $0.value.milliseconds == nil }
            .min { ($0.value.activeAt, $0.key) < ($1.value.activeAt, $1.key) }
        return first.map {
            let idleSince = max($0.value.activeAt, raceAt)
            return ($0.key, idleSince.adding(milliseconds: Self.idleMillisecondsMax))
        }
    }

    /// The time at which a race or a new maze begins automatically.
    private var pauseEndsAt: Instant? {
        guard isAutomatic, let run, let since = run.pausedSince else { return nil }
        switch run.state {
        case .ready where hasExit && !walkers.isEmpty:
            return since.adding(milliseconds: Self.millisecondsBeforeRace)
        case .finished: return since.adding(milliseconds: Self.millisecondsBeforeMaze)
        default: return nil
        }
    }

    /// Begins the pause after an exploration or a race, or restarts it after a change of the
    /// settings.
    mutating func beginPause(at now: Instant) {
        switch run?.state {
        case .ready: run?.pausedSince = walkers.isEmpty ? nil : now
        case .finished: run?.pausedSince = now
        default: run?.pausedSince = nil
        }
    }

    /// Moves all times after the hub's clock was set. Durations stay the same.
    mutating func shift(byMilliseconds milliseconds: Int64) -> [RowChange] {
        lastEvent.at = lastEvent.at.adding(milliseconds: milliseconds)
        for id in walkers.keys { walkers[id]?.shift(byMilliseconds: milliseconds) }
        var changes = changeRun { $0.shift(byMilliseconds: milliseconds) }
        changeRecord { $0.shift(byMilliseconds: milliseconds) }
        if var replay {
            replay.at = replay.at.adding(milliseconds: milliseconds)
            changes += show(replay)
        }
        return changes
    }

    /// Begins the pause before a race when the first walker comes.
    mutating func noteWalkers(at now: Instant) {
        guard run?.state == .ready else { return }
        if walkers.isEmpty {
            run?.pausedSince = nil
        } else if run?.pausedSince == nil {
            run?.pausedSince = now
        }
    }
}
