/// The timers of one loop: a binary heap by deadline, and by age among equals.
///
/// A cancelled timer stays in the heap until it comes up or until more than half are such; then the
/// heap is made anew without them, so that cancelling costs little and a million leave nothing.
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

    /// How many entries are held, cancelled ones included.
    var heldCount: Int { heap.count }

    /// When the first timer is due, in nanoseconds of the monotonic clock.
    var firstDeadline: Int64? { heap.first?.deadline }

    mutating func insert(_ timer: Timer, deadline: Int64) {
        heap.append(Entry(deadline: deadline, number: nextNumber, timer: timer))
        nextNumber += 1
        rise(from: heap.count - 1)
    }

    /// The first timer that is due at `now` and was inserted before the number `limit`, so that
    /// what a timer schedules for at once comes in the next turn.
    mutating func popDue(at now: Int64, before limit: UInt64) -> Timer? {
        while let first = heap.first, first.deadline <= now, first.number < limit {
            removeFirst()
            if first.timer.isPending { return first.timer }
            cancelledCount -= 1
        }
        return nil
    }

    mutating func oneWasCancelled() {
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
