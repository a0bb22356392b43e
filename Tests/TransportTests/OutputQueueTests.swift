import Testing

@testable import Transport

struct OutputQueueTests {
    /// Empties a queue of chunks of these sizes, with at most `step` bytes in each call.
    private func drain(_ sizes: [Int], step: Int) -> (bytes: [UInt8], calls: Int, expected: [UInt8])
    {
        let scratch = UnsafeMutableRawBufferPointer.allocate(
            byteCount: OutputQueue.joinedBytesMax, alignment: 16)
        defer { scratch.deallocate() }
        var queue = OutputQueue()
        let all = pattern(sizes.reduce(0, +))
        var start = 0
        for size in sizes {
            queue.append(Array(all[start..<start + size]))
            start += size
        }
        var bytes: [UInt8] = []
        var calls = 0
        while !queue.isEmpty {
            let taken = queue.withNext(scratch: scratch) { next, moreFollows in
                #expect(moreFollows == (next.count < queue.bytes))
                return Array(next.prefix(step))
            }
            guard let taken, !taken.isEmpty else { break }
            bytes += taken
            queue.consume(taken.count)
            calls += 1
        }
        #expect(queue.bytes == 0)
        return (bytes, calls, all)
    }

    @Test(arguments: [
        [1], [3, 5, 2], [65_536], [70_000, 1], [1, 70_000, 1], [40_000, 30_000, 20_000],
        [32_767, 32_769, 1], [65_535, 1, 1], Array(repeating: 700, count: 300),
    ])
    func `the bytes keep their order, however much the kernel takes`(sizes: [Int]) {
        for step in [1, 7, 4096, 65_535, 65_536, 1 << 20]
        where step > 1 || sizes.reduce(0, +) < 100 {
            let (bytes, _, expected) = drain(sizes, step: step)
            #expect(bytes == expected)
        }
    }

    @Test(arguments: [0, 1, 3])
    func `urgent chunks come next, in their order, and never inside another chunk`(sent: Int) {
        let scratch = UnsafeMutableRawBufferPointer.allocate(
            byteCount: OutputQueue.joinedBytesMax, alignment: 16)
        defer { scratch.deallocate() }
        var queue = OutputQueue()
        queue.append([1, 1, 1])
        queue.append([2, 2])
        queue.consume(sent)
        queue.appendUrgent([8])
        queue.appendUrgent([9, 9])
        queue.append([3])
        var bytes: [UInt8] = []
        while let next = queue.withNext(scratch: scratch, { bytes, _ in Array(bytes.prefix(1)) }) {
            bytes += next
            queue.consume(1)
        }
        let begun: [UInt8] = [1, 1, 1, 8, 9, 9, 2, 2, 3]
        #expect(bytes == (sent < 3 ? Array(begun[sent...]) : [2, 2, 8, 9, 9, 3]))
        #expect(queue.bytes == 0)
        queue.appendUrgent([7])
        queue.append([6])
        #expect(queue.withNext(scratch: scratch) { bytes, _ in Array(bytes) } == [7, 6])
    }

    @Test func `joins small chunks as far as they fit`() {
        #expect(drain(Array(repeating: 64, count: 1024), step: .max).calls == 1)
        #expect(drain(Array(repeating: 64, count: 1025), step: .max).calls == 2)
        #expect(drain([100, 200_000, 100, 100], step: .max).calls == 3)
    }

    @Test func `a reused slot has another token`() {
        var table = SlotTable<Int>()
        let first = table.insert(1)
        let second = table.insert(2)
        table.remove(first)
        let third = table.insert(3)
        #expect(Set([first, second, third]).count == 3)
        #expect(UInt32(truncatingIfNeeded: first) == UInt32(truncatingIfNeeded: third))
    }
}
