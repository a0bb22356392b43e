/// Splits received bytes into lines, without their ends.
struct LineSplitter {
    /// The longest line. Events are far shorter.
    static let lineBytesMax = 1_024 * 1_024

    private var lines: [[UInt8]] = []
    private var givenCount = 0
    private var rest: [UInt8] = []

    mutating func receive(_ bytes: [UInt8]) throws(ClientError) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            rest += bytes[start..<end]
            if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
            lines.append(rest)
            rest = []
            start = end + 1
        }
        rest += bytes[start...]
        guard rest.count <= Self.lineBytesMax else {
            throw .violation("a line of the event stream does not end")
        }
    }

    /// Returns the next whole line, or `nil` if more bytes are needed.
    mutating func next() -> [UInt8]? {
        guard givenCount < lines.count else {
            lines.removeAll(keepingCapacity: true)
            givenCount = 0
            return nil
        }
        defer { givenCount += 1 }
        return lines[givenCount]
    }
}
