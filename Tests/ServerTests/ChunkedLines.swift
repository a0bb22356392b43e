/// The lines of an endless chunked response.
struct ChunkedLines {
    let connection: RawConnection
    private var buffer: [UInt8] = []

    init(of connection: RawConnection) { self.connection = connection }

    /// Returns the next line without its end; `nil` at the end of the body.
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
