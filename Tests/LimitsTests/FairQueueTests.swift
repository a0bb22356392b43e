import Dispatch
import Locks
import Testing
import Transport

@testable import Limits

/// Blocking work, away from the loops.
@Suite struct FairQueueTests {
    private let queue = FairQueue<String>(label: "test", countMax: 4, countOfOwnerMax: 2)
    private let done = Locked<[String]>([])

    private func ask(_ owner: String, _ piece: String) -> Bool {
        queue.perform(for: owner) { [done] in done.with { $0.append(piece) } }
    }

    /// Blocks the queue until the semaphore is signalled.
    private func hold() -> DispatchSemaphore {
        let isHeld = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        #expect(
            queue.perform(for: "holder") {
                isHeld.signal()
                mayGoOn.wait()
            })
        isHeld.wait()
        return mayGoOn
    }

    @Test func `owners take turns, and each owner's work is done in order`() {
        let mayGoOn = hold()
        for piece in ["a1", "a2"] { #expect(ask("a", piece)) }
        #expect(ask("b", "b1"))
        mayGoOn.signal()
        queue.finish()
        #expect(done.with { $0 } == ["a1", "b1", "a2"])
    }

    @Test func `the waiting work is limited, for each owner and in total`() {
        let mayGoOn = hold()
        #expect(ask("a", "a1") && ask("a", "a2"))
        #expect(!ask("a", "a3"))
        #expect(ask("b", "b1") && ask("c", "c1"))
        #expect(!ask("d", "d1"))
        mayGoOn.signal()
        queue.finish()
        #expect(ask("a", "a4") && ask("d", "d2"))
        queue.finish()
        #expect(done.with { $0 } == ["a1", "b1", "c1", "a2", "a4", "d2"])
    }
}
