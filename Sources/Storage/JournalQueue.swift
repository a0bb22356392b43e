import Locks
import Sync

/// A batch with its completion.
struct JournalJob: Sendable {
    var batch: JournalBatch
    var completion: StoreAnswer<Void>
}

/// The batches that wait for the journal's thread.
final class JournalQueue: Sendable {
    private struct State: Sendable {
        var jobs: [JournalJob] = []
        /// The reason why the queue is closed; `nil` while it is open.
        var refusal: StoreError?
    }

    private let state = Monitor(State())

    /// - Returns: the reason why the job was refused; `nil` if it was queued.
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

    /// Waits for jobs and returns all of them; an empty array if the queue is closed and empty.
    func takeAll() -> [JournalJob] {
        state.takeValue { state in
            guard !state.jobs.isEmpty || state.refusal != nil else { return nil }
            defer { state.jobs = [] }
            return state.jobs
        }
    }
}
