/// Virtual time, and the events scheduled in it. The next event runs at once, without waiting.
///
/// Simultaneous events run in the order of lanes, one for the house and one for each client, and
/// within a lane in the order of scheduling. So an evening is the same in every process, although
/// the order of sets and dictionaries differs.
final class Timeline {
    private struct Entry {
        var at: Int
        var lane: Int
        var number: Int
        var body: () -> Void

        func comes(before other: Entry) -> Bool {
            (at, lane, number) < (other.at, other.lane, other.number)
        }
    }

    /// Milliseconds since the evening began.
    private(set) var now = 0
    /// A binary heap with the next event first.
    private var heap: [Entry] = []
    private var counts: [Int: Int] = [:]

    func schedule(after milliseconds: Int, lane: Int, _ body: @escaping () -> Void) {
        counts[lane, default: 0] += 1
        heap.append(
            Entry(
                at: now + max(0, milliseconds), lane: lane, number: counts[lane] ?? 0, body: body))
        var index = heap.count - 1
        while index > 0, heap[index].comes(before: heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Runs the next event; returns `false` if there is none.
    func step() -> Bool {
        guard !heap.isEmpty else { return false }
        heap.swapAt(0, heap.count - 1)
        let entry = heap.removeLast()
        sink()
        now = entry.at
        entry.body()
        return true
    }

    /// Drops all scheduled events.
    func clear() { heap = [] }

    private func sink() {
        var index = 0
        while case let left = 2 * index + 1, left < heap.count {
            let right = left + 1
            let next = right < heap.count && heap[right].comes(before: heap[left]) ? right : left
            guard heap[next].comes(before: heap[index]) else { return }
            heap.swapAt(index, next)
            index = next
        }
    }
}
