/// The timers of one loop: a binary heap by deadline, then by order of insertion.
///
/// A cancelled timer stays in the heap until its deadline, or until more than half of the entries
/// are cancelled. The heap is then rebuilt without them. So cancelling is cheap, and a million
/// cancelled timers leave nothing behind.
struct TimerQueue {
    private struct Entry {
        let deadline: Int64
        let number: UInt64
        let timer: Timer

        func isBefore(_ other: Entry) -> Bool {
            deadline == other.deadline ? number < other.number : deadline < other.deadline
        }
    }

    private static let compactedCountMin = 64
    private var heap: [Entry] = []
    private var cancelledCount = 0
    private(set) var nextNumber: UInt64 = 0

    /// The number of entries in the heap, including cancelled ones.
    var heldCount: Int { heap.count }

    /// The deadline of the first timer, in nanoseconds of the monotonic clock.
    var firstDeadline: Int64? { heap.first?.deadline }

    mutating func insert(_ timer: Timer, deadline: Int64) {
        heap.append(Entry(deadline: deadline, number: nextNumber, timer: timer))
        nextNumber += 1
        rise(from: heap.count - 1)
    }

    /// Removes and returns the first timer that is due at `now` and has a number below `limit`.
    /// With the limit, timers that a timer schedules fire in the next turn at the earliest.
    mutating func popDue(at now: Int64, before limit: UInt64) -> Timer? {
        while let first = heap.first, first.deadline <= now, first.number < limit {
            removeFirst()
            if first.timer.isPending { return first.timer }
            cancelledCount -= 1
        }
        return nil
    }

    mutating func timerWasCancelled() {
        cancelledCount += 1
        guard heap.count >= TimerQueue.compactedCountMin, cancelledCount > heap.count / 2 else {
            return
        }
        heap.removeAll { !$0.timer.isPending }
        cancelledCount = 0
        for index in (0..<heap.count / 2).reversed() { sink(from: index) }
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        sink(from: 0)
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].isBefore(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func sink(from start: Int) {
        var index = start
        while true {
            var smallest = index
            let left = 2 * index + 1
            for child in left..<min(left + 2, max(left, heap.count))
            where heap[child].isBefore(heap[smallest]) {
                smallest = child
            }
            if smallest == index { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}
