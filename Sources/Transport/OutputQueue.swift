import DequeModule

/// What waits to be sent on one connection. The first chunk has a place of its own: a queue that is
/// empty or holds just one, which is nearly all of them nearly always, needs no memory besides.
struct OutputQueue {
    /// The room in which chunks are joined.
    static let joinedBytesMax = 64 * 1024
    /// Chunks from this size on are sent from where they are.
    private static let largeBytesMin = 32 * 1024

    private var first: [UInt8]?
    private var rest = Deque<[UInt8]>()
    /// How many in front of `rest` are urgent.
    private var urgentCount: UInt32 = 0
    /// How much of `first` was sent.
    private var offset = 0
    /// How many bytes wait.
    private(set) var bytes = 0

    var isEmpty: Bool { first == nil }

    @inline(__always)
    mutating func append(_ chunk: [UInt8]) {
        bytes += chunk.count
        if first == nil {
            first = chunk
        } else {
            rest.append(chunk)
        }
    }

    /// Puts a chunk before all that wait and are not urgent, though not into the one that may have
    /// been sent in part.
    mutating func appendUrgent(_ chunk: [UInt8]) {
        bytes += chunk.count
        if first == nil {
            first = chunk
        } else {
            rest.insert(chunk, at: Int(urgentCount))
            urgentCount += 1
        }
    }

    /// Gives what one system call should send: the first chunk where it is, or several joined in
    /// `scratch`; and whether more waits behind it.
    @inline(__always)
    func withNext<Result>(
        scratch: UnsafeMutableRawBufferPointer,
        _ body: (_ bytes: UnsafeRawBufferPointer, _ moreFollows: Bool) -> Result
    ) -> Result? {
        guard let first else { return nil }
        let count = first.count - offset
        if rest.isEmpty || count >= OutputQueue.largeBytesMin {
            return first.withUnsafeBytes {
                body(UnsafeRawBufferPointer(rebasing: $0[offset...]), !rest.isEmpty)
            }
        }
        var joined = copy(first, from: offset, to: scratch, at: 0)
        for chunk in rest {
            guard chunk.count <= scratch.count - joined else { break }
            joined += copy(chunk, from: 0, to: scratch, at: joined)
        }
        return body(UnsafeRawBufferPointer(rebasing: scratch[..<joined]), joined < bytes)
    }

    /// Returns how many bytes it copied.
    private func copy(
        _ chunk: [UInt8], from start: Int, to scratch: UnsafeMutableRawBufferPointer, at: Int
    ) -> Int {
        chunk.withUnsafeBytes {
            scratch[at...].copyBytes(from: $0[start...])
            return $0.count - start
        }
    }

    /// Takes `count` bytes off the front.
    mutating func consume(_ count: Int) {
        bytes -= count
        offset += count
        while let chunk = first, offset >= chunk.count {
            offset -= chunk.count
            first = rest.popFirst()
            if urgentCount > 0 { urgentCount -= 1 }
            if first == nil {
                rest = Deque()
                return
            }
        }
    }

    mutating func removeAll() {
        self = OutputQueue()
    }
}
