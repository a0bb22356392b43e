import CPlatform
import Dispatch
import Glibc
import Locks
package import Sync

/// Appends to the journal by group commit, on a separate thread: batches that are queued while one
/// transaction is flushed go into the next one, so one flush serves many batches.
///
/// Batches are written, and their completions called, in the order in which they were appended.
package final class JournalWriter: Journal {
    private let store: any GroupStore
    private let queue: JournalQueue
    private let thread: Monitor<pthread_t?>
    private let settling = DispatchQueue(label: "tablecast.settling")

    /// Starts the thread, which first has the store begin. It keeps the store alive until
    /// it ends.
    ///
    /// - Parameter report: receives a line for the operator if something was repaired.
    package init(store: any GroupStore, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.store = store
        queue = JournalQueue()
        let loop = Unmanaged.passRetained(JournalLoop(store: store, queue: queue, report: report))
        var started = pthread_t()
        if pthread_create(&started, nil, runJournalLoop, loop.toOpaque()) == 0 {
            thread = Monitor(started)
        } else {
            loop.release()
            thread = Monitor(nil)
            queue.close(.disk("the system gives no thread to write with"))
        }
    }

    deinit { stop() }

    /// Queues a batch. May be called on any thread.
    ///
    /// - Parameter completion: called on the writer's thread when the batch is on the disk, or is
    ///   known not to be: `discontinuous`, `full`, …. After `stop()` it is called at once, on the
    ///   caller's thread, with `stopped`. It must not wait for the writer.
    package func append(
        _ batch: JournalBatch, completion: @escaping StoreAnswer<Void>
    ) {
        if let refusal = queue.append(JournalJob(batch: batch, completion: completion)) {
            completion(.failure(refusal))
        }
    }

    package func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>) {
        settling.async { [store] in
            answer(Result { () throws(StoreError) in try store.settle(batch) })
        }
    }

    package func awaitAnswers() { settling.sync {} }

    /// Stops accepting batches, writes the pending ones, and ends the thread. Returns when all
    /// completions were called. A completion may call it too; then it returns at once.
    package func stop() {
        queue.close(.stopped)
        thread.withValue { thread in
            guard let ended = thread else { return }
            thread = nil
            if pthread_equal(ended, pthread_self()) != 0 {
                pthread_detach(ended)
            } else {
                pthread_join(ended, nil)
            }
        }
    }
}

/// The work of the thread.
private final class JournalLoop: Sendable {
    private let store: any GroupStore
    private let queue: JournalQueue
    private let report: @Sendable (String) -> Void

    init(store: any GroupStore, queue: JournalQueue, report: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.queue = queue
        self.report = report
    }

    func run() {
        platform_name_this_thread("journal")
        store.beginJournal(report: report)
        while case let jobs = queue.takeAll(), !jobs.isEmpty {
            let outcomes = store.append(jobs.map(\.batch))
            for (job, outcome) in zip(jobs, outcomes) { job.completion(outcome) }
        }
    }
}

/// Runs the journal's loop. A top-level function, because a closure that is passed to C must not be
/// isolated to an actor.
private nonisolated func runJournalLoop(
    _ context: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<JournalLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
