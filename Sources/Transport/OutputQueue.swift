import DequeModule

/// The output that waits on one connection.
///
/// The first chunk has its own place: nearly every queue is empty or holds one chunk, and then
/// needs no other memory.
struct OutputQueue {
    /// The size of the buffer in which chunks are joined.
    static let joinedBytesMax = 64 * 1024
    /// Chunks of at least this size are sent without being copied.
    private static let largeBytesMin = 32 * 1024

    private var first: [UInt8]?
    private var rest = Deque<[UInt8]>()
    /// The number of urgent chunks at the front of `rest`.
    private var urgentCount: UInt32 = 0
    /// The number of bytes of `first` that were sent.
    private var offset = 0
    /// The number of waiting bytes.
    private(set) var bytes = 0

    /// The number of waiting bytes behind the first chunk.
    var bytesBehindFirst: Int { bytes - (first.map { $0.count - offset } ?? 0) }

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

    /// Removes and returns the output if it is one unsent chunk, as in nearly every queue.
    @inline(__always)
    mutating func takeOnlyChunk() -> [UInt8]? {
        guard offset == 0, first != nil, rest.isEmpty else { return nil }
        bytes = 0
        return first.take()
    }

    /// Puts a chunk before all that are not urgent, but after the first one, which may have been
    /// sent in part.
    mutating func appendUrgent(_ chunk: [UInt8]) {
        bytes += chunk.count
        if first == nil {
            first = chunk
        } else {
            rest.insert(chunk, at: Int(urgentCount))
            urgentCount += 1
        }
    }

    /// Calls `body` with the bytes that one system call should send: the first chunk in place, or
    /// several chunks joined in `scratch`. Tells it whether more bytes follow. Returns `nil` if the
    /// queue is empty.
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

    /// Removes `count` bytes from the front.
    mutating func consume(_ count: Int) {
        bytes -= count
        offset += count
        while let chunk = first, offset >= chunk.count {
            offset -= chunk.count
            first = rest.popFirst()
            if urgentCount > 0 { urgentCount -= 1 }
            if rest.isEmpty { rest = Deque() }
        }
    }
}
