/// The lines of a response whose body comes in chunks for as long as it likes.
struct ChunkedLines {
    let connection: RawConnection
    private var buffer: [UInt8] = []

    init(of connection: RawConnection) { self.connection = connection }

    /// The next line, without its end; `nil` when the body has ended.
    mutating func next() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard let bytes = try connection.chunkedBytes() else { return nil }
            buffer += bytes
        }
    }
}
