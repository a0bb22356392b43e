/// Virtual time, and what is going to happen in it. Nothing waits: the next thing happens at once.
///
/// What is due at the same moment happens in the order of lanes, one for the house and one for each
/// client, and within a lane in the order in which it was arranged. So an evening is the same in
/// every process, though sets and dictionaries are walked in another order in each.
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
    /// A binary heap, what comes next in front.
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

    /// Lets the next thing happen; `false` when there is none.
    func step() -> Bool {
        guard !heap.isEmpty else { return false }
        heap.swapAt(0, heap.count - 1)
        let entry = heap.removeLast()
        sink()
        now = entry.at
        entry.body()
        return true
    }

    /// Lets go of all that was going to happen.
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
