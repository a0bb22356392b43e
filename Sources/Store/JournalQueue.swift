import Sync

/// A batch, and whom to tell.
struct JournalJob: Sendable {
    var batch: JournalBatch
    var completion: @Sendable (Result<Void, StoreError>) -> Void
}

/// What waits for the journal's thread.
final class JournalQueue: Sendable {
    private struct State: Sendable {
        var jobs: [JournalJob] = []
        /// Why no more is taken; `nil` while it is.
        var refusal: StoreError?
    }

    private let state = Monitor(State())

    /// - Returns: why the job was not taken; `nil` when it was.
    func append(_ job: JournalJob) -> StoreError? {
        state.withValue { state in
            if state.refusal == nil { state.jobs.append(job) }
            return state.refusal
        }
    }

    func close(_ refusal: StoreError) {
        state.withValue { state in
            if state.refusal == nil { state.refusal = refusal }
        }
    }

    /// Waits for jobs and takes all of them; none when the queue is closed and empty.
    func takeAll() -> [JournalJob] {
        state.takeValue { state in
            guard !state.jobs.isEmpty || state.refusal != nil else { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
