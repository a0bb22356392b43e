import Dispatch
package import Logging
package import Store
package import Transport

/// Whether the journal can be written, as far as the hub knows.
///
/// The journal's writer says how each batch ended. When nothing was written lately, whoever asks has
/// the disk probed, on a queue of its own, since a write waits for the disk and for any command that
/// keeps the file locked. Nobody waits longer than `patience` for the outcome: a journal that takes
/// longer than that does not count as writable.
package final class JournalReadiness: Sendable {
    private struct State {
        /// What the last batch or probe said.
        var isWritable = true
        /// When something was written last, by the loops' clock.
        var writtenAt: Duration?
        /// When the probe under way began; `nil` when there is none.
        var probeBegan: Duration?
        /// Who waits for the probe under way. Each is a request.
        var asking: [@Sendable (Bool) -> Void] = []
    }

    /// What somebody who asks is to do.
    private enum Knowledge {
        case known(Bool)
        case wait(beginsProbe: Bool)
    }

    /// How long nobody need try the disk after it took something.
    private static let freshness = Duration.seconds(5)

    /// How long a probe may take before the journal counts as not writable.
    private let patience: Duration
    private let probe: @Sendable () throws(StoreError) -> Void
    private let logger: Logger
    private let queue = DispatchQueue(label: "tablecast.probe", qos: .utility)
    private let state = Locked(State())

    package convenience init(of store: Store, logger: Logger) {
        self.init(logger: logger) { () throws(StoreError) in try store.probe() }
    }

    /// - Parameter probe: writes something that changes nothing; may block.
    init(
        logger: Logger, patience: Duration = .seconds(1),
        probe: @escaping @Sendable () throws(StoreError) -> Void
    ) {
        self.logger = logger
        self.patience = patience
        self.probe = probe
    }

    /// Waits until no probe is under way. Then the store is free for another hub.
    package func finish() { queue.sync {} }

    /// The journal took a batch.
    func succeeded(at now: Duration) {
        state.with { state in
            state.isWritable = true
            state.writtenAt = now
        }
    }

    /// The journal refused a batch. The log says why the first time.
    func failed(_ error: StoreError) {
        let isFirst = state.with { state in
            defer {
                state.isWritable = false
                state.writtenAt = nil
            }
            return state.isWritable
        }
        if isFirst { logger.error("the journal can't be written: \(error)") }
    }

    /// Tells whether the journal can be written: at once where that is known, otherwise on
    /// the loop when the disk was probed, after `patience` at the latest.
    package func ask(on loop: EventLoop, _ done: @escaping (Bool) -> Void) {
        let answer = LoopBound(OneAnswer(done), on: loop)
        let knowledge = consult(at: loop.now) { isWritable in
            loop.execute { answer.value.give(isWritable) }
        }
        switch knowledge {
        case .known(let isWritable): answer.value.give(isWritable)
        case .wait(let beginsProbe):
            answer.value.timer = loop.schedule(after: patience) { answer.value.give(false) }
            if beginsProbe { queue.async { [self] in tryDisk() } }
        }
    }

    /// - Parameter done: is called with the outcome of the probe when there is one to wait for.
    private func consult(
        at now: Duration, _ done: @escaping @Sendable (Bool) -> Void
    ) -> Knowledge {
        state.with { state in
            if let writtenAt = state.writtenAt, now - writtenAt < Self.freshness {
                return .known(true)
            }
            // It has kept others waiting long enough.
            if let began = state.probeBegan, now - began >= patience { return .known(false) }
            let beginsProbe = state.probeBegan == nil
            if beginsProbe { state.probeBegan = now }
            state.asking.append(done)
            return .wait(beginsProbe: beginsProbe)
        }
    }

    private func tryDisk() {
        let result = Result { () throws(StoreError) in try probe() }
        let isWritable: Bool
        switch result {
        case .success:
            isWritable = true
            succeeded(at: EventLoop.monotonicNow)
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

/// Gives the first of several answers. Lives on one loop.
private final class OneAnswer {
    private var done: ((Bool) -> Void)?
    var timer: Timer?

    init(_ done: @escaping (Bool) -> Void) { self.done = done }

    func give(_ isWritable: Bool) {
        timer?.cancel()
        let done = done
        self.done = nil
        done?(isWritable)
    }
}
