import Dispatch
import Locks
package import Logging
package import Storage
import Time
package import Transport

/// Knows whether the journal can be written.
///
/// The journal's writer reports the result of each batch. If nothing was written lately, a request
/// probes the disk on a separate queue, because a write waits for the disk and for commands that
/// lock the file. A request waits for `patience` at most: a journal that takes longer counts as not
/// writable.
package final class JournalReadiness: Sendable {
    private struct State {
        /// Whether the last batch or probe succeeded.
        var isWritable = true
        /// The time of the last write, by the loops' clock.
        var writtenAt: Duration?
        /// The time when the running probe began; `nil` if none is running.
        var probeBegan: Duration?
        /// The requests that wait for the running probe.
        var asking: [@Sendable (Bool) -> Void] = []
    }

    /// The answer to a request, if it is known.
    private enum Knowledge {
        case known(Bool)
        case wait(beginsProbe: Bool)
    }

    /// The time for which a successful write proves that the journal is writable.
    private static let freshness = Duration.seconds(5)

    /// The time after which a running probe counts as failed.
    private let patience: Duration
    private let probe: @Sendable () throws(StoreError) -> Void
    private let logger: Logger
    private let queue = DispatchQueue(label: "tablecast.probe", qos: .utility)
    private let state = Locked(State())

    package convenience init(of storage: any HubStorage, logger: Logger) {
        self.init(logger: logger) { () throws(StoreError) in try storage.probe() }
    }

    /// - Parameter probe: writes to the store without changing its content. May block.
    init(
        logger: Logger, patience: Duration = .seconds(1),
        probe: @escaping @Sendable () throws(StoreError) -> Void
    ) {
        self.logger = logger
        self.patience = patience
        self.probe = probe
    }

    /// Waits for a running probe. Afterwards, another hub can use the store.
    package func finish() { queue.sync {} }

    /// Notes that the journal stored a batch.
    func succeeded(at now: Duration) {
        state.with { state in
            state.isWritable = true
            state.writtenAt = now
        }
    }

    /// Notes that a write failed. Logs only the first of several failures, and not that the hub stops.
    func failed(_ error: StoreError) {
        let isFirst = state.with { state in
            defer {
                state.isWritable = false
                state.writtenAt = nil
            }
            return state.isWritable
        }
        if isFirst, error != .stopped { logger.error("the journal can't be written: \(error)") }
    }

    /// Calls `done` with whether the journal can be written: at once if that is known, otherwise on
    /// the loop after a probe, and after `patience` at the latest.
    package func ask(on loop: EventLoop, _ done: @escaping (Bool) -> Void) {
        let answer = LoopBound(OneAnswer(done), on: loop)
        let knowledge = consult(at: loop.now) { isWritable in
            loop.execute { answer.value.give(isWritable) }
        }
        switch knowledge {
        case .known(let isWritable): answer.value.give(isWritable)
        case .wait(let beginsProbe):
            answer.value.timer = loop.schedule(after: patience) { answer.value.give(false) }
            if beginsProbe { queue.async { [self] in tryDisk(by: loop.time) } }
        }
    }

    /// - Parameter done: called with the result of the probe, on any thread, if this returns
    ///   `wait`.
    private func consult(
        at now: Duration, _ done: @escaping @Sendable (Bool) -> Void
    ) -> Knowledge {
        state.with { state in
            if let writtenAt = state.writtenAt, now - writtenAt < Self.freshness {
                return .known(true)
            }
            // The running probe has already taken too long.
            if let began = state.probeBegan, now - began >= patience { return .known(false) }
            let beginsProbe = state.probeBegan == nil
            if beginsProbe { state.probeBegan = now }
            state.asking.append(done)
            return .wait(beginsProbe: beginsProbe)
        }
    }

    private func tryDisk(by time: any TimeSource) {
        let result = Result { () throws(StoreError) in try probe() }
        let isWritable: Bool
        switch result {
        case .success:
            isWritable = true
            succeeded(at: time.now)
        case .failure(let error):
            isWritable = false
            failed(error)
        }
        let asking = state.with { state in
            defer {
                state.asking = []
                state.probeBegan = nil
            }
            return state.asking
        }
        for answer in asking { answer(isWritable) }
    }
}
