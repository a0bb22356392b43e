/// The bytes that have arrived and nobody has taken yet.
///
/// Taking moves an index; what was taken is dropped when the next bytes come in and it is at least
/// half of what is stored, so each byte is moved a constant number of times. The search for a
/// line's end goes on where it stopped, so a line that comes byte by byte is searched once.
struct InputBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Between `start` and here there is no line feed.
    private var searched = 0

    /// Storage up to this size is kept for the next bytes; a larger one is given back as soon as
    /// it is empty, so that one large body does not weigh on an idle connection for ever.
    private static let retainedBytesMax = 16_384

    enum Line {
        /// A whole line without its CR LF, which has been taken.
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

    /// Takes the line at the front, unless it is longer than `bytesMax`.
    ///
    /// The answer depends on the bytes alone, never on how they were cut when they arrived.
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

    /// Takes what is there, at most `bytesMax`.
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
