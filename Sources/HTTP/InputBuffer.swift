/// Bytes that have arrived and were not taken yet.
///
/// Taking bytes advances an index. Taken bytes are removed when new ones are appended and at least
/// half of the storage was taken, so each byte is moved a constant number of times. The search for
/// a line's end resumes where it stopped, so a line that arrives byte by byte is searched once.
struct InputBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The position before which no line feed follows `start`.
    private var searched = 0

    /// Storage up to this size is kept for the next bytes. Larger storage is released as soon as it
    /// is empty, so that an idle connection does not hold the memory of one large body.
    private static let retainedBytesMax = 16_384

    enum Line {
        /// A whole line without its CR LF, which was taken too.
        case whole(ArraySlice<UInt8>)
        case incomplete
        case tooLong
        case endsInBareLineFeed
    }

    var count: Int { bytes.count - start }

    var first: UInt8? { start < bytes.count ? bytes[start] : nil }

    mutating func append(_ new: UnsafeRawBufferPointer) {
        dropTaken()
        bytes.append(contentsOf: new)
    }

    /// Takes the first line, unless it is longer than `bytesMax`.
    ///
    /// The result depends only on the bytes, not on how they were divided when they arrived.
    mutating func takeLine(bytesMax: Int) -> Line {
        let bytesMax = min(max(bytesMax, 0), Int.max / 2)
        guard let lineFeed = indexOfLineFeed(before: start + bytesMax + 2) else {
            return count >= bytesMax + 2 ? .tooLong : .incomplete
        }
        guard lineFeed > start, bytes[lineFeed - 1] == ASCII.carriageReturn else {
            return lineFeed - start > bytesMax ? .tooLong : .endsInBareLineFeed
        }
        let line = bytes[start..<(lineFeed - 1)]
        drop(before: lineFeed + 1)
        return .whole(line)
    }

    /// Takes the available bytes, at most `bytesMax`.
    mutating func take(bytesMax: Int) -> [UInt8] {
        let end = start + min(count, max(bytesMax, 0))
        let taken = start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end])
        drop(before: end)
        return taken
    }

    mutating func removeAll() {
        self = InputBuffer()
    }

    private mutating func indexOfLineFeed(before limit: Int) -> Int? {
        let end = min(bytes.count, limit)
        let found = bytes.withUnsafeBufferPointer { buffer in
            var index = searched
            while index < end, buffer[index] != ASCII.lineFeed { index += 1 }
            return index
        }
        searched = max(searched, found)
        return found < end ? found : nil
    }

    private mutating func drop(before end: Int) {
        start = end
        searched = end
        if end == bytes.count, bytes.capacity > Self.retainedBytesMax {
            removeAll()
        }
    }

    private mutating func dropTaken() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
        } else if start > 0, start >= bytes.count - start {
            bytes.removeFirst(start)
        } else {
            return
        }
        searched -= start
        start = 0
    }
}
